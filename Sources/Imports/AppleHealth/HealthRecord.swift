// One `Record` of an export, of the kinds that we read.

/// A record, valid until the scanner goes on.
struct HealthRecord {
  enum Kind {
    case variability, restingPulse, respiration, weight, sleep

    /// The kind of the element that begins; nil for those that we do not read, which are most.
    init?(_ scanner: inout XMLScanner) {
      guard let type = scanner.value("type") else { return nil }
      if let quantity = type.dropping("HKQuantityTypeIdentifier") {
        if quantity.equals("HeartRateVariabilitySDNN") {
          self = .variability
        } else if quantity.equals("RestingHeartRate") {
          self = .restingPulse
        } else if quantity.equals("RespiratoryRate") {
          self = .respiration
        } else if quantity.equals("BodyMass") {
          self = .weight
        } else {
          return nil
        }
      } else if type.equals("HKCategoryTypeIdentifierSleepAnalysis") {
        self = .sleep
      } else {
        return nil
      }
    }

    /// The unit of its figure; nil of sleep, which has none.
    fileprivate var unit: HealthUnit? {
      switch self {
      case .variability: .milliseconds
      case .restingPulse, .respiration: .perMinute
      case .weight: .kilograms
      case .sleep: nil
      }
    }
  }

  enum Content {
    /// In the unit of its kind.
    case figure(Double)
    case sleep(SleepSamples.Kind, end: HealthTime)
    /// Time in bed, or something that later systems write.
    case nothing
  }

  let start: HealthTime
  let device: UnsafeBufferPointer<UInt8>
  let content: Content

  /// Nobody sleeps longer in one go; samples that last for days were never closed.
  private static let longestSleep: UInt32 = 86_400

  /// nil for a record without a start, a source or a value, or with one that cannot be.
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
    // Devices write 0 for what they did not measure.
    guard let value = scanner.amount("value", in: "unit", unit), value > 0, value < 100_000 else {
      return nil
    }
    content = .figure(value)
  }

  private static func sleep(_ value: UnsafeBufferPointer<UInt8>) -> SleepSamples.Kind? {
    guard let name = value.dropping("HKCategoryValueSleepAnalysis") else { return nil }
    if name.equals("AsleepCore") || name.equals("AsleepDeep") || name.equals("AsleepREM") {
      return .stage
    }
    if name.equals("Asleep") || name.equals("AsleepUnspecified") { return .asleep }
    return name.equals("Awake") ? .awake : nil
  }
}
