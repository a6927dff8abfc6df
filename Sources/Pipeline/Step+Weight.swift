// The stage of each step, and its share of the run.

package import Model

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
