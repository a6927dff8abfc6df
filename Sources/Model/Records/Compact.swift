// Values of records. The optional ones take less memory than an `Optional`: a history has many
// thousands of records with a dozen of them each.

/// An optional figure in eight bytes. What is out of range, or no number, is absent: nothing is
/// computed with it.
@propertyWrapper
package struct CompactDouble: Hashable, Sendable {
  /// Beyond 2^53 a double no longer holds every whole number.
  package static let range = -9_007_199_254_740_992.0...9_007_199_254_740_992.0
  /// A NaN that no computation produces.
  private static let absent = UInt64.max

  private var bits = absent

  package init() {}

  package var wrappedValue: Double? {
    get { bits == Self.absent ? nil : Double(bitPattern: bits) }
    set {
      if let newValue, Self.range ~= newValue {
        bits = newValue.bitPattern
      } else {
        bits = Self.absent
      }
    }
  }
}

/// An optional whole number in eight bytes, of seconds or watts; what is out of range is absent.
@propertyWrapper
package struct CompactInt: Hashable, Sendable {
  /// A hundred years of seconds.
  package static let range = 0...3_155_760_000
  private static let absent = Int.min

  private var number = absent

  package init() {}

  package var wrappedValue: Int? {
    get { number == Self.absent ? nil : number }
    set {
      if let newValue, Self.range ~= newValue {
        number = newValue
      } else {
        number = Self.absent
      }
    }
  }
}

/// A text that is clean as `DisplayText` is, whoever gave it.
@propertyWrapper
package struct CleanText: Hashable, Sendable {
  private var text: String?

  package init() {}

  package var wrappedValue: String? {
    get { text }
    set { text = newValue.map { DisplayText($0).description } }
  }
}

/// An optional value that is nearly always absent: it takes a pointer, and more only when present.
@propertyWrapper
package struct Boxed<Value: Hashable & Sendable>: Hashable, Sendable {
  private indirect enum Box: Hashable, Sendable { case value(Value) }

  private var box: Box?

  package init() {}

  package var wrappedValue: Value? {
    get { if case .value(let value) = box { value } else { nil } }
    set { box = newValue.map { .value($0) } }
  }
}
