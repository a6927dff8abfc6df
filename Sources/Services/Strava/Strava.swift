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

  package let service: any ActivityService
  package let signIn: OAuthSignIn
  private let oauth: String
  private let credentials: CredentialStore
  private let connection: Connection

  package init(_ parts: ServiceParts) {
    connection = parts.connection(.strava) { $0.stravaRefusal }
    oauth = parts.endpoints[Self.oauth]
    credentials = parts.credentials
    let tokens = TokenSource(url: oauth + "/token", store: credentials, connection: connection)
    let limits = StravaLimits()
    let client = HTTPClient(
      base: parts.endpoints[Self.api], connection: connection, authorizer: tokens, limits: limits)
    service = StravaService(client: client, limits: limits, time: connection.time)
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
    guard let sourceID = record["id"]?.idText, let start = record["start_date"]?.time?.inUTC
    else { return nil }
    self.init(id: ActivityID(source: .strava, sourceID: sourceID), start: start)
    record.view { record in
      name = record.member("name")?.string
      // `type` is the older name of the same field.
      sport = record.member("sport_type")?.string ?? record.member("type")?.string
      // Ends in a `Z` that does not mean UTC.
      startLocal = record.member("start_date_local")?.time?.clock
      timezone = record.member("timezone")?.string.flatMap { zoneName($0) }
      durationSeconds = record.member("moving_time")?.wholeNumber
      elapsedSeconds = record.member("elapsed_time")?.wholeNumber
      distanceMetres = record.member("distance")?.double
      elevationGainMetres = record.member("total_elevation_gain")?.double
      averagePowerWatts = record.member("average_watts")?.double
      weightedPowerWatts = record.member("weighted_average_watts")?.double
      maxPowerWatts = record.member("max_watts")?.double
      measuredPower = record.member("device_watts")?.bool
      averageHeartRate = record.member("average_heartrate")?.double
      maxHeartRate = record.member("max_heartrate")?.double
      averageCadence = record.member("average_cadence")?.double
      energyKilojoules = record.member("kilojoules")?.double
      device = record.member("device_name")?.string
      gear = record.member("gear_id")?.string.flatMap { $0.isEmpty ? nil : $0 }
    }
    raw = record.compact
  }
}

/// `(GMT-08:00) America/Los_Angeles` without its offset, which is not that of the day.
private func zoneName(_ text: String) -> String? {
  let bytes = text.utf8
  let name = bytes.lastIndex(of: UInt8(ascii: ")")).map { bytes[bytes.index(after: $0)...] }
  let zone = String((name ?? bytes[...]).drop { $0 == UInt8(ascii: " ") })
  return zone?.isEmpty == false ? zone : nil
}
