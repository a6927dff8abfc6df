// Fuzz targets of what services send: records, errors, tokens, headers, and the credential file.

import Codec
import Model

@testable import Network
@testable import Services

private let serviceWords =
  jsonWords
  + [
    "\"id\":7", "\"start_date\":\"2026-11-20T06:00:00Z\"", "\"start_date_local\":",
    "\"moving_time\":",
    "\"average_watts\":", "\"workouts\":[", "\"total\":", "\"per_page\":", "\"workout_summary\":{",
    "\"started_at\":", "\"starts\":", "\"icu_training_load\":", "\"sleepSecs\":", "\"errors\":[",
    "\"access_token\":", "\"refresh_token\":", "\"expires_at\":", "\"client_id\":", "\"strava\":{",
    "\"client_secret\":", "\"previous\":", "\"scopes\":", "(GMT+01:00) Europe/Berlin",
  ]

let serviceTargets = [
  // Records of a service can be stored and read back; counts of pages are not negative.
  Target("services", words: serviceWords, seeds: serviceSeeds) { bytes in
    guard let value = try? JSONValue(parsing: bytes) else { return }
    for record in value.elements ?? [value] {
      if let activity = Activity(strava: record) { checkStored(activity) }
      if let activity = Activity(intervals: record) { checkStored(activity) }
      if let day = WellnessDay(intervals: record) { checkStored(day) }
      if let activity = Activity(wahoo: record) { checkStored(activity) }
      _ = Athlete(intervals: record)
      _ = Athlete(wahoo: record, zones: record["zones"])
      guard let page = WahooPage(record, number: 1) else { continue }
      require(page.total >= 0 && (page.pages ?? 1) >= 0, "\(page)")
      for activity in page.records.compactMap(\.activity) { checkStored(activity) }
    }
    let reply = Reply(status: 403, body: bytes)
    _ = reply.stravaRefusal
    _ = SyncFailure(reply, of: .strava)
  },
  // A grant has an access token, and ends within a year if it says when.
  Target("tokens", words: serviceWords) {
    [
      #"{"access_token":"a","refresh_token":"r","expires_in":21600,"scope":"read,activity:read_all"}"#,
      #"{"access_token":"a","expires_at":1795154400,"athlete":{"id":7,"firstname":"Jo"}}"#,
      #"{"errors":[{"field":"client_secret","code":"invalid"}]}"#, #"{"error":"invalid_client"}"#,
    ].map { Array($0.utf8) }
  } run: { bytes in
    let now = Timestamp(seconds: 1_795_154_400)
    let reply = Reply(status: 200, body: bytes)
    _ = reply.refusesClientSecret
    guard let grant = TokenGrant(reply, at: now) else { return }
    require(!grant.access.reveal().isEmpty, "a grant without a token")
    require(grant.refresh?.reveal().isEmpty != true, "an empty refresh token")
    if let expires = grant.expires {
      require((0...now.seconds + 366 * 86_400).contains(expires.seconds), "until \(expires)")
    }
  },
  // Credentials that are read are written so that they read back; what else is in the file stays.
  Target("credentials", words: serviceWords) {
    [
      #"{"strava":{"client_id":"1","client_secret":"x","refresh_token":"r","expires_at":5,"z":[1]}}"#,
      #"{"intervals":{"api_key":"k","athlete_id":"i1"},"client_id":7,"client_secret":"s"}"#,
    ].map { Array($0.utf8) }
  } run: { bytes in
    guard let file = try? JSONValue(parsing: bytes) else { return }
    _ = Credentials(supplied: file)
    for entry in Source.allCases.compactMap({ file[$0.rawValue] }) {
      if let credentials = Credentials(entry: entry) {
        let again = Credentials(entry: written { credentials.write(to: &$0, keeping: entry) })
        require(again == credentials, "credentials read back otherwise")
      }
      if let credentials = KeyCredentials(entry: entry) {
        let again = KeyCredentials(entry: written { credentials.write(to: &$0, keeping: entry) })
        require(again == credentials, "a key reads back otherwise")
      }
    }
  },
  // A query is taken only from a request with the state that was asked for.
  Target(
    "redirect", words: ["GET ", " HTTP/1.1\r\n", "Host: ", "?", "state=abc", "&code=", "%", "\r\n"]
  ) {
    [Array("GET /velo-sync?state=abc&code=1 HTTP/1.1\r\nHost: 127.0.0.1:1\r\n".utf8)]
  } run: { bytes in
    let expected = ExpectedRedirect(path: "/velo-sync", host: "127.0.0.1:1", state: "abc")
    if let query = expected.query(in: bytes) { require(query["state"] == "abc", "\(query)") }
    if let address = WebAddress(text(bytes)) { require(!address.origin.isEmpty, "no origin") }
  },
  // No wait is longer than a day, and none is in the past.
  Target(
    "limits",
    words: [
      "Retry-After: ", "Date: ", "X-RateLimit-Limit: ", "X-RateLimit-Usage: ",
      "X-ReadRateLimit-Limit: ",
      "X-RateLimit-Remaining: ", "X-RateLimit-Reset: ", "Sun, 06 Nov 1994 08:49:37 GMT", "200,2000",
      "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "9223372036854775808", "-1",
    ]
  ) {
    [
      "Retry-After: 120\nDate: Sun, 06 Nov 1994 08:49:37 GMT", "X-RateLimit-Limit: 200,2000",
      "X-RateLimit-Limit: 200,2000\nX-RateLimit-Usage: 200,2000",
      "X-RateLimit-Remaining: 0,1,2\nX-RateLimit-Reset: 60",
      "Retry-After: Sun, 06 Nov 2094 08:49:37 GMT",
    ].map { Array($0.utf8) }
  } run: { bytes in
    let headers = text(bytes).split(separator: "\n").map { line in
      let parts = line.split(separator: ":", maxSplits: 1).map { $0.drop { $0 == " " } }
      return (String(parts.first ?? ""), String(parts.dropFirst().first ?? ""))
    }
    let now = Timestamp(seconds: 1_795_154_400)
    for status in [200, 429] {
      let reply = Reply(status: status, headers: headers)
      let (plain, strava) = (RetryAfterLimits(), StravaLimits())
      let wahoo = RetryAfterLimits(wait: WahooLimits.wait)
      for _ in 0..<3 {
        plain.end(reply, at: now)
        wahoo.end(reply, at: now)
        strava.end(reply, at: now)
      }
      for limit in [plain.begin(at: now), wahoo.begin(at: now)] {
        let wait = (limit?.retryAt.seconds ?? now.seconds + 1) - now.seconds
        require((1...86_400).contains(wait), "wait of \(wait) s")
      }
      if let allowance = strava.allowance(at: now) {
        require(allowance.leftNow >= 0 && allowance.leftToday >= 0, "\(allowance)")
      }
    }
  },
]

private func written(_ body: (inout JSONWriter) -> Void) -> JSONValue {
  var json = JSONWriter()
  body(&json)
  guard let value = try? JSONValue(parsing: json.take()) else { fatalError("no JSON") }
  return value
}
