// The steps of a run that have a status of their own, or a share of its fraction.

import Model

/// A step of a run.
enum SyncStep: CaseIterable, Hashable, Sendable {
  case fetchHealthData, contact, download
  case generateRoutine, processData, computeZones, scoreDay, buildPrep
  case save, finalize

  /// The stage it is in; its share of the run, 0…1; and its status, nil where that says more than
  /// the step. The steps of a stage add up to its span; the share of a skipped step is added at the
  /// end of the stage, and that of files is a part of the download's.
  private var row: (stage: Stage, weight: Double, status: SyncStatus?) {
    switch self {
    case .fetchHealthData: (.routine, 0.02, .fetchingHealthData)
    case .contact: (.routine, 0.03, nil)
    case .download: (.routine, 0.25, nil)
    case .generateRoutine: (.routine, 0.03, .generatingRoutine)
    case .processData: (.prep, 0.12, .processingData)
    case .computeZones: (.prep, 0.05, .computingZones)
    case .scoreDay: (.prep, 0.10, nil)
    case .buildPrep: (.prep, 0.06, .buildingPrep)
    case .save: (.saving, 0.30, nil)
    case .finalize: (.saving, 0.04, .finalizing)
    }
  }

  var stage: Stage { row.stage }
  var weight: Double { row.weight }
  var status: SyncStatus? { row.status }
}
