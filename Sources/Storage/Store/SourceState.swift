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

  var listing = Listing.none
  /// Writes what arrives to the checkpoint; nil without a listing, after it is suspended or saved,
  /// and in a store that is only read.
  var checkpoint: CheckpointWriter?
  /// All records, with what has arrived in the meantime; nil as long as they have not been read.
  var activities: YearTable<Activity>?
  var wellness: YearTable<WellnessDay>?
  /// How many of the days of this run were new or changed.
  var dayCounts = Counts()
  /// How much was recorded of each ride; nil as long as this run has read no ride files.
  var richness: Richness?

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
    activities?.isTouched ?? false || wellness?.isTouched ?? false
  }

  /// Forgets what this run has received before, as far as it is not saved.
  mutating func restart() {
    if case .complete = listing { activities = nil }
    listing = .none
    checkpoint = nil
  }
}

extension Optional {
  /// Changes records in place.
  ///
  /// - Throws: `internal` when they have not been read: a change would be lost.
  mutating func change<Record>(
    _ change: (inout YearTable<Record>) throws(SyncFailure) -> Void
  ) throws(SyncFailure) where Wrapped == YearTable<Record> {
    // So that there is only one reference to the rows while they change.
    guard var table = take() else { throw .internal("a change of records that were not read") }
    defer { self = table }
    try change(&table)
  }
}
