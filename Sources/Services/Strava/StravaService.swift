// Strava's activities and athlete (API v3).

import Codec
import SyncModel

/// A signed-in Strava account.
struct StravaService: ActivityService {
  /// Strava's maximum.
  private static let pageSize = 200
  /// Against a service that never sends an empty page; more rides than anybody has.
  private static let requestCap = 5000

  private let client: HTTPClient

  init(client: HTTPClient) {
    self.client = client
  }

  var source: Source { .strava }

  func contact() async throws(SyncFailure) -> Athlete {
    let value = try parse(try await client.get("/athlete"))
    guard let id = value["id"]?.idText else { throw .badReply(source) }
    return Athlete(
      id: id, name: personName(value),
      // 0 is what Strava says for "never told".
      weightKilograms: believable(value["weight"]?.double, 1...500),
      rider: RiderSettings(ftpWatts: believable(value["ftp"]?.wholeNumber, 1...2000)))
  }

  /// A page may be short without being the last; only an empty one ends the list. With `after` the
  /// list begins with the oldest, so that a ride uploaded meanwhile shifts nothing; hence it is
  /// always given.
  ///
  /// A ride that is deleted meanwhile does shift those behind it to earlier pages, where they were
  /// looked for already. So behind a full page the list is begun anew at its last ride.
  func list(
    _ range: ListRange, page: (ActivityPage) async throws(SyncFailure) -> Void
  ) async throws(SyncFailure) {
    var range = range
    var number = 1
    var sent: Set<ActivityID> = []
    for _ in 1...Self.requestCap {
      let activities = try await fetch(range, page: number)
      if activities.isEmpty { return }
      let readable = activities.compactMap { $0 }
      let news = readable.filter { sent.insert($0.id).inserted }
      try await page(ActivityPage(activities: news, skipped: activities.count - readable.count))
      if activities.count >= Self.pageSize, let last = news.last {
        // One second earlier: others may have begun with it, and the bound itself may not count.
        range.after = Timestamp(seconds: last.start.seconds - 1)
        number = 1
      } else {
        number += 1
      }
    }
    throw .badReply(source)
  }

  /// One page; nil stands for a record that is no activity.
  private func fetch(
    _ range: ListRange, page number: Int
  ) async throws(SyncFailure) -> [Activity?] {
    var query: FormPairs = [
      "after": String(max(1, range.after?.seconds ?? 1)), "page": String(number),
      "per_page": String(Self.pageSize),
    ]
    if let before = range.before { query.append("before", String(before.seconds)) }
    let reply = try await client.get("/athlete/activities", query: query)
    guard let records = try parse(reply).elements else { throw .badReply(source) }
    return records.map { Activity(strava: $0) }
  }

  private func parse(_ reply: Reply) throws(SyncFailure) -> JSONValue {
    guard let value = try? JSONValue(parsing: reply.body) else { throw .badReply(source) }
    return value
  }
}
