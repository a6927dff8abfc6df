// Keeps readings compactly until their nights are known, and chooses those that make a day's value.

import Model

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
