// The store as the pipeline sees it.

/// How far back and how thoroughly a source is listed.
package struct Listing: Hashable, Sendable {
  /// Whether to list everything again.
  package let full: Bool
  /// The first local day to list; nil keeps the remembered one.
  package let since: Day?
  /// Whether the absence of most stored records is believed.
  package let allowDeletions: Bool

  package init(full: Bool, since: Day?, allowDeletions: Bool = false) {
    (self.full, self.since, self.allowDeletions) = (full, since, allowDeletions)
  }
}

/// Where a listing starts, at its beginning or where an earlier one was interrupted: its whole
/// range, the part still to be requested, which may repeat a record or two, and the number of
/// records received before.
package typealias ListingStart = (whole: ListRange, rest: ListRange, received: Int)

/// What a run has computed for one ride; nil keeps what is stored.
package struct RideFigures: Hashable, Sendable {
  /// 100 = one hour at threshold.
  package var load: Double?
  /// Present exactly when `load` is.
  package var loadFrom: LoadOrigin?
  /// Whether nothing gives it a load any more, so that a stored one goes.
  package var hasNoLoad = false
  package var analysis: RideAnalysis?

  package init() {}
}

/// What a run has derived, stored beside the records.
package struct Derived: Sendable {
  /// One row a day, from the first record to today.
  package let scores: [ScoreDay]
  package let routine: Routine
  package let prep: PrepSheet
  /// The current thresholds; nil keeps the stored ones.
  package let thresholds: StoredThresholds?
  package init(
    scores: [ScoreDay], routine: Routine, prep: PrepSheet, thresholds: StoredThresholds? = nil
  ) {
    self.scores = scores
    self.routine = routine
    self.prep = prep
    self.thresholds = thresholds
  }
}

/// Work left over from interrupted runs. A save removes it from the store.
package struct Unfinished: Hashable, Sendable {
  /// Whether a save was interrupted, so that scores, routine and prep sheet may not match the
  /// stored records.
  package var needsDeriving = false
  /// Activities whose streams are stored and whose load may have been computed without them.
  package var streamed: Set<ActivityID> = []

  package init() {}
}

