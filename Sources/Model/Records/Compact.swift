// Optional values in less memory than an `Optional` takes: a history has many thousands of records
// with a dozen of them each.

/// An optional `Double` in eight bytes.
@propertyWrapper
package struct CompactDouble: Hashable, Sendable {
  /// A NaN that no computation produces.
  private static let absent = UInt64.max

  private var bits = absent

  package init() {}

  package var wrappedValue: Double? {
    get { bits == Self.absent ? nil : Double(bitPattern: bits) }
    set { bits = newValue?.bitPattern ?? Self.absent }
  }
}

/// An optional integer in eight bytes; `Int.min` stands for nil.
@propertyWrapper
package struct CompactInt: Hashable, Sendable {
  private var number = Int.min

  package init() {}

  package var wrappedValue: Int? {
    get { number == .min ? nil : number }
    set { number = newValue ?? .min }
  }
}

/// An optional value that is nearly always absent: it takes a pointer, and more only when present.
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
