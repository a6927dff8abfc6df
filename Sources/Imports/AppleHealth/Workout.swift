// Reads a `Workout` element and converts it to an activity.

import Codec
import Model

struct Workout {
  let device: DeviceTable.Device
  private let start: HealthTime
  private let end: HealthTime
  private let type: String
  private let deviceName: [UInt8]
  private var durationSeconds: Double?
  /// The `totalDistance` attribute of old exports.
  private var totalDistance: Double?
  private var distance: Double?
  private var elevationGain: Double?
  private var averagePower: Double?
  private var maxPower: Double?
  private var measuredPower: Bool?
  private var averageHeartRate: Double?
  private var maxHeartRate: Double?
  private var averageCadence: Double?
  private var timezone: String?
  /// The number of statistics: of two records of one workout, the one with more is kept.
  private(set) var statistics = 0

  /// Reads the attributes; nil without a type, a start and an end.
  init?(_ scanner: inout XMLScanner, _ recorders: inout DeviceTable) {
    guard let type = scanner.value("workoutActivityType"),
      let start = scanner.value("startDate").flatMap(HealthTime.init),
      let end = scanner.value("endDate").flatMap(HealthTime.init), end.seconds >= start.seconds,
      let name = scanner.value("sourceName"), let device = recorders.device(name)
    else { return nil }
    let sport = type.dropping("HKWorkoutActivityType") ?? type
    guard !sport.isEmpty, sport.count <= 128 else { return nil }
    (self.start, self.end, self.device) = (start, end, device)
    self.type = String(decoding: sport, as: UTF8.self)
    deviceName = recorders.name(of: device)
    durationSeconds = scanner.amount(
      "duration", in: "durationUnit", .seconds, otherwise: 60)
    totalDistance = scanner.amount("totalDistance", in: "totalDistanceUnit", .metres)
  }

  mutating func readStatistics(_ scanner: inout XMLScanner) {
    guard let type = scanner.value("type")?.dropping("HKQuantityTypeIdentifier") else { return }
    statistics += 1
    switch type {
    case "HeartRate":
      averageHeartRate = scanner.amount("average", in: "unit", .perMinute)
      maxHeartRate = scanner.amount("maximum", in: "unit", .perMinute)
    case "CyclingPower", "RunningPower":
      averagePower = scanner.amount("average", in: "unit", .watts)
      maxPower = scanner.amount("maximum", in: "unit", .watts)
      // Running power is estimated by the watch.
      if averagePower != nil { measuredPower = type.equals("CyclingPower") }
    case "CyclingCadence":
      averageCadence = scanner.amount("average", in: "unit", .perMinute)
    default:
      guard type.dropping("Distance") != nil else { return }
      // The longest of several: a ride also records some steps.
      distance = [distance, scanner.amount("sum", in: "unit", .metres)].compactMap { $0 }.max()
    }
  }

  mutating func readMetadata(_ scanner: inout XMLScanner) {
    guard let key = scanner.value("key"), let value = scanner.value("value") else { return }
    if key.equals("HKTimeZone"), value.count <= 64, value.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) {
      timezone = String(decoding: value, as: UTF8.self)
    } else if key.equals("HKElevationAscended") {
      // "NUMBER UNIT".
      guard let blank = value.firstIndex(of: UInt8(ascii: " ")),
        let number = XMLNumber.parse(UnsafeBufferPointer(rebasing: value[..<blank]))
      else { return }
      let unit = UnsafeBufferPointer(rebasing: value[(blank + 1)...])
      elevationGain = HealthUnit.metres.value(number, in: unit)
    }
  }

  /// The activity. Omits energy, because calories burned are not mechanical work.
  func activity(from place: FileOrigin) -> Activity {
    var activity = Activity(
      id: ActivityID(source: .appleHealth, sourceID: identity), start: start.stamp)
    activity.sport = type
    activity.startLocal = start.local
    activity.timezone = timezone
    let elapsed = Int(end.seconds - start.seconds)
    activity.durationSeconds = durationSeconds.map { Int($0.rounded()) } ?? elapsed
    activity.elapsedSeconds = elapsed
    activity.distanceMetres = (distance ?? totalDistance)?.rounded3
    activity.elevationGainMetres = elevationGain?.rounded3
    activity.averagePowerWatts = averagePower?.rounded3
    activity.maxPowerWatts = maxPower?.rounded3
    activity.measuredPower = measuredPower
    activity.averageHeartRate = averageHeartRate?.rounded3
    activity.maxHeartRate = maxHeartRate?.rounded3
    activity.averageCadence = averageCadence?.rounded3
    activity.from = place
    return activity
  }

  /// A hash of fields that are equal in all exports: instants, not local times. 64-bit FNV-1a
  /// (Fowler, Noll, Vo).
  private var identity: String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    for byte in type.utf8 { add(byte) }
    for number in [start.seconds, end.seconds] {
      for shift in [0, 8, 16, 24] { add(UInt8(truncatingIfNeeded: number >> UInt32(shift))) }
    }
    for byte in deviceName { add(byte) }
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
