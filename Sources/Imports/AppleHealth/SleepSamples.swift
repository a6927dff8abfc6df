// Collects sleep samples and combines them into nights.

import Model

/// A night as recorded by one device.
struct HealthNight {
  let device: DeviceTable.Device
  let start: HealthTime
  let end: HealthTime
  let asleepSeconds: Int
  let hasStages: Bool
  /// Time awake between start and end; nil if the device recorded none.
  let awakeSeconds: Int?

  func contains(_ time: UInt32) -> Bool { (start.seconds...end.seconds).contains(time) }
}

/// Sleep samples. Overlapping and adjacent samples of one device are merged, which does not change
/// the nights.
struct SleepSamples {
  enum Kind { case asleep, stage, awake }

  private struct Sample {
    let start: HealthTime
    var end: HealthTime
    let device: DeviceTable.Device
    let isAwake: Bool
    var hasStages: Bool
  }

  /// A longer gap separates two sleeps, in seconds.
  private static let longestGap: UInt32 = 2 * 3600

  private var list: [Sample] = []

  /// Adds a sample of positive length; false if the capacity is exceeded.
  mutating func add(
    _ kind: Kind, from start: HealthTime, to end: HealthTime, _ device: DeviceTable.Device
  ) -> Bool {
    if list.count == ImportLimits.appleSleep {
      merge()
      if list.count > ImportLimits.appleSleep / 4 * 3 { return false }
    } else if list.isEmpty {
      list.reserveCapacity(ImportLimits.appleSleep)
    }
    list.append(
      Sample(
        start: start, end: end, device: device, isAwake: kind == .awake, hasStages: kind == .stage))
    return true
  }

  /// Returns the main night that ends on each day, from the device that recorded the most sleep,
  /// and frees the data.
  mutating func takeNights(_ names: DeviceTable) -> [Day: HealthNight] {
    merge()
    defer { list = [] }
    var nights: [Day: HealthNight] = [:]
    var rest = list[...]
    while let first = rest.first {
      let own = rest.prefix { $0.device == first.device }
      rest = rest[own.endIndex...]
      let asleep = own.prefix { !$0.isAwake }
      Self.forEachNight(asleep, awake: own[asleep.endIndex...]) { night in
        let day = night.end.day
        if nights[day].map({ Self.wins(night, over: $0, names) }) ?? true { nights[day] = night }
      }
    }
    return nights
  }

  private static func wins(
    _ night: HealthNight, over other: HealthNight, _ names: DeviceTable
  ) -> Bool {
    if night.asleepSeconds != other.asleepSeconds {
      return night.asleepSeconds > other.asleepSeconds
    }
    if night.hasStages != other.hasStages { return night.hasStages }
    return night.device != other.device && names.precedes(night.device, other.device)
  }

  /// Splits the sleep of one device at long gaps.
  ///
  /// - Parameters: both sorted by time, without overlaps.
  private static func forEachNight(
    _ asleep: ArraySlice<Sample>, awake: ArraySlice<Sample>, _ body: (HealthNight) -> Void
  ) {
    var asleep = asleep
    var awake = awake
    while let first = asleep.first {
      var end = asleep.startIndex
      while end + 1 < asleep.endIndex,
        asleep[end + 1].start.seconds - asleep[end].end.seconds <= longestGap
      {
        end += 1
      }
      let night = asleep[...end]
      asleep = asleep[(end + 1)...]
      let (start, last) = (first.start.seconds, night[end].end.seconds)
      // Drop samples that ended long before this night and thus before later ones.
      awake = awake.drop { UInt64($0.end.seconds) + UInt64(longestGap) < start }
      let near = awake.prefix { $0.start.seconds <= UInt64(last) + UInt64(longestGap) }
      let up = near.reduce(0) { sum, sample in
        sum + max(0, Int(min(sample.end.seconds, last)) - Int(max(sample.start.seconds, start)))
      }
      body(
        HealthNight(
          device: first.device, start: first.start, end: night[end].end,
          asleepSeconds: night.reduce(0) { $0 + Int($1.end.seconds - $1.start.seconds) },
          hasStages: night.contains(where: \.hasStages), awakeSeconds: near.isEmpty ? nil : up))
    }
  }

  /// Sorts by device, asleep before awake, then time, and merges samples that overlap or touch.
  private mutating func merge() {
    func order(_ sample: Sample) -> UInt64 {
      UInt64(sample.device) << 33 | (sample.isAwake ? 1 : 0) << 32 | UInt64(sample.start.seconds)
    }
    // Stable, so that of equals the offsets of the first one stay.
    list.sort { (order($0), $0.end.seconds) < (order($1), $1.end.seconds) }
    guard !list.isEmpty else { return }
    var last = 0
    for next in 1..<list.count {
      let (one, other) = (list[last], list[next])
      guard order(one) >> 32 == order(other) >> 32, other.start.seconds <= one.end.seconds else {
        last += 1
        list[last] = other
        continue
      }
      list[last].hasStages = one.hasStages || other.hasStages
      if other.end.seconds > one.end.seconds { list[last].end = other.end }
    }
    list.removeSubrange((last + 1)...)
  }
}
