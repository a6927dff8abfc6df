// Reads the values of Garmin's JSON: plausible numbers, dates and times.

import Codec
import Model

extension JSONValue {
  /// The number of a member; nil when there is none, or an implausible one.
  ///
  /// - Parameters:
  ///   - divisor: how many of the document's unit make one of ours.
  ///   - range: in our unit.
  func figure(_ name: String, per divisor: Double = 1, in range: ClosedRange<Double>) -> Double? {
    self[name]?.double.flatMap { range.contains($0 / divisor) ? $0 / divisor : nil }
  }

  /// The date of a member, written `YYYY-MM-DD` with or without a time.
  func day(_ name: String) -> Day? {
    guard let text = self[name]?.string, text.utf8.count < 64 else { return nil }
    let date = text.utf8.prefix(10)
    if let next = text.utf8.dropFirst(10).first {
      guard next == UInt8(ascii: "T") || next == UInt8(ascii: " ") else { return nil }
    }
    return String(date).flatMap { Day($0) }.flatMap { DayLimits.dates.contains($0) ? $0 : nil }
  }

  /// The time of a member in seconds since 1970, written as a text or in milliseconds. A text
  /// without a zone counts as UTC.
  func seconds(_ name: String) -> Int64? {
    guard let value = self[name] else { return nil }
    let seconds: Int64
    if let milliseconds = value.double {
      // Larger ones are no plausible times.
      guard milliseconds.magnitude < 1e15 else { return nil }
      seconds = Int64((milliseconds / 1000).rounded(.down))
    } else if let text = value.string, let time = WrittenTime(text) {
      seconds = time.inUTC.seconds
    } else {
      return nil
    }
    return RideLimits.times.contains(seconds) ? seconds : nil
  }

  /// A text of a member; nil when it is absent, empty or longer than 1,024 bytes.
  func words(_ name: String) -> String? {
    guard let text = self[name]?.string, (1...1024).contains(text.utf8.count) else { return nil }
    return text
  }
}
