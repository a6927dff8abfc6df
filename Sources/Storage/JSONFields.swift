// Fields of records: figures that read back as the same numbers, dates, and checked reading.

import Format
import Codec
import Model

extension JSONWriter {
  /// Writes a number so that reading gives the same double again. Most have few decimals, and those
  /// are written in a fraction of the time.
  mutating func figure(_ name: StaticString, _ number: Double?) {
    guard let number else { return }
    let thousandths = (number * 1000).rounded()
    if thousandths.magnitude < 1e15, thousandths / 1000 == number {
      member(name, number, decimals: 3)
    } else {
      member(name, exactly: number)
    }
  }

  /// Writes a number rounded to two decimals, for figures that are computed anew anyway.
  mutating func rounded(_ name: StaticString, _ number: Double?) {
    member(name, number, decimals: 2)
  }
}

/// Reads members and remembers whether one of them was not of its kind or outside its range. `null` is
/// absent.
struct FieldReader {
  private(set) var isValid = true

  mutating func text(_ value: JSONValue) -> String? {
    check(value, value.string)
  }

  mutating func number(
    _ value: JSONValue, in range: ClosedRange<Double> = StoredRange.figure
  ) -> Double? {
    check(value, value.number(in: range))
  }

  mutating func integer(
    _ value: JSONValue, in range: ClosedRange<Int> = StoredRange.seconds
  ) -> Int? {
    check(value, value.integer(in: range))
  }

  mutating func flag(_ value: JSONValue) -> Bool? {
    check(value, value.bool)
  }

  mutating func time(_ value: JSONValue) -> Timestamp? {
    check(value, value.timestamp)
  }

  mutating func date(_ value: JSONValue) -> Day? {
    check(value, value.day)
  }

  mutating func localTime(_ value: JSONValue) -> LocalTime? {
    check(value, value.localTime)
  }

  private mutating func check<Value>(_ json: JSONValue, _ value: Value?) -> Value? {
    if value == nil, !json.isNull { isValid = false }
    return value
  }
}

extension JSONValue {
  /// The value of a number; nil outside the range.
  func number(in range: ClosedRange<Double>) -> Double? {
    double.flatMap { range.contains($0) ? $0 : nil }
  }

  /// The value of a whole number; nil outside the range.
  func integer(in range: ClosedRange<Int>) -> Int? {
    integer.flatMap { Int(exactly: $0) }.flatMap { range.contains($0) ? $0 : nil }
  }
}

extension ActivityID {
  /// Reads `source:id`; nil for a source this program does not know.
  init?(_ text: String) {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
      let source = Source(rawValue: String(text[..<colon]))
    else { return nil }
    let sourceID = String(text[text.utf8.index(after: colon)...])
    guard !sourceID.isEmpty else { return nil }
    self.init(source: source, sourceID: sourceID)
  }
}
