// Why a recorded run cannot be replayed.

/// What is wrong with a file that should hold recorded runs.
package enum RecordTrouble: Hashable, Sendable {
  /// No run has been recorded yet.
  case none
  /// The file is empty.
  case empty
  /// No line is an event.
  case foreign
  /// It is written in a later version of the format.
  case newer(format: DisplayText)
  /// The replay is recorded to this very file, and would never end.
  case ownRecord
  case unreadable(StorageTrouble.Reason)
}
