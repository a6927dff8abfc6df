// A fake Intervals.icu: its data, and its answers by the published contract of API v1.

package typealias FakeIntervals = FakeService<IntervalsData>

package struct IntervalsData: FakeAccount {
  package var key = "3kq8xyzz1w5fgh7jkl9mnbvcx"
  package var athlete = IntervalsAthlete()
  package var activities: [IntervalsActivity]
  package var days: [IntervalsDay]
  /// Whether a day given as `newest` ends with its first second; this is not documented.
  package var newestIsMidnight = false
  /// How many activities a broken service sends for any range; nil for a working one.
  package var onlyNewest: Int?
  /// The streams of activities by id, as JSON; an activity without any gets 404.
  package var streams: [String: String] = [:]

  package init(_ activities: [IntervalsActivity], _ days: [IntervalsDay]) {
    (self.activities, self.days) = (activities, days)
  }

  package static let list = "/activities"

  package static func environment(_ address: String) -> [String: String] {
    ["VELO_SYNC_INTERVALS_API": address + "/api/v1"]
  }

  package func reply(to request: HTTPRequest, at now: Int) -> HTTPResponse {
    guard request.isFrom("API_KEY", key) else { return .intervalsBadKey }
    let parts = request.path.split(separator: "/").map { String($0) }
    guard request.method == "GET", parts.count >= 4, parts[0...1] == ["api", "v1"] else {
      return .intervalsNotFound
    }
    let isOwn = parts[3] == "0" || parts[3] == athlete.id
    switch (parts[2], parts.dropFirst(4)) {
    case ("activity", ["streams"]):
      return streams[parts[3]].map { .json($0) } ?? .intervalsNotFound
    case ("athlete", _) where !isOwn: return .intervalsForbidden
    case ("athlete", []): return .json(athlete.json)
    case ("athlete", ["activities"]): return list(request.query)
    case ("athlete", ["wellness"]): return wellness(request.query)
    default: return .intervalsNotFound
    }
  }

  /// Newest first, by local starts.
  private func list(_ query: NamedValues) -> HTTPResponse {
    guard let oldest = query["oldest"] else {
      return .intervals(422, "Required parameter 'oldest' is not present.")
    }
    var newest = query["newest"] ?? "9999"
    if newest.utf8.count == 10 { newest += newestIsMidnight ? "T00:00:00" : "T23:59:59" }
    let all = activities.map { ($0, $0.startLocal) }.sorted { ($0.1, $0.0.id) > ($1.1, $1.0.id) }
    var found = all.filter { oldest <= $0.1 && $0.1 <= newest }
    if let onlyNewest, query["fields"] == nil { found = Array(all.prefix(onlyNewest)) }
    let fields = query["fields"].map { Set($0.split(separator: ",").map { String($0) }) }
    return .json("[" + found.map { $0.0.json(fields) }.joined(separator: ",") + "]")
  }

  /// Oldest first, inclusive at both ends; days without a record are left out.
  private func wellness(_ query: NamedValues) -> HTTPResponse {
    let (oldest, newest) = (query["oldest"] ?? "", query["newest"] ?? "9999")
    let found = days.filter { oldest <= $0.date && $0.date <= newest }.sorted { $0.date < $1.date }
    return .json("[" + found.map(\.json).joined(separator: ",") + "]")
  }
}

/// The athlete with the settings of the sports.
package struct IntervalsAthlete: Sendable {
  package var id = "i134815"
  package var name = "Marianne T."

  /// The reply of `/athlete/{id}`; settings of other sports precede those for cycling.
  var json: String {
    let rides = #"["Ride","VirtualRide","MountainBikeRide","GravelRide","TrackRide","Cyclocross"]"#
    let ride =
      #"{"id":900002,"athlete_id":"\#(id)","types":\#(rides),"ftp":245,"indoor_ftp":null,"#
      + #""power_zones":[55,75,90,105,120,150,999],"lthr":172,"max_hr":190,"#
      + #""hr_zones":[146,154,163,171,176,181,190],"threshold_pace":null}"#
    let run = #"{"id":900001,"athlete_id":"\#(id)","types":["Run"],"ftp":310,"lthr":176}"#
    return """
      {"id":"\(id)","name":\(JSONText.quoted(name)),"firstname":null,"lastname":null,\
      "icu_weight":61.5,"weight":0,"icu_resting_hr":48,"timezone":"Europe/Berlin",\
      "sportSettings":[\(run),\(ride)],"custom_items":[]}
      """
  }
}

/// A day of health data: every key, most of them null.
package struct IntervalsDay: Sendable {
  /// `YYYY-MM-DD`.
  package var date: String
  /// Keys with their values as JSON text, known or not.
  package var values: [String: String]

  package init(_ date: String, _ values: [String: String] = [:]) {
    (self.date, self.values) = (date, values)
  }

  /// Nights that end on this day and the days before, oldest first, without gaps.
  package static func nights(_ count: Int, until end: Int) -> [IntervalsDay] {
    (0..<count).map { index in
      let epoch = end - (count - 1 - index) * 86_400
      return IntervalsDay(
        String(Civil(epoch: epoch).text.prefix(10)),
        [
          "hrv": "\(50 + index % 9).5", "restingHR": "\(46 + index % 5)",
          "sleepSecs": "\(25_000 + index % 11 * 300)", "weight": "61.5",
        ])
    }
  }

  private static let keys = [
    "ctl", "atl", "rampRate", "ctlLoad", "atlLoad", "sportInfo", "updated", "weight", "restingHR",
    "hrv", "hrvSDNN", "menstrualPhase", "menstrualPhasePredicted", "kcalConsumed", "sleepSecs",
    "sleepScore", "sleepQuality", "avgSleepingHR", "soreness", "fatigue", "stress", "mood",
    "motivation", "injury", "spO2", "systolic", "diastolic", "hydration", "hydrationVolume",
    "readiness", "baevskySI", "bloodGlucose", "lactate", "bodyFat", "abdomen", "vo2max", "comments",
    "steps", "respiration", "carbohydrates", "protein", "fatTotal", "locked", "tempWeight",
    "tempRestingHR",
  ]

  var json: String {
    JSONText.object([("id", "\"\(date)\"")] + Self.keys.map { ($0, "null") }, values)
  }
}

extension HTTPResponse {
  package static func intervals(_ status: Int, _ error: String) -> HTTPResponse {
    .json("{\"status\":\(status),\"error\":\(JSONText.quoted(error))}", status: status)
  }

  package static let intervalsBadKey = intervals(401, "Unauthorized")
  package static let intervalsForbidden = intervals(403, "Access denied")
  package static let intervalsNotFound = intervals(404, "Not found")

  /// 429, with `Retry-After` if given.
  package static func intervalsLimit(retryAfter: String? = nil) -> HTTPResponse {
    var response = intervals(429, "Too many requests")
    response.headers["Retry-After"] = retryAfter
    return response
  }
}
