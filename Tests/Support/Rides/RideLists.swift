// The rides of imports and stores, as lists.

package import Model

extension ImportedRecords {
  package init(
    days: [WellnessDay], activities: [Activity], quality: RecordingQuality? = nil,
    skipped: Int = 0, corrected: Int = 0
  ) {
    self.init(
      days: days, rides: activities.map { ImportedRide($0, quality: quality) }, skipped: skipped,
      corrected: corrected)
  }

  /// All rides.
  package var activities: [Activity] { rides.map(\.activity) }
}

extension SyncStore {
  /// All rides that count.
  package func activities() async throws(SyncFailure) -> [Activity] {
    try await rides().filter { !$0.isExcluded }
  }
}
