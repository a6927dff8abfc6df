// A `Record` element of a kind that is imported, its units and times, which do not depend on the
// phone's language.

import Codec
import Model

/// A record; valid until the scanner's next token.
struct HealthRecord {
  enum Kind {
    /// The standard deviation of the beats' intervals, and the root mean square of their
    /// differences.
    case variability, rMSSD
    case restingHeartRate, respiration, weight, sleep

    /// The kind of the current element; nil for others, which are most.
    init?(_ scanner: inout XMLScanner) {
      guard let type = scanner.value("type") else { return nil }
      switch type {
      case "HKQuantityTypeIdentifierHeartRateVariabilitySDNN": self = .variability
      case "HKQuantityTypeIdentifierHeartRateVariabilityRMSSD": self = .rMSSD
      case "HKQuantityTypeIdentifierRestingHeartRate": self = .restingHeartRate
      case "HKQuantityTypeIdentifierRespiratoryRate": self = .respiration
      case "HKQuantityTypeIdentifierBodyMass": self = .weight
      case "HKCategoryTypeIdentifierSleepAnalysis": self = .sleep
      default: return nil
      }
    }

    fileprivate var unit: HealthUnit? {
      switch self {
      case .variability, .rMSSD: .milliseconds
      case .restingHeartRate, .respiration: .perMinute
      case .weight: .kilograms
      case .sleep: nil
      }
    }
  }

  enum Content {
    /// In the unit of its kind.
    case figure(Double)
    case sleep(SleepSamples.Kind, end: HealthTime)
    /// Time in bed, or an unknown value of newer systems.
    case nothing
  }

  let start: HealthTime
  let device: UnsafeBufferPointer<UInt8>
  let content: Content

  /// Longer samples were never closed, in seconds.
  private static let longestSleep: UInt32 = 86_400

  /// nil if start, source or value is missing or implausible.
  init?(_ kind: Kind, _ scanner: inout XMLScanner) {
    guard let start = scanner.value("startDate").flatMap(HealthTime.init),
      let device = scanner.value("sourceName")
    else { return nil }
    (self.start, self.device) = (start, device)
    guard let unit = kind.unit else {
      guard let value = scanner.value("value"),
        let end = scanner.value("endDate").flatMap(HealthTime.init), end.seconds >= start.seconds,
        end.seconds - start.seconds <= Self.longestSleep
      else { return nil }
      let sleep = Self.sleep(value)
      content =
        sleep.map { end.seconds > start.seconds ? .sleep($0, end: end) : .nothing } ?? .nothing
      return
    }
    // Devices write 0 if they have no measurement.
    guard let value = scanner.amount("value", in: "unit", unit), value > 0, value < 100_000 else {
      return nil
    }
    content = .figure(value)
  }

  private static func sleep(_ value: UnsafeBufferPointer<UInt8>) -> SleepSamples.Kind? {
    switch value.dropping("HKCategoryValueSleepAnalysis") {
    case "AsleepCore"?, "AsleepDeep"?, "AsleepREM"?: .stage
    case "Asleep"?, "AsleepUnspecified"?: .asleep
    case "Awake"?: .awake
    default: nil
    }
  }
}

extension Double {
  /// Rounded to three decimals (grams, microseconds), so that it does not depend on the order of
  /// summation.
  var rounded3: Double { (self * 1000).rounded() / 1000 }
}

/// A physical dimension and the factors to our unit.
enum HealthUnit {
  case milliseconds
  case perMinute
  case kilograms
  case metres
  case seconds
  case watts

  /// Converts a number to our unit; nil for a unit of another dimension.
  func value(_ number: Double, in unit: UnsafeBufferPointer<UInt8>) -> Double? {
    factors.first { name, _ in unit.equals(name) }.map { _, factor in number * factor }
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

/// An instant with its UTC offset.
struct HealthTime: Hashable {
  /// Seconds since 1970-01-01T00:00:00Z; until 2106.
  let seconds: UInt32
  /// Seconds east of UTC.
  let offset: Int32

  var stamp: Timestamp { Timestamp(seconds: Int64(seconds)) }

  var day: Day { Day(of: stamp, offset: Int(offset)) }

  var local: LocalTime { LocalTime(secondsSince1970: Int64(seconds) + Int64(offset)) }
}

extension HealthTime {
  /// Parses "2026-11-20 06:00:00 +0100"; nil without an offset and before 1970.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    guard let time = WrittenTime(utf8: text), let offset = time.offset,
      let seconds = time.secondsSince1970.flatMap({ UInt32(exactly: $0) })
    else { return nil }
    self.init(seconds: seconds, offset: Int32(clamping: offset))
  }
}
