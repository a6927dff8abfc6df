// Listings: what to ask a source for, taking what it sends, and what survives when it stops.

import Format
package import Model

extension Store {
  package func beginListing(
    _ source: Source, athlete: Athlete, listing: Listing
  ) throws(SyncFailure) -> ListingStart {
    try check()
    try refuse(athlete, at: source)
    try load(source)
    let cursor = try cursor(of: source)
    let isTrusted = try cursor?.files == stamps(of: source)
    let plan = ListingPlan(
      listing, cursor: cursor, isTrusted: isTrusted, now: time.wallClock(),
      beginning: { beginning(of: $0) })
    let keepsPlan = cursor == nil && !listing.full && listing.since == nil
    if let start = try resume(source, athlete, plan, listing.since, keepsPlan: keepsPlan) {
      return start
    }
    begin(
      ServiceMerge(athlete: athlete, plan: plan), of: source,
      CheckpointWriter(
        try paths().checkpoint(source), header: Checkpoint(athlete: athlete, plan: plan).header,
        now: time.moment()))
    let all = ListRange(after: plan.after)
    return (whole: all, rest: all, received: 0)
  }

  package func collect(_ page: ActivityPage, from source: Source) throws(SyncFailure) -> Counts {
    if page.revokesList {
      states[source]?.listing = .idle
      states[source]?.checkpoint = nil
      if mode == .readWrite { try disk.remove(try paths().checkpoint(source)) }
      return Counts()
    }
    try load(source)
    let counts = try states[source]?.collect(page, of: source)
    let now = time.moment()
    if states[source]?.checkpoint?.isDue(at: now) == true {
      try states[source]?.checkpoint?.flush(on: disk, at: now)
    }
    return counts ?? Counts()
  }

  package func receive(_ days: [WellnessDay], from source: Source) throws(SyncFailure) -> Counts {
    try check()
    try load(source)
    return states[source]?.take(days.filter { $0.source == source }) ?? Counts()
  }

  package func applyListing(
    of source: Source, allowDeletions: Bool
  ) throws(SyncFailure) -> (counts: Counts, refused: RefusedDeletions?) {
    try load(source)
    let end = try states[source]?.applyListing(of: source, allowDeletions: allowDeletions)
    try removeStreams(of: states[source]?.changes.outdatedStreams ?? [])
    return end ?? (Counts(), nil)
  }

  package func suspendListing(_ source: Source) throws(SyncFailure) {
    if case .underWay? = states[source]?.listing { states[source]?.listing = .idle }
    try states[source]?.checkpoint?.makeDurable(on: disk, at: time.moment())
    // Kept until it is on the disk: the next try may find space.
    states[source]?.checkpoint = nil
  }

  // MARK: Inside

  private func begin(_ merge: ServiceMerge, of source: Source, _ checkpoint: CheckpointWriter) {
    states[source]?.listing = .underWay(merge)
    states[source]?.checkpoint = mode == .readWrite ? checkpoint : nil
  }

  /// Resumes the listing of the checkpoint; nil when there is none that serves this plan.
  ///
  /// - Parameter keepsPlan: whether a first listing that was cut short goes on as it was begun.
  private func resume(
    _ source: Source, _ athlete: Athlete, _ plan: ListingPlan, _ since: Day?, keepsPlan: Bool
  ) throws(SyncFailure) -> ListingStart? {
    let path = try paths().checkpoint(source)
    guard let file = try disk.read(path), let checkpoint = Checkpoint(file, of: source),
      checkpoint.athlete.id == athlete.id, keepsPlan || plan.canResume(checkpoint.plan)
    else { return nil }
    var resumed = checkpoint.plan
    resumed.since = since ?? resumed.since
    var merge = ServiceMerge(athlete: athlete, plan: resumed)
    for activity in checkpoint.activities { merge.collect(activity, stored: nil) }
    merge.skip(checkpoint.skipped)
    begin(
      merge, of: source,
      CheckpointWriter(
        path, header: [], length: checkpoint.length, isTorn: checkpoint.length < file.count,
        now: time.moment()))
    // Others may have begun in the very second of the newest one.
    let newest = merge.newest.map { Timestamp(seconds: $0.seconds - 1) }
    return (
      whole: ListRange(after: resumed.after),
      rest: ListRange(after: newest.map { max($0, resumed.after ?? $0) } ?? resumed.after),
      received: merge.received.count
    )
  }

  /// The last second before a local day.
  private func beginning(of day: Day) -> Timestamp {
    let midnight = day.startOfDayUTC
    let offset = time.localOffset(at: midnight)
    return Timestamp(seconds: midnight.seconds - Int64(offset) - 1)
  }

  package func beginning(of source: Source) throws(SyncFailure) -> Day? {
    if let merge = states[source]?.merged { return merge.plan.since }
    return try cursor(of: source)?.since
  }

  func cursor(of source: Source) throws(SyncFailure) -> Cursor? {
    try disk.read(try paths().cursor(source)).flatMap { Cursor($0) }
  }

  /// The stamps of a source's files by their path below the data folder: as they were when they
  /// were read or written, otherwise as they are.
  func stamps(of source: Source) throws(SyncFailure) -> [String: FileStamp] {
    var stamps: [String: FileStamp] = [:]
    for (kind, known) in [
      ("activities", states[source]?.activities.stamps),
      ("wellness", states[source]?.wellness.stamps),
    ] {
      let folder = "\(kind)/\(source.rawValue)"
      let files = if let known { known } else { try disk.stamps(in: root + "/" + folder) }
      for (year, stamp) in files { stamps[folder + "/" + YearName.file(year)] = stamp }
    }
    return stamps
  }
}
