// The statuses of a run: what it is doing, as a value. Their texts stand in `Reporting/Messages`.

/// What a run is doing right now; one is current at any time.
package enum SyncStatus: Hashable, Sendable {
  /// The moment before the first status; never queued, drawn or emitted.
  case initial
  case fetchingHealthData
  /// `sources` are asked; `unavailable` turned out to be down.
  case contactingIntegrations(sources: [Source], unavailable: [Source])
  /// `count` as soon as it is known, else nil.
  case downloadingActivities(source: Source?, count: Int?)
  case generatingRoutine
  case processingData
  case computingZones
  case calculatingScores(HealthCoverage)
  case refreshingScores(HealthCoverage)
  case buildingPrep
  /// `destination` is the store's folder.
  case saving(destination: DisplayText, dryRun: Bool)
  case finalizing
  case complete
  case updated(at: Timestamp)
  /// Every source is unreachable; saved scores are shown.
  case offline
  /// What another program says in its own words.
  indirect case free(FreeStatus)
}

/// What the health data at hand allow to score.
package struct HealthCoverage: Hashable, Sendable {
  /// Whether there is any HRV, resting pulse or sleep at all.
  package let hasHealthData: Bool
  /// Whether last night's sleep is there.
  package let hasSleepData: Bool

  package init(hasHealthData: Bool, hasSleepData: Bool) {
    self.hasHealthData = hasHealthData
    self.hasSleepData = hasSleepData
  }
}

extension SyncStatus {
  /// The stage a status belongs to; nil for those that outlast the run.
  package var stage: Stage? {
    switch self {
    case .initial, .fetchingHealthData, .contactingIntegrations, .downloadingActivities,
      .generatingRoutine:
      .routine
    case .processingData, .computingZones, .calculatingScores, .refreshingScores, .buildingPrep:
      .prep
    case .saving, .finalizing, .complete: .saving
    case .updated, .offline: nil
    case .free(let status): status.stage
    }
  }

  /// The name used wherever a machine reads it; of another program's status its text, where it gave
  /// no name.
  package var name: String {
    switch self {
    case .initial: "initial"
    case .fetchingHealthData: "fetching_health_data"
    case .contactingIntegrations: "contacting_integrations"
    case .downloadingActivities: "downloading_activities"
    case .generatingRoutine: "generating_routine"
    case .processingData: "processing_data"
    case .computingZones: "computing_zones"
    case .calculatingScores: "calculating_scores"
    case .refreshingScores: "refreshing_scores"
    case .buildingPrep: "building_prep"
    case .saving: "saving"
    case .finalizing: "finalizing"
    case .complete: "complete"
    case .updated: "updated"
    case .offline: "offline"
    case .free(let status): (status.name ?? status.text).description
    }
  }

  /// What makes two statuses the same one whose text has changed.
  package struct Identity: Hashable, Sendable {
    let name: String
    let source: Source?
  }

  /// Its name and source.
  package var identity: Identity { Identity(name: name, source: source) }

  /// The source a status speaks of, where it speaks of one.
  package var source: Source? {
    if case .downloadingActivities(let source, _) = self { return source }
    return nil
  }
}
