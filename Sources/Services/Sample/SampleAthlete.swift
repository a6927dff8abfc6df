// The sample athlete: a rider near Reykjavik, where the clocks never change.

package import Model
import Network

/// The athlete of dry runs and demonstrations. All data depends on the day alone: the same day
/// gives the same bytes.
package struct SampleAthlete: Sendable {
  /// The athlete's services.
  package static let sources: [Source] = [.strava, .appleHealth]
  /// The id that its stores remember.
  package static let id = "sample"
  /// Functional threshold power in watts.
  static let ftpWatts = 252

  package let today: Day

  /// - Parameter today: the day of the newest ride and night.
  package init(today: Day) { self.today = today }

  /// The athlete's profile at Strava.
  package var profile: Athlete {
    Athlete(id: Self.id, name: "Sample Athlete", rider: RiderSettings(ftpWatts: Self.ftpWatts))
  }
}

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

/// SplitMix64 (Steele, Lea, Flood 2014).
struct SampleRandom {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func pick(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }

  /// A number around `middle`, bell-shaped, at most `spread` away.
  mutating func around(_ middle: Double, _ spread: Double) -> Double {
    let sum = (0..<4).reduce(0.0) { sum, _ in sum + Double(next() >> 11) * 0x1p-53 }
    return middle + (sum / 2 - 1) * spread
  }
}
