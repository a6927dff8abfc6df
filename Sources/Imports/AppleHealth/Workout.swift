// Reads a `Workout` element and converts it to an activity.

import Codec
import Model

struct Workout {
  let device: DeviceTable.Device
  /// Omits energy, because calories burned are not mechanical work.
  private(set) var activity: Activity
  /// The longest of its statistics: a ride also records some steps.
  private var distance: Double?
  /// The number of statistics: of two records of one workout, the one with more is kept.
  private(set) var statistics = 0

  /// Reads the attributes; nil without a type, a start and an end.
  init?(_ scanner: inout XMLScanner, _ devices: inout DeviceTable, from place: FileOrigin) {
    guard let type = scanner.value("workoutActivityType"),
      let start = scanner.value("startDate").flatMap(HealthTime.init),
      let end = scanner.value("endDate").flatMap(HealthTime.init), end.seconds >= start.seconds,
      let name = scanner.value("sourceName"), let device = devices.device(name)
    else { return nil }
    let word = type.dropping("HKWorkoutActivityType") ?? type
    guard !word.isEmpty, word.count <= 128 else { return nil }
    let sport = String(decoding: word, as: UTF8.self)
    self.device = device
    let identity = Self.identity(sport, start, end, devices.name(of: device))
    activity = Activity(
      id: ActivityID(source: .appleHealth, sourceID: identity), start: start.stamp)
    activity.sport = sport
    activity.startLocal = start.local
    let elapsed = Int(end.seconds - start.seconds)
    let duration = scanner.amount("duration", in: "durationUnit", .seconds, otherwise: 60)
    activity.durationSeconds = duration.map { Int($0.rounded()) } ?? elapsed
    activity.elapsedSeconds = elapsed
    // Only old exports have it.
    activity.distanceMetres =
      scanner.amount("totalDistance", in: "totalDistanceUnit", .metres)?
      .rounded3
    activity.from = place
  }

  mutating func readStatistics(_ scanner: inout XMLScanner) {
    guard let type = scanner.value("type")?.dropping("HKQuantityTypeIdentifier") else { return }
    statistics += 1
    func amount(_ name: StaticString, _ unit: HealthUnit) -> Double? {
      scanner.amount(name, in: "unit", unit)?.rounded3
    }
    switch type {
    case "HeartRate":
      activity.averageHeartRate = amount("average", .perMinute)
      activity.maxHeartRate = amount("maximum", .perMinute)
    case "CyclingPower", "RunningPower":
      activity.averagePowerWatts = amount("average", .watts)
      activity.maxPowerWatts = amount("maximum", .watts)
      // Running power is estimated by the watch.
      if activity.averagePowerWatts != nil { activity.measuredPower = type.equals("CyclingPower") }
    case "CyclingCadence": activity.averageCadence = amount("average", .perMinute)
    default:
      guard type.dropping("Distance") != nil, let sum = amount("sum", .metres) else { return }
      distance = max(distance ?? 0, sum)
      activity.distanceMetres = distance
    }
  }

  mutating func readMetadata(_ scanner: inout XMLScanner) {
    guard let key = scanner.value("key"), let value = scanner.value("value") else { return }
    if key.equals("HKTimeZone"), value.count <= 64, value.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) {
      activity.timezone = String(decoding: value, as: UTF8.self)
    } else if key.equals("HKElevationAscended") {
      // "NUMBER UNIT".
      guard let blank = value.firstIndex(of: UInt8(ascii: " ")),
        let number = XMLNumber.parse(value[..<blank])
      else { return }
      let unit = UnsafeBufferPointer(rebasing: value[(blank + 1)...])
      activity.elevationGainMetres = HealthUnit.metres.value(number, in: unit)?.rounded3
    }
  }

  /// A hash of fields that are equal in all exports: instants, not local times. 64-bit FNV-1a
  /// (Fowler, Noll, Vo).
  private static func identity(
    _ sport: String, _ start: HealthTime, _ end: HealthTime, _ device: [UInt8]
  ) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    for byte in sport.utf8 { add(byte) }
    for number in [start.seconds, end.seconds] {
      for shift in [0, 8, 16, 24] { add(UInt8(truncatingIfNeeded: number >> UInt32(shift))) }
    }
    for byte in device { add(byte) }
    return Hex.encode((0..<8).map { UInt8(truncatingIfNeeded: hash >> (56 - 8 * UInt64($0))) })
  }
}

extension XMLScanner {
  /// An attribute's value in our unit.
  ///
  /// - Parameters:
  ///   - unitName: the attribute that holds the unit.
  ///   - factor: converts a number without a unit; nil to reject it.
  /// - Returns: nil if missing, negative, or in an unknown unit.
  mutating func amount(
    _ name: StaticString, in unitName: StaticString, _ unit: HealthUnit,
    otherwise factor: Double? = nil
  ) -> Double? {
    guard let number = value(name).flatMap(XMLNumber.parse), number >= 0, number < 1e9 else {
      return nil
    }
    guard let written = value(unitName) else { return factor.map { number * $0 } }
    return unit.value(number, in: written)
  }
}
