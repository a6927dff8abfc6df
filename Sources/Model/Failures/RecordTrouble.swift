// Why a recorded run cannot be shown again.

/// What is wrong with a file that should hold recorded runs.
package enum RecordTrouble: Hashable, Sendable {
  /// There is none: no run has been recorded yet.
  case none
  /// Nothing at all is in it.
  case empty
  /// Nothing in it is an event.
  case foreign
  /// It is written in a later version of the format, which may mean anything.
  case newer(format: DisplayText)
  /// Its own replay would be written to its end, and never come to an end itself.
  case ownRecord
  case unreadable(StorageTrouble.Reason)
}
