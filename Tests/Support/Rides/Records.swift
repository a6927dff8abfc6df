// Records for comparing: the text that a store writes of one, and lists of rides.

import Codec
package import Format
package import Model

extension RecordWithFields {
  /// All members that a store writes, but the service's own record: `id="garmin:1" duration_s=60`.
  package var members: String {
    var json = JSONWriter()
    json.object { json in
      Self.fields.writeMembers(self, to: &json)
      Self.fields.writeOrigin(self, to: &json)
    }
    let members = (try? JSONValue(parsing: json.take()))?.members?.map { member in
      "\(member.name)=\(member.value.literal)"
    }
    return members?.joined(separator: " ") ?? ""
  }
}

extension ImportedRecords {
  package init(
    days: [WellnessDay], activities: [Activity], quality: RecordingQuality? = nil,
    skipped: Int = 0, corrected: Int = 0
  ) {
    self.init(
      days: days, rides: activities.map { ImportedRide($0, quality: quality) }, skipped: skipped,
      corrected: corrected)
  }

  package var activities: [Activity] { rides.map(\.activity) }
}

extension SyncStore {
  /// All rides that count.
  package func activities() async throws(SyncFailure) -> [Activity] {
    try await rides().filter { !$0.isExcluded }
  }
}
