// The steps of a run, in their order.

import Model

/// A step of a run.
enum SyncStep: Hashable, Sendable {
  case showSavedScores, open
  case fetchHealthData
  case readFiles, receiveFiles, keepRideStreams
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

  /// The stage that it enters; nil if it stays in the one before.
  var stage: Stage? {
    switch self {
    case .showSavedScores, .open, .finishWithoutChanges: nil
    case .fetchHealthData, .readFiles, .receiveFiles, .keepRideStreams, .download, .fetchStreams,
      .readHistory, .generateRoutine:
      .routine
    case .processData, .computeZones, .scoreDay, .buildPrep: .prep
    case .save, .finalize: .saving
    }
  }
}
