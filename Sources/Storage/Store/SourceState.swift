// What a run knows of one source: the records that it has read, and what it has received.

import Model

/// One source of the store during a run.
struct SourceState: Sendable {
  /// How far the listing of a service has come.
  enum Listing: Sendable {
    case idle
    /// Pages are arriving.
    case underWay(ServiceMerge)
    /// Everything has arrived and is among the records; the cursor has not moved yet.
    case merged(ServiceMerge)
  }

  /// All records, with what has arrived in the meantime.
  var activities: YearTable<Activity>
  var wellness: YearTable<WellnessDay>
  var listing = Listing.idle
  /// Writes what arrives to the checkpoint; nil without a listing, after it is suspended or saved,
  /// and in a store that is only read.
  var checkpoint: CheckpointWriter?
  /// What this run has done to the activities.
  private(set) var changes = MergeChanges()
  /// How many of the days of this run were new or changed.
  private(set) var dayCounts = Counts()
  /// How much was recorded of each ride in files.
  var qualities: QualityTable

  /// - Throws: `storage`; `badInput` with the line that is no record.
  init(of source: Source, at paths: StorePaths, on disk: StoreDisk) throws(SyncFailure) {
    activities = try YearTable(paths.activities(source), of: source, on: disk)
    wellness = try YearTable(paths.wellness(source), of: source, on: disk)
    qualities = QualityTable(file: try disk.read(paths.qualities(source)) ?? [])
  }

  /// The listing that is complete and not saved.
  var merged: ServiceMerge? { if case .merged(let merge) = listing { merge } else { nil } }

  /// Whether stored records differ from their files.
  var isTouched: Bool { activities.isTouched || wellness.isTouched }

  /// What has changed in files that are written, by id.
  var writtenChanges: [String: RecordChange] {
    let written = activities.writtenKeys
    return changes.records.filter { key, change in
      change == .deleted ? !activities.isTouched : written.contains(key)
    }
  }

  /// Takes a page of the listing that is under way.
  ///
  /// - Returns: what its records change, without those received before.
  /// - Throws: `internal` without such a listing.
  mutating func collect(_ page: ActivityPage, of source: Source) throws(SyncFailure) -> Counts {
    guard case .underWay(var merge) = listing else {
      throw .internal("a page of \(source.rawValue) without a listing")
    }
    // So that there is only one reference to what it has received.
    listing = .idle
    defer { listing = .underWay(merge) }
    var counts = Counts()
    for var activity in page.activities where activity.id.source == source {
      activity.gear = activity.gear.map { merge.athlete.gear[$0] ?? $0 }
      checkpoint?.add(activity)
      if let change = merge.collect(activity, stored: activities.find(activity)) {
        counts.add(change)
      }
    }
    checkpoint?.skip(page.skipped)
    merge.skip(page.skipped)
    return counts
  }

  /// Ends the listing that is under way, and applies it to the records.
  ///
  /// - Throws: `internal` without such a listing.
  mutating func applyListing(
    of source: Source, allowDeletions: Bool
  ) throws(SyncFailure) -> (counts: Counts, refused: RefusedDeletions?) {
    guard case .underWay(var merge) = listing else {
      throw .internal("the end of \(source.rawValue) without a listing")
    }
    let end = merge.apply(to: &activities, allowDeletions: allowDeletions)
    listing = .merged(merge)
    changes.add(end.changes)
    return (end.changes.counts, end.refused)
  }

  /// Takes days of health data.
  mutating func take(_ days: [WellnessDay]) -> Counts {
    var isFull = false
    if case .underWay(let merge) = listing { isFull = merge.plan.isFull }
    let counts = wellness.merge(days, renewing: isFull)
    dayCounts = dayCounts + counts
    return counts
  }

  /// Takes what files hold.
  ///
  /// - Parameters:
  ///   - recomputes: whether what was computed from second-by-second data is replaced.
  ///   - last: later dates come from a wrong clock.
  mutating func take(
    _ records: ImportedRecords, of source: Source, recomputes: Bool, until last: Day
  ) -> Counts {
    var merge = FileMerge(of: source, recomputes: recomputes, qualities: qualities)
    let (rides, days) = merge.apply(records, to: &activities, &wellness, until: last)
    changes.add(rides)
    dayCounts = dayCounts + days
    qualities = merge.qualities
    return rides.counts + days
  }
}
