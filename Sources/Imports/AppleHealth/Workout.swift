// A workout while its element is read, and the activity it becomes.

import Codec
import Model

/// What an export says of one workout.
struct Workout {
  let device: Recorders.Device
  private let start: HealthTime
  private let end: HealthTime
  private let type: String
  private let deviceName: [UInt8]
  private var durationSeconds: Double?
  /// Of the workout's own attribute, which old exports have.
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
  /// How much it says: of two records of one workout the one that says more is kept.
  private(set) var statistics = 0

  /// Reads the attributes of a `Workout`; nil without a type, a start and an end.
  init?(_ scanner: inout XMLScanner, _ recorders: inout Recorders) {
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

  /// Reads a `WorkoutStatistics`.
  mutating func readStatistics(_ scanner: inout XMLScanner) {
    guard let type = scanner.value("type")?.dropping("HKQuantityTypeIdentifier") else { return }
    statistics += 1
    if type.dropping("Distance") != nil {
      // Of several the longest: a ride counts a few steps, too.
      distance = [distance, scanner.amount("sum", in: "unit", .metres)].compactMap { $0 }.max()
    } else if type.equals("HeartRate") {
      averageHeartRate = scanner.amount("average", in: "unit", .perMinute)
      maxHeartRate = scanner.amount("maximum", in: "unit", .perMinute)
    } else if type.equals("CyclingPower") || type.equals("RunningPower") {
      averagePower = scanner.amount("average", in: "unit", .watts)
      maxPower = scanner.amount("maximum", in: "unit", .watts)
      // A watch estimates the power of runners.
      if averagePower != nil { measuredPower = type.equals("CyclingPower") }
    } else if type.equals("CyclingCadence") {
      averageCadence = scanner.amount("average", in: "unit", .perMinute)
    }
  }

  /// Reads a `MetadataEntry`.
  mutating func readMetadata(_ scanner: inout XMLScanner) {
    guard let key = scanner.value("key"), let value = scanner.value("value") else { return }
    if key.equals("HKTimeZone"), value.count <= 64, value.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) {
      timezone = String(decoding: value, as: UTF8.self)
    } else if key.equals("HKElevationAscended") {
      // The number, a blank, the unit.
      guard let blank = value.firstIndex(of: UInt8(ascii: " ")),
        let number = HealthNumber.parse(UnsafeBufferPointer(rebasing: value[..<blank]))
      else { return }
      let unit = UnsafeBufferPointer(rebasing: value[(blank + 1)...])
      elevationGain = HealthUnit.metres.value(number, in: unit)
    }
  }

  /// The activity. Energy is left out: what a body burns is not the work it does.
  func activity(from place: FilePlace) -> Activity {
    var activity = Activity(
      id: ActivityID(source: .appleHealth, sourceID: identity), start: start.stamp)
    activity.sport = type
    activity.startLocal = start.local
    activity.timezone = timezone
    let elapsed = Int(end.seconds - start.seconds)
    activity.durationSeconds = durationSeconds.map(Int.init(rounding:)) ?? elapsed
    activity.elapsedSeconds = elapsed
    activity.distanceMetres = (distance ?? totalDistance)?.asFigure
    activity.elevationGainMetres = elevationGain?.asFigure
    activity.averagePowerWatts = averagePower?.asFigure
    activity.maxPowerWatts = maxPower?.asFigure
    activity.measuredPower = measuredPower
    activity.averageHeartRate = averageHeartRate?.asFigure
    activity.maxHeartRate = maxHeartRate?.asFigure
    activity.averageCadence = averageCadence?.asFigure
    activity.from = place
    return activity
  }

  /// A hash of what does not change from export to export: the instants, not the clock that an
  /// export is written by. FNV-1a (Fowler, Noll, Vo), 64 bits.
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
  /// An attribute's number in our unit.
  ///
  /// - Parameters:
  ///   - unitName: the attribute that names the unit.
  ///   - factor: makes our unit of a number without one; nil when that says nothing.
  /// - Returns: nil when it is missing, negative, or in a unit that we do not know.
  mutating func amount(
    _ name: StaticString, in unitName: StaticString, _ unit: HealthUnit,
    otherwise factor: Double? = nil
  ) -> Double? {
    guard let number = value(name).flatMap(HealthNumber.parse), number >= 0, number < 1e9 else {
      return nil
    }
    guard let written = value(unitName) else { return factor.map { number * $0 } }
    return unit.value(number, in: written)
  }
}

extension Int {
  /// The nearest whole number.
  fileprivate init(rounding number: Double) { self.init(number.rounded()) }
}
