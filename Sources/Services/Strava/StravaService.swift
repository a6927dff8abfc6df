// Strava's activities and athlete (API v3).

import Codec
import SyncModel

/// A signed-in Strava account.
struct StravaService: ActivityService {
  /// Strava's maximum.
  private static let pageSize = 200
  /// Against a service that never sends an empty page; more rides than anybody has.
  private static let pageCap = 5000

  private let client: HTTPClient

  init(client: HTTPClient) {
    self.client = client
  }

  var source: Source { .strava }

  func contact() async throws(SyncFailure) -> Athlete {
    let value = try parse(try await client.get("/athlete"))
    guard let id = value["id"]?.idText else { throw .badReply(source) }
    return Athlete(
      id: id, name: personName(value), ftpWatts: value["ftp"]?.wholeNumber.flatMap(positive),
      // 0 is what Strava says for "never told".
      weightKilograms: value["weight"]?.double.flatMap(positive))
  }

  /// A page may be short without being the last; only an empty one ends the list. With `after` the
  /// list begins with the oldest, so that a ride uploaded meanwhile shifts nothing; hence it is
  /// always given.
  func list(
    _ range: ListRange, page: (ActivityPage) async throws(SyncFailure) -> Void
  ) async throws(SyncFailure) {
    for number in 1...Self.pageCap {
      var query: FormPairs = [
        "after": String(max(1, range.after?.seconds ?? 1)), "page": String(number),
        "per_page": String(Self.pageSize),
      ]
      if let before = range.before { query.append("before", String(before.seconds)) }
      let reply = try await client.get("/athlete/activities", query: query)
      guard let records = try parse(reply).elements else { throw .badReply(source) }
      let activities = records.map { Activity(strava: $0) }
      if activities.isEmpty { return }
      let readable = activities.compactMap { $0 }
      try await page(
        ActivityPage(activities: readable, skipped: activities.count - readable.count))
    }
    throw .badReply(source)
  }

  private func parse(_ reply: Reply) throws(SyncFailure) -> JSONValue {
    guard let value = try? JSONValue(parsing: reply.body) else { throw .badReply(source) }
    return value
  }
}

private func positive<Number: Numeric & Comparable>(_ number: Number) -> Number? {
  number > 0 ? number : nil
}
