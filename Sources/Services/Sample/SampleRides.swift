// The sample athlete's 183 activities at Strava.

import Codec
package import SyncModel

extension SampleAthlete {
  /// How many activities there are.
  package static let activityCount = 183

  /// All activities, oldest first, read from the JSON that Strava would send. The last is of today.
  package var activities: [Activity] {
    rideDays.enumerated().compactMap { index, day in
      let json = SampleRide(day: day, number: index).json
      return (try? JSONValue(parsing: json)).flatMap { Activity(strava: $0) }
    }
  }

  /// Days with an activity: four a week in the last half year, fewer before.
  private var rideDays: [Day] {
    var days = [today]
    var day = today.advanced(by: -1)
    while days.count < Self.activityCount {
      if rides(on: day) { days.append(day) }
      day = day.advanced(by: -1)
    }
    return days.reversed()
  }

  private func rides(on day: Day) -> Bool {
    let isRecent = day.distance(to: today) < 182
    switch day.weekday {
    case .tue, .sat: return true
    case .thu, .sun: return isRecent
    case .mon, .wed, .fri: return false
    }
  }
}

/// One activity of the sample athlete.
private struct SampleRide {
  private enum Form { case ride, indoor, run }

  private let day: Day
  private let number: Int
  private let form: Form
  private let isLong: Bool
  private let seconds: Int
  /// The share of the threshold that it was ridden at.
  private let intensity: Double
  private var random: SampleRandom

  init(day: Day, number: Int) {
    self.day = day
    self.number = number
    random = SampleRandom(seed: UInt64(number + 1))
    isLong = day.weekday == .sat
    form = number % 9 == 4 ? .run : number % 7 == 3 ? .indoor : .ride
    let minutes =
      isLong ? random.pick(125...215) : form == .run ? random.pick(28...50) : random.pick(46...88)
    seconds = minutes * 60 + random.pick(0...59)
    intensity = isLong ? random.around(0.66, 0.05) : random.around(0.78, 0.12)
  }

  /// The record as Strava would send it.
  var json: [UInt8] {
    var random = random
    let start = day.startOfDayUTC.seconds + Int64(random.pick(5 * 3600...6 * 3600))
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
      json.member("total_elevation_gain", random.pick(20...isLongClimb), decimals: 1)
      json.member("sport_type", sport)
      json.member("id", 8_400_000_000 + Int64(number) * 2_718_281)
      json.member("start_date", time: start)
      // Reykjavik keeps UTC all year, so that Strava's false Z is true for once.
      json.member("start_date_local", time: start)
      json.member("timezone", "(GMT+00:00) Atlantic/Reykjavik")
      json.member("trainer", form == .indoor)
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

  private var isLongClimb: Int { isLong ? 1250 : 420 }

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
    case .indoor: ["Tempo on the trainer", "Sweet spot, indoors"][number % 2]
    case .ride:
      isLong
        ? [
          "Around Þingvellir", "Reykjanes loop", "Hvalfjörður the long way", "Nesjavellir and back",
        ][
          number % 4]
        : ["Seltjarnarnes before work", "Heiðmörk intervals", "Coast path", "Over-unders"][
          number % 4]
    }
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ name: StaticString, _ value: Int, decimals: Int) {
    member(name, Double(value), decimals: decimals)
  }
}

extension Double {
  /// Rounded to a whole number, half away from zero.
  var nearest: Int {
    Int(self + (self < 0 ? -0.5 : 0.5))
  }
}
