// Values that may be absent, in less room than an `Optional` takes: a history is many thousands of
// records with a dozen of them each.

/// A number of eight bytes that may be absent.
@propertyWrapper
package struct CompactDouble: Hashable, Sendable {
  /// A NaN that no computation gives.
  private static let absent = UInt64.max

  private var bits = absent

  package init() {}

  package var wrappedValue: Double? {
    get { bits == Self.absent ? nil : Double(bitPattern: bits) }
    set { bits = newValue?.bitPattern ?? Self.absent }
  }
}

/// An integer of eight bytes that may be absent; the least of all counts as absent.
@propertyWrapper
package struct CompactInt: Hashable, Sendable {
  private var number = Int.min

  package init() {}

  package var wrappedValue: Int? {
    get { number == .min ? nil : number }
    set { number = newValue ?? .min }
  }
}

/// A value that is hardly ever there: only then it takes more than a pointer.
@propertyWrapper
package struct Boxed<Value: Hashable & Sendable>: Hashable, Sendable {
  private indirect enum Box: Hashable, Sendable {
    case value(Value)
  }

  private var box: Box?

  package init() {}

  package var wrappedValue: Value? {
    get { if case .value(let value) = box { value } else { nil } }
    set { box = newValue.map { .value($0) } }
  }
}
