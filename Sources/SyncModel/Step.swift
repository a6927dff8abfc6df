// The steps of a sync, in order: what the pipeline walks through and a rehearsal can slow or break.

/// One step of a sync.
package enum Step: String, CaseIterable, Hashable, Sendable {
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
  /// Called once in every step, after its status was posted and before its work.
  ///
  /// - Throws: the failure that was asked for at this step.
  func rehearse(_ step: Step) async throws(SyncFailure)
}
