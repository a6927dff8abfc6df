// A setting as `--explain` shows it, and settings written as they would be typed.

import Codec
package import Model

/// A setting, its value and where it came from.
package struct ExplainedSetting: Hashable, Sendable {
  /// The long name of its option without dashes, as in the help: `no-tips`.
  package let name: String
  /// As it would be typed, yes or no for a switch; nil if it is not set.
  package let value: DisplayText?
  /// `argument --output`, `variable VELO_SYNC_OUTPUT`, `config FILE:LINE` or `default`.
  package let origin: DisplayText
}

extension Bool {
  /// As in environment variables.
  var word: String { self ? "yes" : "no" }
}

extension [Source] {
  /// Nil when none is named.
  var typed: String? { isEmpty ? nil : map(\.rawValue).joined(separator: ",") }
}

extension Day {
  /// The date; nil for one that has none.
  var typed: String? { Day.range.contains(self) ? description : nil }
}

extension Duration {
  /// `1m30s`: whole numbers with units, from days to milliseconds.
  var typed: String {
    let (seconds, attoseconds) = components
    var rest = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    if rest == 0 { return "0s" }
    var text = ""
    for (unit, length) in [("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000)] {
      let count = rest / Int64(length)
      if count > 0 { text += "\(count)\(unit)" }
      rest -= count * Int64(length)
    }
    return rest > 0 ? "\(text)\(rest)ms" : text
  }
}

extension Speed {
  var typed: String {
    switch self {
    case .max: "max"
    case .times(let factor):
      // Whole factors are written without a fraction.
      factor == factor.rounded() ? "\(Int(factor))" : "\(factor)"
    }
  }
}

extension SimulationRequest {
  var typed: String { what.rawValue + (source.map { "@\($0.rawValue)" } ?? "") }
}

extension Heartbeat {
  /// Nil for the renderer's own.
  var typed: String? {
    switch self {
    case .standard: nil
    case .off: "off"
    case .every(let duration): duration.typed
    }
  }
}

extension ConfigChoice {
  /// Nil for the usual file.
  var typed: String? {
    switch self {
    case .standard: nil
    case .file(let name): name
    case .none: "no"
    }
  }
}
