// The steps of a sync, in order. A rehearsal can slow down or fail each of them.

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
package protocol Rehearsal: Sendable {
  /// Called in every step: after its status, if any, was posted, and before its work. A step that
  /// failed is rehearsed again when the run continues from there.
  ///
  /// - Throws: the failure requested for this step.
  func rehearse(_ step: Step) async throws(SyncFailure)
}
