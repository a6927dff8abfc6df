// Reads Wahoo's workouts, users and power zones (https://cloud-api.wahooligan.com).

import Codec
import Model
import Network

enum WahooRecord {
  /// A completed workout.
  case activity(Activity)
  /// A planned workout: it has no summary.
  case plan
  /// A record without an id or a start.
  case unreadable

  init(_ record: JSONValue) {
    let summary = record["workout_summary"]
    if record.kind == .object, summary?.isNull ?? true {
      self = .plan
    } else {
      self = Activity(wahoo: record).map { .activity($0) } ?? .unreadable
    }
  }
}

extension Activity {
  /// nil for a record without an id, a start or a summary.
  ///
  /// Decimals are strings, any field may be absent or null, and 0 means not measured. There is no
  /// local time, only the name of a time zone. For a planned ride, `starts` is the planned time;
  /// only its summary has the real one, `started_at`.
  fileprivate init?(wahoo record: JSONValue) {
    guard let sourceID = record["id"]?.idText, let summary = record["workout_summary"]?.members,
      let start = record["workout_summary"]?["started_at"]?.string.flatMap(utcTime)
        ?? record["starts"]?.string.flatMap(utcTime)
    else { return nil }
    self.init(id: ActivityID(source: .wahoo, sourceID: sourceID), start: start)
    name = record["name"]?.string
    sport = record["workout_type_id"]?.looseWholeNumber.map { WahooWorkoutType.name($0) }
    var isManual = false
    var application: Int?
    for member in summary {
      switch member.name {
      case "manual": isManual = member.value.looseFlag ?? false
      case "fitness_app_id": application = member.value.looseWholeNumber
      default: set(wahoo: member.name, member.value)
      }
    }
    if averagePowerWatts != nil || weightedPowerWatts != nil {
      measuredPower = Self.isMeasured(isManual: isManual, application: application)
    }
    loadFrom = load == nil ? nil : .service
    raw = record.compact
  }

  private mutating func set(wahoo name: String, _ value: JSONValue) {
    switch name {
    case "time_zone": timezone = value.string.flatMap { $0.isEmpty ? nil : $0 }
    case "duration_active_accum": durationSeconds = value.looseWholeNumber
    case "duration_total_accum": elapsedSeconds = value.looseWholeNumber
    case "distance_accum": distanceMetres = value.looseNumber
    case "ascent_accum": elevationGainMetres = value.looseNumber
    case "power_avg": averagePowerWatts = value.positive
    case "power_bike_np_last": weightedPowerWatts = value.positive
    case "power_bike_tss_last": load = value.positive
    case "heart_rate_avg": averageHeartRate = value.positive
    case "cadence_avg": averageCadence = value.positive
    case "work_accum": energyKilojoules = value.positive.map { $0 / 1000 }
    default: break
    }
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
        ? (watts: watts, changed: record["updated_at"]?.string.flatMap(utcTime)) : nil
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
