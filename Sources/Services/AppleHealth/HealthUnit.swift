// The units that exports write, which follow the phone's region.

/// A physical dimension, and what to multiply a number by to have it in our unit.
enum HealthUnit {
  /// Milliseconds.
  case milliseconds
  /// Times a minute.
  case perMinute
  case kilograms
  case metres
  case seconds
  case watts

  /// The number in our unit; nil for a unit of another dimension.
  func value(_ number: Double, in unit: UnsafeBufferPointer<UInt8>) -> Double? {
    factor(of: unit).map { number * $0 }
  }

  private func factor(of unit: UnsafeBufferPointer<UInt8>) -> Double? {
    for (name, factor) in factors where unit.equals(name) { return factor }
    return nil
  }

  private var factors: [(StaticString, Double)] {
    switch self {
    case .milliseconds: [("ms", 1), ("s", 1000)]
    case .perMinute: [("count/min", 1), ("count/s", 60)]
    case .kilograms:
      [
        ("kg", 1), ("lb", 0.453_592_37), ("st", 6.350_293_18), ("g", 0.001),
        ("oz", 0.028_349_523_125),
      ]
    case .metres:
      [
        ("km", 1000), ("mi", 1609.344), ("m", 1), ("cm", 0.01), ("ft", 0.3048), ("yd", 0.9144),
        ("in", 0.0254),
      ]
    case .seconds: [("min", 60), ("s", 1), ("hr", 3600), ("h", 3600), ("ms", 0.001)]
    case .watts: [("W", 1), ("kW", 1000)]
    }
  }
}
