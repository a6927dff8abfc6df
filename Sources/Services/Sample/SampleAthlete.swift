// The sample athlete, a rider near Reykjavik, where the clocks never change, and the rides.

import Codec
import Format
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

extension SampleAthlete {
  /// The number of activities.
  package static let activityCount = 183

  /// All activities, oldest first, parsed from the JSON that Strava would send. The last is of
  /// today or yesterday.
  ///
  /// An activity depends on its own day alone, so that tomorrow's athlete has today's rides, and a
  /// run on the next day finds only new ones.
  package var activities: [Activity] {
    var rides: [SampleRide] = []
    var day = today
    while rides.count < Self.activityCount {
      rides += self.rides(on: day)
      day = day.advanced(by: -1)
    }
    return rides.prefix(Self.activityCount).reversed().compactMap { ride in
      (try? JSONValue(parsing: ride.json)).flatMap { Activity(strava: $0) }
    }
  }

  /// Four rides a week in the last twenty weeks, fewer before; newest first. A run on Sunday
  /// evening is left out when that day is today.
  private func rides(on day: Day) -> [SampleRide] {
    let isRecent = day.distance(to: today) < 140
    switch day.weekday {
    case .sat: return [SampleRide(day: day, form: .ride)]
    case .tue:
      guard isRecent || day.number % 28 < 7 else { return [] }
      return [SampleRide(day: day, form: day.number % 3 == 0 ? .indoor : .ride)]
    case .thu: return isRecent ? [SampleRide(day: day, form: .ride)] : []
    case .sun:
      guard isRecent else { return [] }
      let ride = SampleRide(day: day, form: .ride)
      let hasRun = day < today && day.number % 3 == 0
      return hasRun ? [SampleRide(day: day, form: .run), ride] : [ride]
    case .mon, .wed, .fri: return []
    }
  }
}

/// One activity of the sample athlete.
private struct SampleRide {
  enum Form { case ride, indoor, run }

  private let day: Day
  private let form: Form
  private let isLong: Bool
  private let seconds: Int
  /// The intensity as a share of the threshold.
  private let intensity: Double
  private let title: Int
  private var random: SampleRandom

  init(day: Day, form: Form) {
    self.day = day
    self.form = form
    random = SampleRandom(seed: UInt64(max(0, day.number)) * 2 + (form == .run ? 1 : 0))
    isLong = day.weekday == .sat
    let minutes =
      isLong ? random.pick(125...215) : form == .run ? random.pick(28...50) : random.pick(46...88)
    seconds = minutes * 60 + random.pick(0...59)
    intensity = isLong ? random.around(0.66, 0.05) : random.around(0.78, 0.12)
    title = random.pick(0...3)
  }

  /// The record as Strava would send it.
  var json: [UInt8] {
    var random = random
    let start = Timestamp(
      seconds: day.startOfDayUTC.seconds
        + Int64((form == .run ? 17 : 5) * 3600 + random.pick(0...3600)))
    let weighted = (intensity * Double(SampleAthlete.ftpWatts)).nearest
    let average = weighted - random.pick(4...14)
    let pulse = (112 + intensity * 52).nearest + random.pick(-3...3)
    let speed = form == .run ? 2.9 : isLong ? 7.9 : 8.4
    var writer = JSONWriter(capacity: 1024)
    writer.object { json in
      json.member("resource_state", 2)
      json.object("athlete") { $0.member("id", 1) }
      json.member("name", name)
      json.member("distance", Double(seconds) * speed, decimals: 1)
      json.member("moving_time", seconds)
      json.member("elapsed_time", seconds + random.pick(30...600))
      json.member(
        "total_elevation_gain", Double(random.pick(20...(isLong ? 1250 : 420))), decimals: 1)
      json.member("type", sport)
      json.member("sport_type", sport)
      json.member("id", 8_400_000_000 + Int64(day.number) * 86_413 + (form == .run ? 43_201 : 0))
      json.member("start_date", start)
      // Reykjavik uses UTC all year, so Strava's `Z` is correct here.
      json.member("start_date_local", start)
      json.member("timezone", "(GMT+00:00) Atlantic/Reykjavik")
      json.member("utc_offset", 0, decimals: 1)
      json.member("trainer", form == .indoor)
      json.member("commute", false)
      json.member("manual", false)
      json.member("private", false)
      json.member("device_watts", form != .run)
      if form != .run {
        json.member("average_watts", average)
        json.member("weighted_average_watts", weighted)
        json.member("max_watts", weighted * 3 + random.pick(0...160))
        json.member("kilojoules", Double(average * seconds) / 1000, decimals: 1)
        json.member("average_cadence", 84 + random.pick(0...8))
      }
      json.member("has_heartrate", true)
      json.member("average_heartrate", pulse)
      json.member("max_heartrate", pulse + random.pick(18...31))
    }
    return writer.take()
  }

  private var sport: String {
    switch form {
    case .ride: "Ride"
    case .indoor: "VirtualRide"
    case .run: "Run"
    }
  }

  private var name: String {
    switch form {
    case .run: "Easy run"
    case .indoor: ["Tempo on the trainer", "Sweet spot, indoors"][title % 2]
    case .ride where isLong:
      ["Around Þingvellir", "Reykjanes loop", "Hvalfjörður the long way", "Nesjavellir and back"][
        title]
    case .ride:
      ["Seltjarnarnes before work", "Heiðmörk intervals", "Coast path", "Over-unders"][title]
    }
  }
}

extension Double {
  /// Rounded to an integer, half away from zero.
  var nearest: Int { Int(self + (self < 0 ? -0.5 : 0.5)) }
}
