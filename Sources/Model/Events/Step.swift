// The steps of a sync, in order. A simulation can slow down or fail each of them.

/// One step of a sync.
package enum Step: String, CaseIterable, Hashable, Sendable {
  /// Before the store's lock is taken.
  case open
  case fetchHealthData
  case contact
  case download
  case generateRoutine
  case processData
  case computeZones
  case scoreDay
  case buildPrep
  case save
  case finalize
}

/// Extra work at every step of a sample run: a pause to read the status, and a failure on request.
package protocol StepSimulation: Sendable {
  /// Called in every step: after its status, if any, was posted, and before its work. A step that
  /// failed is rehearsed again when the run continues from there.
  ///
  /// - Throws: the failure requested for this step.
  func simulate(_ step: Step) async throws(SyncFailure)
}

extension Step {
  /// The stage that the step belongs to.
  package var stage: Stage {
    switch self {
    case .open, .fetchHealthData, .contact, .download, .generateRoutine: .routine
    case .processData, .computeZones, .scoreDay, .buildPrep: .prep
    case .save, .finalize: .saving
    }
  }

  /// The step's share of the run, 0…1. The steps of a stage add up to its span. The share of a
  /// skipped step is added at the end of the stage.
  package var weight: Double {
    switch self {
    case .open: 0
    case .fetchHealthData: 0.02
    case .contact: 0.03
    case .download: 0.25
    case .generateRoutine: 0.03
    case .processData: 0.12
    case .computeZones: 0.05
    case .scoreDay: 0.10
    case .buildPrep: 0.06
    case .save: 0.30
    case .finalize: 0.04
    }
  }
}
