// Rides of files as lists.

package import Model

extension ImportedRecords {
  package init(
    days: [WellnessDay], activities: [Activity], richness: RecordingQuality? = nil,
    skipped: Int = 0, corrected: Int = 0
  ) {
    self.init(
      days: days, rides: activities.map { ImportedRide($0, richness: richness) }, skipped: skipped,
      corrected: corrected)
  }

  /// All rides; none when they cannot be read.
  package var activities: [Activity] {
    var activities: [Activity] = []
    do throws(SyncFailure) {
      try rides.forEachRide { activities.append($0.activity) }
    } catch {
      return []
    }
    return activities
  }
}
