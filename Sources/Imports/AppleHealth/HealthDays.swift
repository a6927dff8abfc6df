// Collects the health data of an export and groups it into days.

import Model

struct HealthDays {
  var recorders = DeviceTable()
  /// Milliseconds.
  private var sdnn = Readings()
  /// Milliseconds.
  private var rmssd = Readings()
  /// Per minute.
  private var respiration = Readings()
  /// Per minute.
  private var restingHeartRate = Readings()
  private var weight = Readings()
  private var sleep = SleepSamples()
  private var places: [Day: FileOrigin] = [:]

  /// Adds a value in the unit of its kind; false if the capacity is exceeded.
  mutating func add(
    _ value: Double, of kind: HealthRecord.Kind, at time: UInt32, _ recorder: DeviceTable.ID
  ) -> Bool {
    switch kind {
    case .variability: sdnn.add(value, at: time, recorder, recorders)
    case .restingHeartRate: restingHeartRate.add(value, at: time, recorder, recorders)
    case .respiration: respiration.add(value, at: time, recorder, recorders)
    case .weight: weight.add(value, at: time, recorder, recorders)
    case .sleep: true
    }
  }

  /// Adds an rMSSD in milliseconds; false if the capacity is exceeded.
  mutating func add(rMSSD value: Double, at time: UInt32, _ recorder: DeviceTable.ID) -> Bool {
    rmssd.add(value, at: time, recorder, recorders)
  }

  /// Adds a sleep sample; false if the capacity is exceeded.
  mutating func add(
    _ kind: SleepSamples.Kind, from start: HealthTime, to end: HealthTime,
    _ device: DeviceTable.Device
  ) -> Bool {
    guard let first = recorders.id(device, offset: start.offset),
      let last = recorders.id(device, offset: end.offset)
    else { return false }
    return sleep.add(kind, from: start, first, to: end, last, recorders)
  }

  /// Records the place of the first record of a day.
  mutating func note(_ day: Day, at place: () -> FileOrigin) {
    if places[day] == nil { places[day] = place() }
  }

  /// Returns the days in order and frees the data.
  mutating func takeDays() -> [WellnessDay] {
    let nights = sleep.takeNights(recorders)
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
      (\HealthDays.sdnn, \WellnessDay.hrvSDNN), (\.rmssd, \.hrvRMSSD),
      (\.respiration, \.respiration),
    ] {
      let readings = DayReadings(
        self[keyPath: kind].take(recorders), nights: nights, usesNights: true, recorders)
      for date in readings.days { days.set(date, field, readings.mean(of: date)) }
    }
    let pulse = DayReadings(
      restingHeartRate.take(recorders), nights: nights, usesNights: false, recorders)
    for date in pulse.days { days.set(date, \.restingHeartRate, pulse.last(of: date)) }
    for (date, weight) in lastWeights() { days.set(date, \.weightKilograms, weight) }
    return days.sorted()
  }

  /// The last weight of each day, from any device.
  private mutating func lastWeights() -> [Day: Double] {
    let readings = weight.take(recorders).sorted { ($0.time, $0.value) < ($1.time, $1.value) }
    return readings.reduce(into: [:]) { weights, reading in
      let offset = recorders.offset(of: reading.recorder)
      weights[HealthTime(seconds: reading.time, offset: offset).day] = reading.value
    }
  }
}
