// Strava's activities, athlete and error bodies (API v3).

import Codec
import Model
import Network

struct StravaService: StreamService {
  let client: HTTPClient
  let limits: StravaLimits
  let time: any Time

  var source: Source { .strava }

  /// Does not request the zones: the highest heart rate zone has no upper edge, so that they reveal
  /// neither the maximum nor the threshold, and the power zones contain no more than the FTP.
  func contact() async throws(SyncFailure) -> Athlete {
    let value = try await client.get("/athlete").json(from: source)
    guard let id = value["id"]?.idText else { throw .badReply(source) }
    return Athlete(
      id: id, name: personName(value),
      rider: RiderSettings(
        ftpWatts: plausible(value["ftp"]?.double?.wholeNumber, RiderSettings.plausibleFTP),
        sex: Sex(letter: value["sex"])), gear: gearNames(value))
  }

  /// The names of bikes and shoes by their ids. Somebody with more of them sees the ids of the
  /// rest.
  private func gearNames(_ athlete: JSONValue) -> [String: String] {
    let lists = ["bikes", "shoes"].compactMap { athlete[$0]?.elements(atMost: 1000) }
    let pairs = lists.joined().compactMap { item -> (String, String)? in
      guard let id = item["id"]?.string, let name = item["name"]?.string, !name.isEmpty else {
        return nil
      }
      return (id, name)
    }
    return Dictionary(pairs) { first, _ in first }
  }

  func list(
    _ range: ListRange, page: (ActivityPage) async throws(SyncFailure) -> Void
  ) async throws(SyncFailure) {
    try await StravaList(
      range: range, client: client,
      mayPrefetchPages: (allowance?.leftNow ?? 0) >= Self.prefetchReserve
    ).list(page: page)
  }

  func settle() async throws(SyncFailure) { try await client.settle() }

  /// A tenth of what Strava allows in a quarter hour.
  private static let prefetchReserve = 10

  var allowance: RequestAllowance? { limits.allowance(at: time.wallClock()) }

  /// Rides entered by hand have no streams. The id becomes a path component, so anything else is
  /// not requested.
  func streams(of id: ActivityID) async throws(SyncFailure) -> [UInt8]? {
    guard id.sourceID.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    let query: FormPairs = ["keys": Self.streamKeys, "key_by_type": "true"]
    guard let reply = try await client.find("/activities/\(id.sourceID)/streams", query: query)
    else { return nil }
    // An object keyed by type; without the option, and sometimes with it, an array.
    let value = try reply.json(from: source)
    guard let streams = value.members?.map(\.value) ?? value.elements else {
      throw .badReply(source)
    }
    return streams.contains { $0["data"]?.elements != nil } ? reply.body : nil
  }

  private static let streamKeys = """
    time,distance,latlng,altitude,velocity_smooth,heartrate,cadence,watts,temp,moving,grade_smooth
    """
}

extension Reply {
  /// Why Strava refuses a request, as far as it says.
  var stravaRefusal: Refusal? {
    // Strava also writes this into pages for people.
    if status == 403, says("limit of connected athletes") { return .tooManyAthletes }
    var missing: [DisplayText] = []
    for error in (try? JSONValue(parsing: body))?["errors"]?.elements ?? [] {
      let field = error["field"]?.string ?? ""
      let code = error["code"]?.string?.lowercased()
      if error["resource"]?.string == "Application", field.lowercased() == "status",
        code == "inactive"
      {
        return .inactiveApplication
      }
      // "activity:read_permission": the scope is the part before the last word.
      if code == "missing", field.hasSuffix("_permission") {
        missing.append(DisplayText(String(field.dropLast("_permission".count))))
      }
    }
    return missing.isEmpty ? nil : .missingScopes(missing)
  }
}
