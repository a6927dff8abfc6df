// JSON written by hand: what the program's own writer escapes, services send as it is.

import Codec

package enum JSONText {
  /// A string literal with what must be escaped escaped, and nothing else.
  package static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case ..<" ": "\\u00" + Hex.encode([UInt8(scalar.value)])
      default: "\(scalar)"
      }
    }
    return "\"\(escaped.joined())\""
  }

  /// An object; `overrides` replaces or adds members.
  package static func object(
    _ members: [(name: String, json: String)], _ overrides: [String: String] = [:]
  ) -> String {
    let all = replaced(members, by: overrides)
    return "{" + all.map { "\"\($0.name)\":\($0.json)" }.joined(separator: ",") + "}"
  }

  /// Members with others in their places, and behind them.
  static func replaced(
    _ members: [(name: String, json: String)], by overrides: [String: String]
  ) -> [(name: String, json: String)] {
    var others = overrides
    let known = members.map { ($0.name, others.removeValue(forKey: $0.name) ?? $0.json) }
    return known + others.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  static func optional(_ number: (some CustomStringConvertible)?) -> String {
    number.map { $0.description } ?? "null"
  }

  /// A fraction with at most so many decimals, always with a point.
  package static func number(_ value: Double, decimals: Int) -> String {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    return "\((value * scale).rounded() / scale)"
  }
}
