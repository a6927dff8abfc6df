// Chooses the readings that make a day's value.

import Model

struct DayReadings {
  private struct Key: Hashable {
    let day: Day
    let device: DeviceTable.Device
  }

  private struct Figures {
    /// During the night that ends on the day.
    var asleep = Mean()
    /// On the day, outside of nights.
    var awake = Mean()
    var last = 0.0
  }

  private var devices: [Day: [DeviceTable.Device]] = [:]
  private var figures: [Key: Figures] = [:]
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
      let key = Key(day: night ?? written, device: reading.device)
      if figures[key] == nil { devices[key.day, default: []].append(key.device) }
      let part = night == nil ? \Figures.awake : \Figures.asleep
      figures[key, default: Figures()][keyPath: part].add(reading.value)
      figures[key, default: Figures()].last = reading.value
    }
  }

  var days: some Collection<Day> { devices.keys }

  /// The mean of the night, otherwise of the day. From the device chosen for the night; from
  /// another only if that has no readings.
  func mean(of day: Day) -> Double? {
    figures(of: day).flatMap { $0.asleep.mean ?? $0.awake.mean }
  }

  /// The last reading of the day, from the same device.
  func last(of day: Day) -> Double? { figures(of: day)?.last }

  private func figures(of day: Day) -> Figures? {
    let devices = devices[day] ?? []
    let winner = nights[day]?.device
    let device = devices.first { $0 == winner } ?? devices.max { ranksBelow($0, $1, day) }
    return device.flatMap { figures[Key(day: day, device: $0)] }
  }

  /// Without a device for the night, the one with the most readings during the night is used, then
  /// the one with the most on the day.
  private func ranksBelow(_ one: DeviceTable.Device, _ other: DeviceTable.Device, _ day: Day)
    -> Bool
  {
    guard let first = figures[Key(day: day, device: one)],
      let second = figures[Key(day: day, device: other)]
    else { return false }
    let (mine, its) = (
      (first.asleep.count, first.awake.count), (second.asleep.count, second.awake.count)
    )
    return mine == its ? names.precedes(other, one) : mine < its
  }
}
