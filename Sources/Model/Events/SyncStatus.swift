// The statuses of a run: what it is doing, as a value. The texts are in `Reporting/Messages`.

/// What a run is doing right now; one is current at any time.
package enum SyncStatus: Hashable, Sendable {
  /// The moment before the first status; never queued, drawn or emitted.
  case initial
  case fetchingHealthData
  /// `count` is the number of files if it is known before they are read, else nil.
  case readingFiles(count: Int?)
  /// `sources` are contacted; `unavailable` did not answer.
  case contactingIntegrations(sources: [Source], unavailable: [Source])
  /// `count` as soon as it is known, else nil.
  case downloadingActivities(source: Source?, count: Int?)
  /// The second-by-second data of a service's activities.
  case downloadingStreams(source: Source)
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
  /// A status reported by another program.
  indirect case free(FreeStatus)
}

/// Which health data are available for scoring.
package struct HealthCoverage: Hashable, Sendable {
  /// Whether there is any HRV, resting heart rate or sleep.
  package let hasHealthData: Bool
  /// Whether there is a record of last night's sleep.
  package let hasSleepData: Bool

  package init(hasHealthData: Bool, hasSleepData: Bool) {
    (self.hasHealthData, self.hasSleepData) = (hasHealthData, hasSleepData)
  }
}

extension SyncStatus {
  /// The names of the statuses in events.
  package enum Name: String, CaseIterable, Sendable {
    case fetchingHealthData = "fetching_health_data"
    case readingFiles = "reading_files"
    case contactingIntegrations = "contacting_integrations"
    case downloadingActivities = "downloading_activities"
    case downloadingStreams = "downloading_streams"
    case generatingRoutine = "generating_routine"
    case processingData = "processing_data"
    case computingZones = "computing_zones"
    case calculatingScores = "calculating_scores"
    case refreshingScores = "refreshing_scores"
    case buildingPrep = "building_prep"
    case saving, finalizing, complete, updated, offline
  }

  /// The name in events, and the stage the status belongs to.
  private var row: (name: Name?, stage: Stage?) {
    switch self {
    case .initial: (nil, .routine)
    case .fetchingHealthData: (.fetchingHealthData, .routine)
    case .readingFiles: (.readingFiles, .routine)
    case .contactingIntegrations: (.contactingIntegrations, .routine)
    case .downloadingActivities: (.downloadingActivities, .routine)
    case .downloadingStreams: (.downloadingStreams, .routine)
    case .generatingRoutine: (.generatingRoutine, .routine)
    case .processingData: (.processingData, .prep)
    case .computingZones: (.computingZones, .prep)
    case .calculatingScores: (.calculatingScores, .prep)
    case .refreshingScores: (.refreshingScores, .prep)
    case .buildingPrep: (.buildingPrep, .prep)
    case .saving: (.saving, .saving)
    case .finalizing: (.finalizing, .saving)
    case .complete: (.complete, .saving)
    case .updated: (.updated, nil)
    case .offline: (.offline, nil)
    case .free(let status): (nil, status.stage)
    }
  }

  /// Its own name; nil for the initial status and for another program's.
  package var ownName: Name? { row.name }

  /// The stage a status belongs to; nil for those that last beyond the run.
  package var stage: Stage? { row.stage }

  /// The machine-readable name; for another program's status, its own name or its text.
  package var name: String {
    if case .free(let status) = self { return (status.name ?? status.text).description }
    return ownName?.rawValue ?? "initial"
  }

  /// Two statuses with the same identity are one status whose text has changed.
  package struct Identity: Hashable, Sendable {
    let name: String
    let source: Source?
  }

  /// The name and the source.
  package var identity: Identity { Identity(name: name, source: source) }

  /// Whether it is the reading of files, of whatever kind.
  package var isReadingFiles: Bool {
    switch self {
    case .fetchingHealthData, .readingFiles: true
    default: false
    }
  }

  /// The source a status is about, if any.
  package var source: Source? {
    switch self {
    case .downloadingActivities(let source, _): source
    case .downloadingStreams(let source): source
    default: nil
    }
  }
}
