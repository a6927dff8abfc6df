// Chooses the readings that make a day's value.

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
  init(
    _ readings: [Reading], nights: [Day: HealthNight], usesNights: Bool, _ names: DeviceTable
  ) {
    self.nights = nights
    self.names = names
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
  func mean(of day: Day) -> Double? {
    figures(of: day).flatMap { $0.asleep.mean ?? $0.awake.mean }
  }

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
