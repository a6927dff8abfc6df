// Wahoo: the service, signing in and out, and its records.

import Codec
package import Model
package import Network

/// Wahoo: the account's workouts, signing in, and signing out (Cloud API,
/// https://cloud-api.wahooligan.com).
///
/// Each refresh returns a new pair of tokens; the old pair becomes invalid with the first request
/// that uses the new one. At most ten new pairs may be unused, so tokens are refreshed immediately
/// before a request, and never in advance.
package struct Wahoo: ServiceAccount {
  package static let source = Source.wahoo
  package static let endpoints = [api]

  private static let api = Endpoint(
    variable: "VELO_SYNC_WAHOO_API", standard: "https://api.wahooligan.com")
  /// Wahoo does not redirect to plain http on this machine.
  private static let redirect = "https://localhost/velo-sync"
  private static let scopes = ["user_read", "workouts_read", "power_zones_read", "offline_data"]

  package let service: any ActivityService
  package let signIn: OAuthSignIn
  private let base: String
  private let credentials: CredentialStore
  private let tokens: TokenSource
  private let connection: Connection

  package init(_ parts: ServiceParts) {
    (base, credentials) = (parts.endpoints[Self.api], parts.credentials)
    connection = parts.connection(.wahoo) { $0.wahooRefusal(scopes: Self.scopes) }
    tokens = TokenSource(
      url: base + "/oauth/token", store: credentials, connection: connection, oldPairLives: true)
    let limits = RetryAfterLimits(wait: WahooLimits.wait)
    let recordings = WahooRecordings(connection: connection, read: parts.readRecording)
    let service = { @Sendable [base, connection] (authorizer: any Authorizing) in
      WahooService(
        client: HTTPClient(
          base: base, connection: connection, authorizer: authorizer, limits: limits),
        recordings: recordings)
    }
    self.service = service(tokens)
    signIn = OAuthSignIn(
      authorizeURL: base + "/oauth/authorize", tokenURL: base + "/oauth/token",
      scopes: Self.scopes, separator: " ", redirect: Self.redirect,
      isClientID: {
        // 43 characters of base64url in the documentation; others may come.
        (8...200).contains($0.utf8.count) && $0.place(of: "://") == nil
          && $0.utf8.allSatisfy { (0x21...0x7E).contains($0) }
      },
      identify: { token throws(SyncFailure) in
        try await service(FreshToken(value: .bearer(token))).contact()
      }, connection: connection)
  }

  package var way: SignInWay { .browser(signIn) }

  /// Revokes all permissions, after at most one refresh.
  package func revoke() async throws(SyncFailure) -> Bool {
    guard let stored = try credentials.load(.wahoo) else { return true }
    do {
      guard let authorization = try await tokens.authorization(after: nil) else { return false }
      let reply = try await delete(authorization)
      let isStored = stored.tokens.access.map { .bearer($0) } == authorization
      guard reply.status == 401, isStored,
        let other = try await tokens.authorization(after: authorization)
      else { return reply.isSuccess }
      return try await delete(other).isSuccess
    } catch {
      if error == .interrupted { throw error }
      return false
    }
  }

  private func delete(_ authorization: Secret) async throws(SyncFailure) -> Reply {
    do {
      return try await connection.send(
        Request(
          "DELETE", base + "/v1/permissions",
          headers: [("Authorization", authorization), ("Accept", Secret("application/json"))]))
    } catch {
      throw SyncFailure(error, of: .wahoo)
    }
  }
}

/// A token that has not been stored and cannot be refreshed.
private struct FreshToken: Authorizing {
  let value: Secret

  func authorization(after refused: Secret?) -> Secret? { refused == nil ? value : nil }
}

/// The limits reported by Wahoo's answers: of a day, an hour and five minutes
/// (https://cloud-api.wahooligan.com, "Rate Limiting").
enum WahooLimits {
  /// The windows in the order of the headers, in seconds.
  private static let windows: [Int64] = [86_400, 3600, 300]

  /// The seconds to wait after a reply; nil while nothing is used up.
  static func wait(_ reply: Reply, _ refusals: Int, _ now: Timestamp) -> Int64? {
    let exhausted = exhausted(reply)
    guard reply.status == 429 || exhausted != nil else { return nil }
    // The value is 0 while nothing is used up.
    let reported = reply.numbers("X-RateLimit-Reset").max() ?? 0
    let window = exhausted ?? windows[2]
    // A service that reports 0 must not be asked again without end.
    return max(reported > 0 ? reported : reply.retryAfter(at: now) ?? window, 1)
  }

  /// The longest window that is used up.
  private static func exhausted(_ reply: Reply) -> Int64? {
    let left = reply.numbers("X-RateLimit-Remaining")
    return left.count == windows.count ? zip(windows, left).first { $0.1 <= 0 }?.0 : nil
  }
}

