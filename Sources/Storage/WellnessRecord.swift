// A day of health data as one line of `wellness/SOURCE/YEAR.ndjson`.

import Format
import Codec
import Model

extension WellnessDay: StoredRecord {
  var key: Day { date }
  var day: Day { date }

  func precedes(_ other: WellnessDay) -> Bool { date < other.date }

  init?(_ line: JSONValue, of source: Source?) {
    guard let members = line.members, let date = line["date"]?.string.flatMap({ Day($0) }),
      let name = line["source"]?.string, let own = Source(rawValue: name),
      source == nil || source == own
    else { return nil }
    self.init(source: own, date: date)
    var read = FieldReader()
    for member in members {
      let value = member.value
      switch member.key {
      case "id": _ = read.text(value)
      case "resting_heart_rate_bpm": restingHeartRate = read.number(value)
      case "hrv_rmssd_ms": hrvRMSSD = read.number(value)
      case "hrv_sdnn_ms": hrvSDNN = read.number(value)
      case "sleep_s": sleepSeconds = read.integer(value)
      case "sleep_start": sleepStart = read.localTime(value)
      case "sleep_end": sleepEnd = read.localTime(value)
      case "awake_s": awakeSeconds = read.integer(value)
      case "sleep_score": sleepScore = read.number(value)
      case "respiration_bpm": respiration = read.number(value)
      case "weight_kg": weightKilograms = read.number(value)
      case "from": from = FilePlace(value)
      default: break
      }
    }
    guard read.isValid else { return nil }
  }

  func writeMembers(to json: inout JSONWriter) {
    json.member("id", "\(source.rawValue):\(date)")
    json.member("source", source.rawValue)
    json.member("date", date)
    json.figure("resting_heart_rate_bpm", restingHeartRate)
    json.figure("hrv_rmssd_ms", hrvRMSSD)
    json.figure("hrv_sdnn_ms", hrvSDNN)
    json.member("sleep_s", sleepSeconds)
    json.member("sleep_start", sleepStart)
    json.member("sleep_end", sleepEnd)
    json.member("awake_s", awakeSeconds)
    json.figure("sleep_score", sleepScore)
    json.figure("respiration_bpm", respiration)
    json.figure("weight_kg", weightKilograms)
  }

  static func knows(_ key: JSONKey) -> Bool {
    switch key {
    case "id", "source", "date", "resting_heart_rate_bpm", "hrv_rmssd_ms", "hrv_sdnn_ms", "sleep_s",
      "sleep_start", "sleep_end", "awake_s", "sleep_score", "respiration_bpm", "weight_kg":
      true
    default: false
    }
  }

  /// A difference in `raw` or `from` alone does not count.
  func agrees(with other: WellnessDay) -> Bool {
    var one = self
    (one.raw, one.from) = (nil, nil)
    var two = other
    (two.raw, two.from) = (nil, nil)
    return one == two || one.isWritten(like: two)
  }

  /// This day with what only an earlier record of it knew, and the place that was seen first: an
  /// import takes nothing away.
  func filled(from earlier: WellnessDay) -> WellnessDay {
    var day = self
    day.restingHeartRate = restingHeartRate ?? earlier.restingHeartRate
    day.hrvRMSSD = hrvRMSSD ?? earlier.hrvRMSSD
    day.hrvSDNN = hrvSDNN ?? earlier.hrvSDNN
    day.respiration = respiration ?? earlier.respiration
    day.weightKilograms = weightKilograms ?? earlier.weightKilograms
    // A night is one thing; halves of two records would not fit together.
    if sleepSeconds == nil, sleepStart == nil, sleepEnd == nil {
      day.sleepSeconds = earlier.sleepSeconds
      day.sleepStart = earlier.sleepStart
      day.sleepEnd = earlier.sleepEnd
      day.awakeSeconds = earlier.awakeSeconds
      day.sleepScore = sleepScore ?? earlier.sleepScore
    }
    day.from = earlier.from ?? from
    return day
  }
}
