// The steps of a run, in their order.

import Model

/// A step of a run.
enum SyncStep: CaseIterable, Hashable, Sendable {
  case showSavedScores, open
  case fetchHealthData
  case readFiles, receiveFiles, keepRideStreams
  /// Part of `download`: until every service has answered.
  case contact
  case download, fetchStreams
  case readHistory
  case generateRoutine, processData, computeZones, scoreDay, buildPrep
  case save, finalize
  /// The short end of a run that found nothing new on a day that already has its row.
  case finishWithoutChanges

  /// The steps that get the records of a sync.
  static let gathering: [SyncStep] = [
    .showSavedScores, .open, .fetchHealthData, .readFiles, .receiveFiles, .keepRideStreams,
    .download, .fetchStreams,
  ]

  /// Those of an import. It reads before it takes the lock: reading changes nothing, may take
  /// minutes, and should not delay a sync that starts in the meantime.
  static let importing: [SyncStep] = [
    .showSavedScores, .readFiles, .open, .receiveFiles, .keepRideStreams,
  ]

  /// The steps that compute everything anew.
  static let deriving: [SyncStep] = [.generateRoutine, .processData, .computeZones, .scoreDay]

  /// The steps after scores that differ from the saved ones.
  static let saving: [SyncStep] = [.buildPrep, .save, .finalize]

  /// The stage that it enters, nil if it stays in the one before; and its share of the run, 0…1.
  /// The steps of a stage add up to its span; the share of a skipped step is added at the end of
  /// the stage, and that of files is a part of the download's.
  private var row: (stage: Stage?, weight: Double) {
    switch self {
    case .showSavedScores, .open, .finishWithoutChanges: (nil, 0)
    case .readFiles, .receiveFiles, .keepRideStreams, .fetchStreams, .readHistory: (.routine, 0)
    case .fetchHealthData: (.routine, 0.02)
    case .contact: (.routine, 0.03)
    case .download: (.routine, 0.25)
    case .generateRoutine: (.routine, 0.03)
    case .processData: (.prep, 0.12)
    case .computeZones: (.prep, 0.05)
    case .scoreDay: (.prep, 0.10)
    case .buildPrep: (.prep, 0.06)
    case .save: (.saving, 0.30)
    case .finalize: (.saving, 0.04)
    }
  }

  var stage: Stage? { row.stage }
  var weight: Double { row.weight }
}
