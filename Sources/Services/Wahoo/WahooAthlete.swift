// Reads Wahoo's user and power zones (https://cloud-api.wahooligan.com, "Users", "Power Zones").

import Codec
import Model
import Network

extension Athlete {
  /// nil for a record without an id.
  ///
  /// - Parameter zones: the answer of `/v1/power_zones`; anything but a list counts as empty.
  init?(wahoo user: JSONValue, zones: JSONValue?) {
    guard let id = user["id"]?.idText else { return nil }
    let names = ["first", "last"].compactMap { user[$0]?.string }.filter { !$0.isEmpty }
    self.init(
      id: id, name: names.isEmpty ? nil : DisplayText(names.joined(separator: " ")),
      rider: RiderSettings(ftpWatts: zones.flatMap { cyclingThreshold(in: $0) }))
  }
}

/// The threshold power for the cycling family (0), the most recently changed one.
private func cyclingThreshold(in zones: JSONValue) -> Int? {
  let known = (zones.records(atMost: 1000) ?? []).compactMap { record in
    plausible(record["ftp"]?.looseWholeNumber, 1...2000).flatMap { watts in
      record["workout_type_family_id"]?.looseWholeNumber == 0
        ? (watts: watts, changed: record["updated_at"]?.string.flatMap(utcTime)) : nil
    }
  }
  return known.max { ($0.changed?.seconds ?? 0) < ($1.changed?.seconds ?? 0) }?.watts
}
