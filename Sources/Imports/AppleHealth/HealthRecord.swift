// A `Record` element of a kind that is imported.

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
