// Strava's activities and athlete (API v3).

import Codec
import SyncModel

/// A signed-in Strava account.
struct StravaService: ActivityService {
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
      ftpWatts: believable(value["ftp"]?.wholeNumber, 1...2000),
      // 0 is what Strava says for "never told".
      weightKilograms: believable(value["weight"]?.double, 1...500))
  }

  func list(
    _ range: ListRange, page: (ActivityPage) async throws(SyncFailure) -> Void
  ) async throws(SyncFailure) {
    try await StravaList(range, from: source) { (place) async throws(SyncFailure) in
      try await fetch(place)
    }.walk(page: page)
  }

  private func fetch(_ place: StravaList.Place) async throws(SyncFailure) -> [StravaRecord] {
    let reply = try await client.get("/athlete/activities", query: place.query)
    guard let records = try parse(reply).elements else { throw .badReply(source) }
    return records.map { StravaRecord($0) }
  }

  private func parse(_ reply: Reply) throws(SyncFailure) -> JSONValue {
    guard let value = try? JSONValue(parsing: reply.body) else { throw .badReply(source) }
    return value
  }
}
