// What a run knows of one source: the records that it has read, and what it has received.

import Model

/// One source of the store during a run.
struct SourceState: Sendable {
  /// How far a listing has come, or what files have brought.
  enum Listing: Sendable {
    case none
    /// Pages are arriving.
    case underWay(ListingMerge)
    /// Everything has arrived; the data folder does not have it yet.
    case complete(ListingMerge)
    /// The data folder has it. Kept for the counts.
    case saved(ListingMerge)
  }

  /// What is read of the stored records.
  enum Stored<Record: StoredRecord>: Sendable {
    case unread
    /// All records, with what has arrived in the meantime.
    case all(YearTable<Record>)

    /// All records; nil as long as they have not been read.
    var table: YearTable<Record>? {
      if case .all(let table) = self { return table }
      return nil
    }

    /// Changes the records in place.
    ///
    /// - Throws: `internal` when not all have been read: a change would be lost.
    mutating func change(
      _ change: (inout YearTable<Record>) throws(SyncFailure) -> Void
    ) throws(SyncFailure) {
      guard case .all(var table) = self else {
        throw .internal("a change of records that were not read")
      }
      // So that there is only one reference to the rows while they change.
      self = .unread
      defer { self = .all(table) }
      try change(&table)
    }

    /// The stamps of the files when they were read or written; nil when they were not.
    var stamps: [Int: FileStamp]? { table?.stamps }
  }

  var listing = Listing.none
  /// Writes what arrives to the checkpoint; nil without a listing, after it is suspended or saved,
  /// and in a store that is only read.
  var checkpoint: CheckpointWriter?
  var activities = Stored<Activity>.unread
  var wellness = Stored<WellnessDay>.unread
  /// Days that have arrived and are not saved yet.
  var days: [WellnessDay] = []
  /// How many of the days of this run were new or changed.
  var dayCounts = Counts()
  /// How much was recorded of each ride; nil as long as this run has read no ride files.
  var richness: Richness?
  /// The stamps that the run has left when it released the lock: those of the year files, and that
  /// of the checkpoint of a complete listing. nil for what it has not read or written.
  var leftActivities: [Int: FileStamp]?
  var leftWellness: [Int: FileStamp]?
  var leftCheckpoint: FileStamp?

  /// The listing that is complete, saved or not.
  var finished: ListingMerge? {
    switch listing {
    case .complete(let merge), .saved(let merge): merge
    case .none, .underWay: nil
    }
  }

  /// The listing that is complete and not saved.
  var unsaved: ListingMerge? {
    if case .complete(let merge) = listing { return merge }
    return nil
  }

  /// Whether this run lists everything, or has.
  var isListedInFull: Bool {
    switch listing {
    case .none: false
    case .underWay(let merge), .complete(let merge), .saved(let merge): merge.plan.isFull
    }
  }

  /// Whether stored records differ from their files.
  var isTouched: Bool {
    activities.table?.isTouched ?? false || wellness.table?.isTouched ?? false
  }

  /// Forgets what this run has received before, as far as it is not saved.
  mutating func restart() {
    if case .complete = listing { activities = .unread }
    listing = .none
    checkpoint = nil
    leftCheckpoint = nil
  }
}
