// Reads Intervals.icu's athlete with the settings of each sport (schema WithSportSettings).

import Codec
import Model
import Network

extension Athlete {
  /// nil for a record without a valid id.
  init?(intervals record: JSONValue) {
    guard let id = record["id"]?.idText, IntervalsAccount.isID(id) else { return nil }
    let name = record["name"]?.string.flatMap { $0.isEmpty ? nil : DisplayText($0) }
    let cycling = record["sportSettings"]?.records(atMost: 1000).flatMap { cyclingSettings($0) }
    self.init(
      id: id, name: name ?? personName(record),
      rider: RiderSettings(
        ftpWatts: plausible(cycling?["ftp"]?.looseWholeNumber, 1...2000),
        maxHeartRate: plausible(cycling?["max_hr"]?.looseWholeNumber, 25...250),
        restingHeartRate: plausible(record["icu_resting_hr"]?.looseWholeNumber, 25...250),
        thresholdHeartRate: plausible(cycling?["lthr"]?.looseWholeNumber, 25...250),
        sex: Sex(letter: record["sex"])))
  }
}

/// The settings for rides: those of `Ride`, otherwise those of any other kind of ride.
private func cyclingSettings(_ all: [JSONValue]) -> JSONValue? {
  func settings(where matches: (String) -> Bool) -> JSONValue? {
    all.first { $0["types"]?.elements?.contains { $0.string.map(matches) ?? false } ?? false }
  }
  return settings { $0 == "Ride" } ?? settings { $0.hasSuffix("Ride") }
}
