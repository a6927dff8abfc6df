// Reads Intervals.icu's Wellness, one record a day (https://intervals.icu/api/v1/docs).

import Codec
import Model
import Network

extension WellnessDay {
  /// nil for a record without a date. Any field may be absent or null, and people may add their
  /// own.
  ///
  /// `hrv` is rMSSD and `hrvSDNN` SDNN; which of them is present depends on the device. A weight or
  /// a resting heart rate marked as temporary was carried forward from an earlier day, not
  /// measured.
  init?(intervals record: JSONValue) {
    guard let members = record.members,
      let date = record["id"]?.string.flatMap({ Day($0) })
    else { return nil }
    self.init(source: .intervals, date: date)
    var isWeightCarried = false
    var isPulseCarried = false
    for member in members {
      let value = member.value
      switch member.key {
      case "restingHR": restingHeartRate = value.measure
      case "hrv": hrvRMSSD = value.measure
      case "hrvSDNN": hrvSDNN = value.measure
      case "sleepSecs": sleepSeconds = value.measure.flatMap { Int(exactly: $0.rounded()) }
      case "sleepScore": sleepScore = value.looseNumber
      case "respiration": respiration = value.measure
      case "weight": weightKilograms = value.measure
      case "tempWeight": isWeightCarried = value.looseFlag ?? false
      case "tempRestingHR": isPulseCarried = value.looseFlag ?? false
      default: break
      }
    }
    if isWeightCarried { weightKilograms = nil }
    if isPulseCarried { restingHeartRate = nil }
    raw = record.compact
  }
}

extension JSONValue {
  /// A value that must be positive; devices write 0 when they did not measure.
  fileprivate var measure: Double? {
    looseNumber.flatMap { $0 > 0 ? $0 : nil }
  }
}
