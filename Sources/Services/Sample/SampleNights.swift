// The sample athlete's health data: sleep, resting heart rate and heart rate variability, as from
// Apple Health.

package import Model
import Network

extension SampleAthlete {
  /// The number of days of health data.
  package static let nightCount = 120

  /// All days, oldest first; the last is today's, with last night's sleep. Each depends on its own
  /// date alone, as the activities do.
  package var nights: [WellnessDay] {
    (0..<Self.nightCount).map { night(before: Self.nightCount - 1 - $0) }
  }

  private func night(before days: Int) -> WellnessDay {
    let date = today.advanced(by: -days)
    var random = SampleRandom(seed: UInt64(max(0, date.number)) + 1 << 32)
    var day = WellnessDay(source: .appleHealth, date: date)
    let asleep = random.around(6.9, 1.1) * 3600
    let awake = random.around(24, 16) * 60
    let bedtime = random.around(22.9, 0.8) * 3600
    let woke = (bedtime + asleep + awake).nearest - 86_400
    day.sleepSeconds = asleep.nearest
    day.awakeSeconds = awake.nearest
    day.sleepStart = LocalTime(day: date.advanced(by: -1), second: bedtime.nearest % 86_400)
    day.sleepEnd = LocalTime(day: date, second: woke)
    day.restingHeartRate = Double(random.around(51, 4).nearest)
    day.hrvSDNN = Double(random.around(64, 14).nearest)
    day.respiration = Double(random.around(145, 10).nearest) / 10
    return day
  }
}
