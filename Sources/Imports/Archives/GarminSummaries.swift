// Collects the activities of the summaries in Garmin's account export.

import Codec
import Model

/// The activities of `*_summarizedActivities.json`, of which an export has several that overlap.
struct GarminSummaries {
  private var list: [GarminSummary] = []
  /// The indices in the list by Garmin's own number.
  private var indices: [Int64: Int] = [:]

  /// Adds an object of a document; its activity replaces that of an earlier one: exports have the
  /// same activities several times.
  ///
  /// - Returns: false for one that is no activity, and when there are too many.
  mutating func add(_ object: JSONValue, at place: FileOrigin) -> Bool {
    guard var summary = GarminSummary(object, from: place) else { return false }
    let known = summary.number.flatMap { indices[$0] }
    if known == nil, list.count == ImportLimits.garminActivities { return false }
    if let known {
      summary.activity.from = list[known].activity.from
      list[known] = summary
      return true
    }
    if let number = summary.number { indices[number] = list.count }
    list.append(summary)
    return true
  }

  /// Returns the activities in order of start and frees the data. Each start occurs once: of equals
  /// the later counts. The whole of a multisport activity is left out when its parts are there.
  mutating func takeActivities() -> [Activity] {
    let parents = Set(list.compactMap(\.parent))
    var activities: [Timestamp: Activity] = [:]
    for summary in list {
      if let number = summary.number, parents.contains(number) { continue }
      var activity = summary.activity
      activity.from = activities[activity.start]?.from ?? activity.from
      activities[activity.start] = activity
    }
    self = GarminSummaries()
    return activities.values.sorted { $0.start < $1.start }
  }
}

/// What the export says of one activity.
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
    activity.name = json.words("name")?.prefix(utf8Bytes: ImportLimits.garminName)
    activity.sport = json.words("activityType")?.prefix(utf8Bytes: ImportLimits.garminName)
    activity.startLocal = json.seconds("startTimeLocal").flatMap { local in
      LocalOffset.plausible(local - start).map { LocalTime(secondsSince1970: start + Int64($0)) }
    }
    func seconds(_ name: String) -> Double? { json.figure(name, per: 1000, in: RideLimits.seconds) }
    let duration = seconds("duration") ?? seconds("movingDuration")
    let elapsed = seconds("elapsedDuration")
    guard duration != nil || elapsed != nil else { return nil }
    activity.durationSeconds = duration.map { Int($0.rounded()) }
    activity.elapsedSeconds = (elapsed ?? 0 > 0 ? elapsed : duration).map { Int($0.rounded()) }
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
