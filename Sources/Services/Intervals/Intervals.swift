// Intervals.icu: the service, signing in, the account of its requests, and its records.

import Codec
package import Model
import Network

/// Intervals.icu: the account's activities, health data and settings, with the API key that every
/// account has (https://intervals.icu/api/v1/docs).
package struct Intervals: ServiceAccount {
  package static let source = Source.intervals
  package static let endpoints = [api]

  private static let api = Endpoint(
    variable: "VELO_SYNC_INTERVALS_API", standard: "https://intervals.icu/api/v1")

  package let service: any ActivityService
  private let base: String
  private let connection: Connection

  package init(_ parts: ServiceParts) {
    base = parts.endpoints[Self.api]
    connection = parts.connection(.intervals) { _ in nil }
    let credentials = parts.credentials
    let account = IntervalsAccount { () throws(SyncFailure) -> KeyCredentials in
      guard let key = try credentials.loadKey(.intervals) else { throw .notConnected(.intervals) }
      return key
    }
    service = IntervalsService(account: account, base: base, connection: connection)
  }

  /// Blanks around the key are ignored. Throws `signInRefused` when it is not accepted.
  package var way: SignInWay {
    .key { (key, athlete) throws(SyncFailure) in
      let key = key.trimmed
      let account = IntervalsAccount { KeyCredentials(key: key, athleteID: athlete) }
      do throws(SyncFailure) {
        let owner = try await IntervalsService(
          account: account, base: base, connection: connection
        ).contact()
        return KeyCredentials(key: key, athleteID: owner.id, athleteName: owner.name)
      } catch {
        if case .auth = error { throw .signInRefused(.intervals) }
        throw error
      }
    }
  }

  /// A key is taken back by making another one on the website.
  package func revoke() -> Bool { true }
}

/// The account that requests are made for. The key is read for every request, because the person
/// may have connected again in the meantime.
struct IntervalsAccount: Authorizing {
  let credentials: @Sendable () throws(SyncFailure) -> KeyCredentials

  /// The path of the athlete's resources, followed by `rest`; 0 is the owner of the key.
  func path(_ rest: String = "") throws(SyncFailure) -> String {
    "/athlete/\(try credentials().athleteID ?? "0")\(rest)"
  }

  /// Whether a text is an athlete's id, which becomes part of paths.
  static func isID(_ text: String) -> Bool {
    (1...32).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
      }
  }

  func authorization(after refused: Secret?) throws(SyncFailure) -> Secret? {
    // The user name is the same for everyone.
    let current = Secret.basic(user: "API_KEY", password: try credentials().key)
    return current == refused ? nil : current
  }
}

extension Activity {
  /// nil for a record without an id or a start, such as the remains of an activity from Strava.
  ///
  /// Any field may be absent or null, numbers may be quoted, and integers may be written as
  /// fractions.
  init?(intervals record: JSONValue) {
    guard let sourceID = record["id"]?.idText, let start = record["start_date"]?.time?.inUTC
    else { return nil }
    self.init(id: ActivityID(source: .intervals, sourceID: sourceID), start: start)
    name = record["name"]?.string
    sport = record["type"]?.string
    startLocal = record["start_date_local"]?.time?.clock
    timezone = record["timezone"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    durationSeconds = record["moving_time"]?.looseWholeNumber
    elapsedSeconds = record["elapsed_time"]?.looseWholeNumber
    distanceMetres = distance(
      record["distance"]?.looseNumber, computed: record["icu_distance"]?.looseNumber)
    elevationGainMetres = record["total_elevation_gain"]?.looseNumber
    averagePowerWatts = record["icu_average_watts"]?.looseNumber
    weightedPowerWatts = record["icu_weighted_avg_watts"]?.looseNumber
    measuredPower = record["device_watts"]?.looseFlag
    if measuredPower == nil, record["power_meter"]?.string?.isEmpty == false {
      measuredPower = true
    }
    // The rider has marked the measurement as wrong.
    if record["icu_ignore_power"]?.looseFlag == true { measuredPower = false }
    if record["icu_ignore_hr"]?.looseFlag != true {
      averageHeartRate = record["average_heartrate"]?.looseNumber
      maxHeartRate = record["max_heartrate"]?.looseNumber
    }
    averageCadence = record["average_cadence"]?.looseNumber
    energyKilojoules = record["icu_joules"]?.looseNumber.map { $0 / 1000 }
    load = record["icu_training_load"]?.looseNumber
    loadFrom = load == nil ? nil : .service
    gear = record["gear"]?["name"]?.string ?? record["gear"]?["id"]?.string
    ftpWatts = plausible(record["icu_ftp"]?.looseWholeNumber, RiderSettings.plausibleFTP)
    raw = record.compact
  }
}

/// The distance the service received from the device; the computed one if there is none or the two
/// differ tenfold, because some programs send 1.
private func distance(_ sent: Double?, computed: Double?) -> Double? {
  guard let computed, computed > 0 else { return sent }
  guard let sent, sent >= computed / 10, sent <= computed * 10 else { return computed }
  return sent
}

extension WellnessDay {
  /// nil for a record without a date. Any field may be absent or null, and people may add their
  /// own.
  ///
  /// `hrv` is rMSSD and `hrvSDNN` SDNN; which of them is present depends on the device. A weight or
  /// a resting heart rate marked as temporary was carried forward from an earlier day, not
  /// measured.
  init?(intervals record: JSONValue) {
    guard let date = record["id"]?.string.flatMap({ Day($0) }) else { return nil }
    self.init(source: .intervals, date: date)
    if record["tempRestingHR"]?.looseFlag != true {
      restingHeartRate = record["restingHR"]?.positive
    }
    hrvRMSSD = record["hrv"]?.positive
    hrvSDNN = record["hrvSDNN"]?.positive
    sleepSeconds = record["sleepSecs"]?.positive?.wholeNumber
    sleepScore = record["sleepScore"]?.looseNumber
    respiration = record["respiration"]?.positive
    if record["tempWeight"]?.looseFlag != true { weightKilograms = record["weight"]?.positive }
    raw = record.compact
  }
}

extension Athlete {
  /// nil for a record without a valid id.
  init?(intervals record: JSONValue) {
    guard let id = record["id"]?.idText, IntervalsAccount.isID(id) else { return nil }
    let name = record["name"]?.string.flatMap { $0.isEmpty ? nil : DisplayText($0) }
    let cycling = record["sportSettings"]?.elements(atMost: 1000).flatMap { cyclingSettings($0) }
    self.init(
      id: id, name: name ?? personName(record),
      rider: RiderSettings(
        ftpWatts: plausible(cycling?["ftp"]?.looseWholeNumber, RiderSettings.plausibleFTP),
        maxHeartRate: heartRate(cycling?["max_hr"]),
        restingHeartRate: heartRate(record["icu_resting_hr"]),
        thresholdHeartRate: heartRate(cycling?["lthr"]), sex: Sex(letter: record["sex"])))
  }
}

private func heartRate(_ value: JSONValue?) -> Int? {
  plausible(value?.looseWholeNumber, RiderSettings.plausibleHeartRate)
}

/// The settings for rides: those of `Ride`, otherwise those of any other kind of ride.
private func cyclingSettings(_ all: [JSONValue]) -> JSONValue? {
  func settings(where matches: (String) -> Bool) -> JSONValue? {
    all.first { $0["types"]?.elements?.contains { $0.string.map(matches) ?? false } ?? false }
  }
  return settings { $0 == "Ride" } ?? settings { $0.hasSuffix("Ride") }
}
