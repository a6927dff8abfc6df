// Collects the health data of an export compactly until the nights are known, groups it into days,
// and chooses the readings that make a day's value.

import Model

struct HealthDays {
  var devices = DeviceTable()
  private var readings: [HealthRecord.Kind: Readings] = [:]
  var sleep = SleepSamples()
  private var places: [Day: FileOrigin] = [:]

  /// Adds a value in the unit of its kind; false if the capacity is exceeded.
  mutating func add(_ reading: Reading, of kind: HealthRecord.Kind) -> Bool {
    readings[kind, default: Readings()].add(reading)
  }

  /// Records the place of the first record of a day.
  mutating func note(_ day: Day, at place: () -> FileOrigin) {
    if places[day] == nil { places[day] = place() }
  }

  /// Returns the days in order and frees the data.
  mutating func takeDays() -> [WellnessDay] {
    let nights = sleep.takeNights(devices)
    // Records of the night may be dated the evening before.
    var days = DayList(.appleHealth) { [places] in places[$0] ?? places[$0.advanced(by: -1)] }
    for (date, night) in nights {
      days.change(date) { day in
        day.sleepSeconds = night.asleepSeconds
        day.sleepStart = night.start.local
        day.sleepEnd = night.end.local
        day.awakeSeconds = night.awakeSeconds
      }
    }
    // One kind at a time, so that only one is in memory twice.
    for (kind, field) in [
      (HealthRecord.Kind.variability, \WellnessDay.hrvSDNN), (.rMSSD, \.hrvRMSSD),
      (.respiration, \.respiration),
    ] {
      let readings = DayReadings(take(kind), nights: nights, usesNights: true, devices)
      for date in readings.days { days.set(date, field, readings.mean(of: date)) }
    }
    let pulse = DayReadings(take(.restingHeartRate), nights: nights, usesNights: false, devices)
    for date in pulse.days { days.set(date, \.restingHeartRate, pulse.last(of: date)) }
    for (date, weight) in lastWeights() { days.set(date, \.weightKilograms, weight) }
    return days.sorted()
  }

  private mutating func take(_ kind: HealthRecord.Kind) -> [Reading] {
    var list = readings.removeValue(forKey: kind)
    return list?.take() ?? []
  }

  /// The last weight of each day, from any device.
  private mutating func lastWeights() -> [Day: Double] {
    let readings = take(.weight).sorted {
      ($0.time.seconds, $0.value) < ($1.time.seconds, $1.value)
    }
    return readings.reduce(into: [:]) { $0[$1.time.day] = $1.value }
  }
}

/// Numbers the devices of records, so that each takes two bytes.
struct DeviceTable {
  /// A device or app by its name in the export.
  typealias Device = UInt16

  private var names: [[UInt8]] = []
  private var devices: [[UInt8]: Device] = [:]

  /// nil if there are too many devices or the name is too long.
  mutating func device(_ name: UnsafeBufferPointer<UInt8>) -> Device? {
    guard name.count <= XMLLimit.name else { return nil }
    let bytes = Array(name)
    if let device = devices[bytes] { return device }
    guard names.count < ImportLimits.appleDevices else { return nil }
    devices[bytes] = Device(names.count)
    names.append(bytes)
    return devices[bytes]
  }

  func name(of device: Device) -> [UInt8] { names[Int(device)] }

  /// Orders devices by name only.
  func precedes(_ one: Device, _ other: Device) -> Bool {
    name(of: one).lexicographicallyPrecedes(name(of: other))
  }
}

struct DayReadings {
  private struct Figures {
    /// During the night that ends on the day.
    var asleep = Mean()
    /// On the day, outside of nights.
    var awake = Mean()
    var last = 0.0
  }

  private var figures: [Day: [DeviceTable.Device: Figures]] = [:]
  private let nights: [Day: HealthNight]
  private let names: DeviceTable

  /// - Parameters:
  ///   - readings: sorted by device, then time.
  ///   - usesNights: whether a reading during a night belongs to the day on which the night ends.
  init(_ readings: [Reading], nights: [Day: HealthNight], usesNights: Bool, _ names: DeviceTable) {
    self.nights = nights
    self.names = names
    assert(
      zip(readings, readings.dropFirst()).allSatisfy {
        ($0.device, $0.time.seconds) <= ($1.device, $1.time.seconds)
      })
    for reading in readings {
      let written = reading.time.day
      // A night begins on the day before it ends or on the same day. With another UTC offset it may
      // end a day off.
      let night = [written, written.advanced(by: 1), written.advanced(by: -1)].first { day in
        usesNights && nights[day]?.contains(reading.time.seconds) ?? false
      }
      let day = night ?? written
      let part = night == nil ? \Figures.awake : \Figures.asleep
      var figure = figures[day]?[reading.device] ?? Figures()
      figure[keyPath: part].add(reading.value)
      figure.last = reading.value
      figures[day, default: [:]][reading.device] = figure
    }
  }

  var days: some Collection<Day> { figures.keys }

  /// The mean of the night, otherwise of the day. From the device chosen for the night; from
  /// another only if that has no readings.
  func mean(of day: Day) -> Double? { figures(of: day).flatMap { $0.asleep.mean ?? $0.awake.mean } }

  /// The last reading of the day, from the same device.
  func last(of day: Day) -> Double? { figures(of: day)?.last }

  /// Without a device for the night, the one with the most readings during the night is used, then
  /// the one with the most on the day.
  private func figures(of day: Day) -> Figures? {
    guard let devices = figures[day] else { return nil }
    if let winner = nights[day]?.device, let own = devices[winner] { return own }
    return devices.max { one, other in
      let first = (one.value.asleep.count, one.value.awake.count)
      let second = (other.value.asleep.count, other.value.awake.count)
      return first == second ? names.precedes(other.key, one.key) : first < second
    }?.value
  }
}

struct Reading {
  let time: HealthTime
  let device: DeviceTable.Device
  let value: Double
}

/// Readings of one kind. Beyond its capacity, duplicates are removed: exports of several days have
/// the same readings.
struct Readings {
  private let capacity: Int
  private var list: [Reading] = []

  init(capacity: Int = ImportLimits.appleReadings) { self.capacity = capacity }

  /// Adds a reading; false if the capacity is exceeded.
  mutating func add(_ reading: Reading) -> Bool {
    if list.count == capacity {
      sort()
      if list.count > capacity / 4 * 3 { return false }
    } else if list.isEmpty {
      // Growing needs twice the memory; what is not used takes none.
      list.reserveCapacity(capacity)
    }
    list.append(reading)
    return true
  }

  /// Returns the readings without duplicates, sorted by device and time, and frees the data.
  mutating func take() -> [Reading] {
    defer { list = [] }
    sort()
    return list
  }

  private mutating func sort() {
    func key(_ reading: Reading) -> (DeviceTable.Device, UInt32, Double) {
      (reading.device, reading.time.seconds, reading.value)
    }
    list.sort { key($0) < key($1) }
    var count = 0
    // In place, because a list of many years is large.
    for index in list.indices where count == 0 || key(list[count - 1]) != key(list[index]) {
      list[count] = list[index]
      count += 1
    }
    list.removeSubrange(count...)
  }
}
