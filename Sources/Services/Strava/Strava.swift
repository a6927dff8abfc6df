// Strava: the service, signing in and out, and the records of its list, SummaryActivity
// (https://developers.strava.com/docs/reference/).

import Codec
package import Model
package import Network

/// Strava: the account's activities, signing in, and signing out.
package struct Strava: ServiceAccount {
  package static let source = Source.strava
  package static let endpoints = [api, oauth]

  private static let api = Endpoint(
    variable: "VELO_SYNC_STRAVA_API", standard: "https://www.strava.com/api/v3")
  private static let oauth = Endpoint(
    variable: "VELO_SYNC_STRAVA_OAUTH", standard: "https://www.strava.com/oauth")

  /// The account of the stored credentials.
  package let service: any ActivityService
  /// Signs in; needs no credentials.
  package let signIn: OAuthSignIn
  private let oauth: String
  private let credentials: CredentialStore
  private let connection: Connection

  package init(_ parts: ServiceParts) {
    connection = parts.connection(.strava) { $0.stravaRefusal }
    oauth = parts.endpoints[Self.oauth]
    credentials = parts.credentials
    let time = connection.time
    let tokens = TokenSource(url: oauth + "/token", store: credentials, connection: connection)
    let limits = StravaLimits()
    let client = HTTPClient(
      base: parts.endpoints[Self.api], connection: connection, authorizer: tokens, limits: limits)
    service = StravaService(client: client) { limits.allowance(at: time.wallClock()) }
    signIn = OAuthSignIn(
      authorizeURL: oauth + "/authorize", tokenURL: oauth + "/token",
      scopes: ["read", "profile:read_all", "activity:read_all"],
      // Always shows the permission boxes: a box that was left unticked could not be ticked later
      // otherwise.
      extra: ["approval_prompt": "force"],
      isClientID: {
        (1...19).contains($0.utf8.count) && $0.utf8.allSatisfy { (0x30...0x39).contains($0) }
      }, connection: connection)
  }

  package var way: SignInWay { .browser(signIn) }

  /// Revokes the permission at Strava; true when Strava confirmed it. The credentials are kept.
  ///
  /// - Throws: as `CredentialStore.load`; `interrupted` when the task is cancelled.
  package func revoke() async throws(SyncFailure) -> Bool {
    guard let credentials = try credentials.load(.strava) else { return true }
    let client = Secret.basic(user: credentials.clientID, password: credentials.clientSecret)
    let isRevoked = try await confirms(
      .form(
        ["token": credentials.tokens.refresh.reveal(), "token_type_hint": "refresh_token"],
        to: oauth + "/revoke", authorization: client))
    if isRevoked { return true }
    guard let access = credentials.tokens.access else { return false }
    // The older endpoint, available until 2027-06-01.
    return try await confirms(.form(["access_token": access.reveal()], to: oauth + "/deauthorize"))
  }

  private func confirms(_ request: Request) async throws(SyncFailure) -> Bool {
    do {
      return try await connection.send(request).isSuccess
    } catch {
      if error == .cancelled { throw .interrupted }
      return false
    }
  }
}

extension Activity {
  /// nil for a record without an id or a start.
  ///
  /// Any field may be absent or null, and integers may be written as fractions. `suffer_score` is
  /// not a training load and is ignored.
  init?(strava record: JSONValue) {
    guard let sourceID = record["id"]?.idText,
      let start = record.view({ $0.member("start_date")?.time?.inUTC })
    else { return nil }
    self.init(id: ActivityID(source: .strava, sourceID: sourceID), start: start)
    record.view { record in
      // An object: it has an id.
      _ = record.forEachMember { name, value in set(strava: name, value) }
    }
    raw = record.compact
  }

  private mutating func set(strava name: JSONView, _ value: JSONView) {
    switch name {
    case "name": self.name = value.string
    case "sport_type": sport = value.string ?? sport
    // The older name of the same field.
    case "type": sport = sport ?? value.string
    // Ends in a `Z` that does not mean UTC.
    case "start_date_local": startLocal = value.time?.clock
    case "timezone": timezone = value.string.flatMap { zoneName($0) }
    case "moving_time": durationSeconds = value.wholeNumber
    case "elapsed_time": elapsedSeconds = value.wholeNumber
    case "distance": distanceMetres = value.double
    case "total_elevation_gain": elevationGainMetres = value.double
    case "average_watts": averagePowerWatts = value.double
    case "weighted_average_watts": weightedPowerWatts = value.double
    case "max_watts": maxPowerWatts = value.double
    case "device_watts": measuredPower = value.bool
    case "average_heartrate": averageHeartRate = value.double
    case "max_heartrate": maxHeartRate = value.double
    case "average_cadence": averageCadence = value.double
    case "kilojoules": energyKilojoules = value.double
    case "device_name": device = value.string
    case "gear_id": gear = value.string.flatMap { $0.isEmpty ? nil : $0 }
    default: break
    }
  }
}

/// `(GMT-08:00) America/Los_Angeles` without its offset, which is not that of the day.
private func zoneName(_ text: String) -> String? {
  let bytes = text.utf8
  let name = bytes.lastIndex(of: UInt8(ascii: ")")).map { bytes[bytes.index(after: $0)...] }
  let zone = String((name ?? bytes[...]).drop { $0 == UInt8(ascii: " ") })
  return zone?.isEmpty == false ? zone : nil
}

enum StravaRecord: Sendable {
  case activity(Activity)
  /// A record without an id or a start, as received.
  case unreadable([UInt8])

  init(_ json: JSONValue) {
    self = Activity(strava: json).map { .activity($0) } ?? .unreadable(json.compact)
  }

  var activity: Activity? {
    if case .activity(let activity) = self { return activity }
    return nil
  }
}