/// The plain-file store during one run. Nothing is written to the data folder before `save`;
/// received records survive a kill as a checkpoint in the state folder.
package protocol SyncStore: Sendable {
  /// Takes the store's lock without waiting; returns its holder when it is not free.
  ///
  /// - Throws: `storage`, `config` for a newer format, `usage` when sample and real data would mix.
  func lock() async throws(SyncFailure) -> LockHolder?

  /// Releases the lock. What this run has received and has not saved is in its checkpoints alone.
  func unlock() async

  /// The last saved row of scores; nil before the first save.
  func savedScores() async throws(SyncFailure) -> ScoreDay?

  /// The latest stored ride that counts, without `raw`; nil when there is none.
  func latestRide() async throws(SyncFailure) -> Activity?

  /// The records that this run has added, before they are saved; none if they are more than
  /// `limit`.
  func newRecords(atMost limit: Int) async throws(SyncFailure) -> Set<ActivityID>

  /// Begins the listing of a source: checks that the athlete is the store's, and returns what to
  /// request. Records in a checkpoint, of this run or an earlier one, count as received.
  ///
  /// - Throws: `config` for another athlete, `badInput` for an invalid line in the store.
  func beginListing(
    _ source: Source, athlete: Athlete, listing: Listing
  ) async throws(SyncFailure) -> ListingStart

  /// Takes a page; returns how many of its records are new, changed and unchanged, without those
  /// received before.
  func collect(_ page: ActivityPage, from source: Source) async throws(SyncFailure) -> Counts

  /// Takes days of health data; returns how many are new and changed.
  func receive(_ days: [WellnessDay], from source: Source) async throws(SyncFailure) -> Counts

  /// The files in connected folders that need not be read again.
  func fileIndex() async throws(SyncFailure) -> FileIndex

  /// Takes what files hold; returns for each source how many records are new, changed and
  /// unchanged. An import deletes nothing: records missing from the files stay, and files that end
  /// before the stored records, or recorded less, only fill gaps. Importing the same files again
  /// changes nothing.
  func receive(_ files: ImportedFiles) async throws(SyncFailure) -> [Source: Counts]

  /// Ends the listing of a source that has sent everything: stored records in the range that it no
  /// longer lists are deleted, if they are few (``RefusedDeletions``). Otherwise nothing is, unless
  /// `allowDeletions`; the next listing then starts where this one did.
  ///
  /// - Returns: what it brought, including what a checkpoint had, and the deletions that nobody
  ///   believes.
  func applyListing(
    of source: Source, allowDeletions: Bool
  ) async throws(SyncFailure) -> (counts: Counts, refused: RefusedDeletions?)

  /// Stops the listing of a source that failed or was interrupted: what arrived is kept durably as
  /// a checkpoint.
  func suspendListing(_ source: Source) async throws(SyncFailure)

  /// The first local day that the listings of a source ask for, as `--since` said in this run or an
  /// earlier one; nil when they ask for everything.
  func beginning(of source: Source) async throws(SyncFailure) -> Day?

  /// The activities of a source, newest first, that have power or heart rate and no stored streams.
  /// Those known to have none are included only with `again`.
  func withoutStreams(_ source: Source, again: Bool) async throws(SyncFailure) -> [Activity]

  /// The activities of a source that files of this run have changed, and that have stored streams:
  /// another file may be the better one now.
  func withOutdatedStreams(_ source: Source) async throws(SyncFailure) -> [Activity]

  /// Stores the streams of an activity at once and durably, as received; nil records that the
  /// service has none.
  func keep(streams: [UInt8]?, of id: ActivityID) async throws(SyncFailure)

  /// Stores streams that are read from files.
  func streamWriter() async throws(SyncFailure) -> any StreamWriter

  /// No load follows from streams that came meanwhile: what notes them can go.
  func endStreaming() async throws(SyncFailure)

  /// The activities whose streams are stored.
  func streamed() async throws(SyncFailure) -> Set<ActivityID>

  /// All rides, stored and received, also those that the rider left out: in order of start, each
  /// once, as the first of its sources has it.
  func rides() async throws(SyncFailure) -> [Activity]

  /// The stored streams of an activity; nil when there are none, or they cannot be read.
  func streams(of id: ActivityID) async throws(SyncFailure) -> ActivityStreams?

  /// Takes what was computed for rides, which a save under the same lock writes.
  func take(_ figures: [ActivityID: RideFigures]) async throws(SyncFailure)

  /// All days, stored and received, in order of date, then source.
  func days() async throws(SyncFailure) -> [WellnessDay]

  /// Whether scores are saved as they are here and, with the sheets, routine and prep sheet.
  func holds(_ derived: Derived, withSheets: Bool) async throws(SyncFailure) -> Bool

  /// The thresholds of the last save; nil before the first.
  func thresholds() async throws(SyncFailure) -> StoredThresholds?

  /// This run's counts, one ride from several services counted once.
  func counts() async throws(SyncFailure) -> Counts

  /// Whether files must be written although nothing counts as a change: received records complete
  /// stored ones, or a file is out of order.
  var hasCompletions: Bool { get async }

  /// Whether today has its row of scores, routine and prep sheet, so that a run without news has
  /// nothing to save.
  func hasRow(for day: Day) async throws(SyncFailure) -> Bool

  /// The files and folders in the store that are none of its own, by their path below it.
  ///
  /// - Parameter amongStreams: whether to look there, too: there may be a file for each activity.
  /// - Throws: `storage` when a folder cannot be listed.
  func foreignFiles(amongStreams: Bool) async throws(SyncFailure) -> [String]

  /// Work left over from interrupted runs.
  func unfinished() async throws(SyncFailure) -> Unfinished

  /// Writes changed records and derived data durably, only files that differ; then advances the
  /// cursors of the finished sources and removes their checkpoints. The gauge counts records.
  func save(_ derived: Derived, progress: Gauge) async throws(SyncFailure)

  /// The part of this run's counts that was written although the last `save` failed.
  var savedInPart: Counts { get async }

  /// Records when and how the sync of a source ended, nil for success, with its cursor and the
  /// index of files.
  func note(_ source: Source, failure: SyncFailure?, at time: Timestamp) async throws(SyncFailure)
}
