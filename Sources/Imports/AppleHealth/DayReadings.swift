// Which of a day's readings make its figure.

import Model

/// Readings of one kind, by the day they belong to and the device.
struct DayReadings {
  private struct Key: Hashable {
    let day: Day
    let device: Recorders.Device
  }

  private struct Sum {
    var total = 0.0
    var count = 0

    var mean: Double? { count > 0 ? total / Double(count) : nil }

    mutating func add(_ reading: Reading) {
      total += reading.value * Double(reading.count)
      count += Int(reading.count)
    }
  }

  private struct Figures {
    /// Inside the night that ends on the day.
    var asleep = Sum()
    /// On the day, outside all nights.
    var awake = Sum()
    var last = 0.0
  }

  private var devices: [Day: [Recorders.Device]] = [:]
  private var figures: [Key: Figures] = [:]
  private let nights: [Day: HealthNight]
  private let recorders: Recorders

  /// - Parameters:
  ///   - readings: by device, then time.
  ///   - isOfNights: whether a reading inside a night belongs to the day on which the night ends.
  init(
    _ readings: [Reading], nights: [Day: HealthNight], isOfNights: Bool, _ recorders: Recorders
  ) {
    self.nights = nights
    self.recorders = recorders
    for reading in readings {
      let time = HealthTime(seconds: reading.time, offset: recorders.offset(of: reading.recorder))
      let written = time.day
      // A night begins the day before it ends, or on it. By a clock with another offset it may end
      // a day off.
      let night = [written, written.advanced(by: 1), written.advanced(by: -1)].first { day in
        isOfNights && nights[day]?.contains(reading.time) ?? false
      }
      let key = Key(day: night ?? written, device: recorders.device(of: reading.recorder))
      if figures[key] == nil { devices[key.day, default: []].append(key.device) }
      if night == nil {
        figures[key, default: Figures()].awake.add(reading)
      } else {
        figures[key, default: Figures()].asleep.add(reading)
      }
      figures[key, default: Figures()].last = reading.value
    }
  }

  var days: some Collection<Day> { devices.keys }

  /// The mean of the night, else of the day, by the device that wins the night; by another only when
  /// it has nothing to say.
  func mean(of day: Day) -> Double? {
    figures(of: day).flatMap { $0.asleep.mean ?? $0.awake.mean }
  }

  /// The last of the day, by the same device.
  func last(of day: Day) -> Double? { figures(of: day)?.last }

  private func figures(of day: Day) -> Figures? {
    let devices = devices[day] ?? []
    let winner = nights[day]?.device
    let device = devices.first { $0 == winner } ?? devices.max { isWorse($0, $1, day) }
    return device.flatMap { figures[Key(day: day, device: $0)] }
  }

  /// Of devices that did not record the night the one with the most readings in it counts, then the
  /// one with the most on the day.
  private func isWorse(_ one: Recorders.Device, _ other: Recorders.Device, _ day: Day) -> Bool {
    guard let first = figures[Key(day: day, device: one)],
      let second = figures[Key(day: day, device: other)]
    else { return false }
    let (mine, its) = (
      (first.asleep.count, first.awake.count), (second.asleep.count, second.awake.count)
    )
    return mine == its ? recorders.precedes(other, one) : mine < its
  }
}