extension Activity {
  /// nil for a record without an id, a start or a summary.
  ///
  /// Decimals are strings, any field may be absent or null, and 0 means not measured. There is no
  /// local time, only the name of a time zone. For a planned ride, `starts` is the planned time;
  /// only its summary has the real one, `started_at`.
  init?(wahoo record: JSONValue) {
    guard let sourceID = record["id"]?.idText, let summary = record["workout_summary"],
      summary.kind == .object,
      let start = (summary["started_at"]?.time ?? record["starts"]?.time)?.inUTC
    else { return nil }
    self.init(id: ActivityID(source: .wahoo, sourceID: sourceID), start: start)
    name = record["name"]?.string
    sport = record["workout_type_id"]?.looseWholeNumber.map { WahooWorkoutType.name($0) }
    timezone = summary["time_zone"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    durationSeconds = summary["duration_active_accum"]?.looseWholeNumber
    elapsedSeconds = summary["duration_total_accum"]?.looseWholeNumber
    distanceMetres = summary["distance_accum"]?.looseNumber
    elevationGainMetres = summary["ascent_accum"]?.looseNumber
    averagePowerWatts = summary["power_avg"]?.positive
    weightedPowerWatts = summary["power_bike_np_last"]?.positive
    load = summary["power_bike_tss_last"]?.positive
    loadFrom = load == nil ? nil : .service
    averageHeartRate = summary["heart_rate_avg"]?.positive
    averageCadence = summary["cadence_avg"]?.positive
    energyKilojoules = summary["work_accum"]?.positive.map { $0 / 1000 }
    if averagePowerWatts != nil || weightedPowerWatts != nil {
      measuredPower = Self.isMeasured(
        isManual: summary["manual"]?.looseFlag ?? false,
        application: summary["fitness_app_id"]?.looseWholeNumber)
    }
    raw = record.compact
  }

  /// Power from Wahoo's own devices is measured; power entered by hand is not; for other
  /// manufacturers' programs (ids from 1000 on) it is unknown.
  private static func isMeasured(isManual: Bool, application: Int?) -> Bool? {
    if isManual { return false }
    return application.map { $0 < 1000 } ?? true ? true : nil
  }
}

extension Athlete {
  /// nil for a record without an id.
  ///
  /// - Parameter zones: the answer of `/v1/power_zones`; anything but a list counts as empty.
  init?(wahoo user: JSONValue, zones: JSONValue?) {
    guard let id = user["id"]?.idText else { return nil }
    self.init(
      id: id, name: personName(user, ["first", "last"]),
      rider: RiderSettings(ftpWatts: zones.flatMap { cyclingThreshold(in: $0) }))
  }
}

/// The threshold power for the cycling family (0), the most recently changed one.
private func cyclingThreshold(in zones: JSONValue) -> Int? {
  let known = (zones.elements(atMost: 1000) ?? []).compactMap { record in
    plausible(record["ftp"]?.looseWholeNumber, RiderSettings.plausibleFTP).flatMap { watts in
      record["workout_type_family_id"]?.looseWholeNumber == 0
        ? (watts: watts, changed: record["updated_at"]?.time?.inUTC) : nil
    }
  }
  return known.max { ($0.changed?.seconds ?? 0) < ($1.changed?.seconds ?? 0) }?.watts
}

/// Wahoo's workout types (https://cloud-api.wahooligan.com, "Workout Types").
enum WahooWorkoutType {
  /// Wahoo's own name for a type; the number itself when it is unknown.
  static func name(_ number: Int) -> String { names[number] ?? String(number) }

  private static let names: [Int: String] = [
    0: "BIKING", 1: "RUNNING", 2: "FE", 3: "RUNNING_TRACK", 4: "RUNNING_TRAIL",
    5: "RUNNING_TREADMILL", 6: "WALKING", 7: "WALKING_SPEED", 8: "WALKING_NORDIC", 9: "HIKING",
    10: "MOUNTAINEERING", 11: "BIKING_CYCLECROSS", 12: "BIKING_INDOOR", 13: "BIKING_MOUNTAIN",
    14: "BIKING_RECUMBENT", 15: "BIKING_ROAD", 16: "BIKING_TRACK", 17: "BIKING_MOTOCYCLING",
    18: "FE_GENERAL", 19: "FE_TREADMILL", 20: "FE_ELLIPTICAL", 21: "FE_BIKE", 22: "FE_ROWER",
    23: "FE_CLIMBER", 25: "SWIMMING_LAP", 26: "SWIMMING_OPEN_WATER", 27: "SNOWBOARDING",
    28: "SKIING", 29: "SKIING_DOWNHILL", 30: "SKIINGCROSS_COUNTRY", 31: "SKATING",
    32: "SKATING_ICE", 33: "SKATING_INLINE", 34: "LONG_BOARDING", 35: "SAILING", 36: "WINDSURFING",
    37: "CANOEING", 38: "KAYAKING", 39: "ROWING", 40: "KITEBOARDING", 41: "STAND_UP_PADDLE_BOARD",
    42: "WORKOUT", 43: "CARDIO_CLASS", 44: "STAIR_CLIMBER", 45: "WHEELCHAIR", 46: "GOLFING",
    47: "OTHER", 49: "BIKING_INDOOR_CYCLING_CLASS", 56: "WALKING_TREADMILL",
    61: "BIKING_INDOOR_TRAINER", 62: "MULTISPORT", 63: "TRANSITION", 64: "EBIKING",
    65: "TICKR_OFFLINE", 66: "YOGA", 67: "RUNNING_RACE", 68: "BIKING_INDOOR_VIRTUAL",
    69: "MENTAL_STRENGTH", 70: "HANDCYCLING", 71: "RUNNING_INDOOR_VIRTUAL", 255: "UNKNOWN",
  ]
}
