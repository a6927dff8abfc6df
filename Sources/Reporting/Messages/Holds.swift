// How long each status should stay on the line while others wait behind it.

package import Model

extension SyncStatus {
  /// The hold of the pacing rule; nil for statuses that are never queued.
  package var hold: Duration? {
    switch self {
    case .initial, .updated, .offline: nil
    case .fetchingHealthData: .milliseconds(800)
    case .contactingIntegrations: .milliseconds(800)
    case .downloadingActivities: .milliseconds(1200)
    case .generatingRoutine: .milliseconds(800)
    case .processingData: .milliseconds(1000)
    case .computingZones: .milliseconds(800)
    case .calculatingScores: .milliseconds(1000)
    case .refreshingScores: .milliseconds(800)
    case .buildingPrep: .milliseconds(800)
    case .saving: .milliseconds(800)
    case .finalizing: .milliseconds(500)
    case .complete: .milliseconds(300)
    case .free: .milliseconds(800)
    }
  }
}
