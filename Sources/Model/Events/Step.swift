// The steps of a sync, in order: what the pipeline walks through and a rehearsal can slow or break.

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

/// What a rehearsal adds to every step of a run: time to read its status, and a failure on demand.
package protocol Rehearsal: Sendable {
  /// Called in every step, after its status, if it has one, was posted and before its work. A step
  /// that failed is rehearsed again when the run goes on from there.
  ///
  /// - Throws: the failure that was asked for at this step.
  func rehearse(_ step: Step) async throws(SyncFailure)
}
