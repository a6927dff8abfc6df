// Reads the summary of one activity in Garmin's account export.

import Codec
import Model

struct GarminSummary {
  var activity: Activity
  /// Garmin's own number of the activity.
  let number: Int64?
  /// The number of the multisport activity that it is a part of.
  let parent: Int64?

  /// Nil without a start and a duration.
  init?(_ json: JSONValue, from place: FileOrigin) {
    guard let start = json.seconds("beginTimestamp") ?? json.seconds("startTimeGmt") else {
      return nil
    }
    number = json["activityId"]?.integer
    let parent = json["parentId"]?.integer
    self.parent = parent == number ? nil : parent

    let stamp = Timestamp(seconds: start)
    activity = Activity(id: ActivityID(.garmin, startingAt: stamp), start: stamp)
    activity.name = json.words("name")
    activity.sport = json.words("activityType")
    activity.startLocal = json.seconds("startTimeLocal").flatMap { local in
      LocalOffset.plausible(local - start).map {
        LocalTime(secondsSince1970: start + Int64($0))
      }
    }
    func seconds(_ name: String) -> Double? {
      json.figure(name, per: 1000, in: RideLimits.seconds)
    }
    let duration = seconds("duration") ?? seconds("movingDuration")
    let elapsed = seconds("elapsedDuration")
    guard duration != nil || elapsed != nil else { return nil }
    activity.durationSeconds = duration.map { Int($0.rounded()) }
    activity.elapsedSeconds = [elapsed, duration].compactMap { $0 }.max().map { Int($0.rounded()) }
    // Centimetres.
    activity.distanceMetres = json.figure("distance", per: 100, in: RideLimits.metres).map(tenths)
    activity.elevationGainMetres = json.figure("elevationGain", per: 100, in: RideLimits.ascent)
      .map(tenths)

    // Without a sensor some summaries have 0.
    func watts(_ name: String) -> Double? {
      json.figure(name, in: RideLimits.power).flatMap { $0 > 0 ? tenths($0) : nil }
    }
    activity.averagePowerWatts = watts("avgPower")
    activity.maxPowerWatts = watts("maxPower")
    activity.weightedPowerWatts = watts("normPower")
    if activity.averagePowerWatts != nil || activity.maxPowerWatts != nil
      || activity.weightedPowerWatts != nil
    {
      activity.measuredPower = Self.isBikeRide(json)
    }
    activity.averageHeartRate = json.figure("avgHr", in: RideLimits.heartRate).map(tenths)
    activity.maxHeartRate = json.figure("maxHr", in: RideLimits.heartRate).map(tenths)
    activity.averageCadence =
      (json.figure("avgBikeCadence", in: RideLimits.cadence)
      ?? json.figure("avgRunCadence", in: RideLimits.cadence)).map(tenths)
    activity.from = place
  }

  /// Power of a bike ride comes from a sensor; a watch computes that of a run.
  private static func isBikeRide(_ json: JSONValue) -> Bool {
    let sport = (json.words("activityType") ?? json.words("sportType") ?? "").lowercased()
    let words = ["cycl", "bik", "bmx", "virtual_ride"]
    return sport.place(of: "motor") == nil && words.contains { sport.place(of: $0) != nil }
  }
}
