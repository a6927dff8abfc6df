// Numbers, flags and ids of services' records, however they are written.

import Codec

extension JSONValue {
  /// The elements of a list; nil for anything else, and for one of more elements than that: each takes
  /// more memory than its text.
  func records(atMost limit: Int) -> [JSONValue]? {
    guard let elements else { return nil }
    var records: [JSONValue] = []
    for element in elements {
      guard records.count < limit else { return nil }
      records.append(element)
    }
    return records
  }

  /// An id as it stands there: it may be larger than any integer. nil for an empty string and for
  /// what is neither string nor whole number.
  var idText: String? {
    switch kind {
    case .string: string.flatMap { $0.isEmpty ? nil : $0 }
    case .number:
      literal.utf8.allSatisfy { (0x30...0x39).contains($0) } ? literal : integer.map { String($0) }
    case .object, .array, .bool, .null: nil
    }
  }

  /// The nearest whole number.
  var wholeNumber: Int? { double?.wholeNumber }

  /// A number, also one in quotes.
  var looseNumber: Double? {
    double ?? string.flatMap { JSONNumber.double($0) }
  }

  /// The nearest whole number, also of one in quotes.
  var looseWholeNumber: Int? {
    looseNumber.flatMap { Int(exactly: $0.rounded()) }
  }

  /// A flag, also one in quotes.
  var looseFlag: Bool? {
    bool ?? string.flatMap { Bool($0) }
  }
}

extension JSONView {
  /// The nearest whole number.
  var wholeNumber: Int? { double?.wholeNumber }
}

extension Double {
  /// The nearest whole number; nil for what no integer can be.
  fileprivate var wholeNumber: Int? { Int(exactly: rounded()) }
}

/// A number where it can be right; nil for one that only stands for "never told".
func plausible<Number: Comparable>(
  _ number: Number?, _ range: ClosedRange<Number>
) -> Number? {
  number.flatMap { range.contains($0) ? $0 : nil }
}
