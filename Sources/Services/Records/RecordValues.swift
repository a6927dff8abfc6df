// Values in services' records and replies in all notations: numbers, flags, ids, times.

import Codec
import Model
import Network

extension JSONValue {
  /// An id as written, because it may be larger than any integer. nil for an empty string, and for
  /// anything but a string or an integer.
  var idText: String? {
    switch kind {
    case .string: string.flatMap { $0.isEmpty ? nil : $0 }
    case .number:
      literal.utf8.allSatisfy { (0x30...0x39).contains($0) } ? literal : integer.map { String($0) }
    case .object, .array, .bool, .null: nil
    }
  }

  /// A number, quoted or not.
  var looseNumber: Double? { double ?? string.flatMap { JSONNumber.double($0) } }

  /// A number that must be positive; devices write 0 when they did not measure.
  var positive: Double? { looseNumber.flatMap { $0 > 0 ? $0 : nil } }

  /// The nearest integer of a number, quoted or not.
  var looseWholeNumber: Int? { looseNumber?.wholeNumber }

  /// A flag, quoted or not.
  var looseFlag: Bool? { bool ?? string.flatMap { Bool($0) } }

  /// A time in any of the known forms; nil otherwise.
  var time: WrittenTime? { view { $0.time } }
}

extension JSONView {
  /// The nearest integer.
  var wholeNumber: Int? { double?.wholeNumber }

  /// A time in any of the known forms; nil otherwise.
  var time: WrittenTime? {
    plainText.map { WrittenTime(utf8: $0) } ?? string.flatMap { WrittenTime($0) }
  }
}

extension Double {
  /// The nearest integer; nil when it does not fit.
  var wholeNumber: Int? { Int(exactly: rounded()) }
}

/// A number in its plausible range; nil outside, for example for a 0 that means unknown.
func plausible<Number: Comparable>(_ number: Number?, _ range: ClosedRange<Number>) -> Number? {
  number.flatMap { range.contains($0) ? $0 : nil }
}

extension ListRange {
  /// Whether a start lies between the bounds, both exclusive.
  func contains(_ start: Timestamp) -> Bool {
    after.map { $0 < start } ?? true && before.map { start < $0 } ?? true
  }
}

extension Sex {
  /// `F` or `M`; nil for anything else, including null.
  init?(letter value: JSONValue?) {
    switch value?.string {
    case "F": self = .female
    case "M": self = .male
    default: return nil
    }
  }
}

extension Reply {
  /// Whether the first 2 kB of the body have this text, which is in lowercase, in any case.
  func says(_ text: String) -> Bool {
    String(decoding: body.prefix(2048), as: UTF8.self).lowercased().place(of: text) != nil
  }

  /// The integers of a header, separated by commas; empty when one of them is something else.
  func numbers(_ name: String) -> [Int64] {
    let parts = (header(name) ?? "").split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int64(String($0.filter { $0 != " " })) }
    return numbers.count == parts.count ? numbers : []
  }
}
