// Collects the health data of an export and groups it into days.

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
