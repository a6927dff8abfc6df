// Listings: what to ask a source for, taking what it sends, and what survives when it stops.

import Format
package import Model

extension Store {
  package func prepare(_ source: Source, pastBefore boundary: Timestamp? = nil) {
    do throws(SyncFailure) {
      try check()
      try loadActivities(source)
      prefetched[source] = activities[source].flatMap {
        PrefetchedHistory(of: $0, pastBefore: boundary)
      }
      try loadWellness(source)
    } catch {
      // Read again, and told, by whoever needs it.
    }
  }

  package func begin(
    _ source: Source, athlete: Athlete, listing: Listing
  ) throws(SyncFailure) -> ListingStart {
    try check()
    restart(source)
    try loadActivities(source)
    try loadWellness(source)
    let cursor = try cursor(of: source)
    if let cursor, cursor.athlete.id != athlete.id {
      throw .config(
        .otherAthlete(
          source, stored: cursor.athlete.label(beside: athlete),
          signedIn: athlete.label(beside: cursor.athlete)))
    }
    let plan = ListingPlan(
      listing, cursor: cursor, isTrusted: cursor.map { $0.files == stamps(of: source) } ?? false,
      now: time.wallClock(), beginning: { beginning(of: $0) })
    return try start(source, athlete: athlete, plan: plan, since: listing.since)
  }

  package func receive(
    _ page: ActivityPage, from source: Source
  ) throws(SyncFailure) -> Counts {
    if page.revokesList {
      try revokeList(of: source)
      return Counts()
    }
    try loadActivities(source)
    guard var merge = merges.removeValue(forKey: source),
      var table = activities.removeValue(forKey: source)
    else { throw .internal("a page of \(source.rawValue) without a listing") }
    var writer = writers.removeValue(forKey: source)
    var counts = Counts()
    // By index, because the loop over the list itself copies each record once more.
    for index in page.activities.indices where page.activities[index].id.source == source {
      var arrival = Arrival(activity: page.activities[index])
      try ListingMerge.readArchived(arrival.activity, in: &table, on: disk)
      writer?.add(&arrival)
      arrival.activity.raw = nil
      if let change = merge.receive(arrival, table: &table) { counts.add(change) }
    }
    writer?.skip(page.skipped)
    merge.skip(page.skipped)
    (merges[source], activities[source], writers[source]) = (merge, table, writer)
    let now = time.moment()
    if writer?.isDue(at: now) == true { try writers[source]?.flush(on: disk, at: now) }
    return counts
  }

  package func receive(
    _ days: [WellnessDay], from source: Source
  ) throws(SyncFailure) -> Counts {
    try check()
    try loadWellness(source)
    guard var table = wellness.removeValue(forKey: source) else { return Counts() }
    let days = days.filter { $0.source == source }
    let counts = table.merge(days, renewing: isListedInFull(source))
    wellness[source] = table
    self.days[source, default: []] += days
    dayCounts[source] = (dayCounts[source] ?? Counts()) + counts
    return counts
  }

  package func finish(_ source: Source) throws(SyncFailure) -> Counts {
    // The same rides may stand in the records of any source.
    try loadAll()
    // From here on what was sent is read from there.
    try writers[source]?.end(on: disk, at: time.moment())
    guard var merge = merges.removeValue(forKey: source),
      var table = activities.removeValue(forKey: source)
    else { throw .internal("the end of \(source.rawValue) without a listing") }
    try merge.readArchived(in: &table, on: disk)
    for record in merge.noteDeletions(in: &table) { widowed[record.id] = record.sameAs }
    merge.apply(to: &table)
    if writers[source] != nil { merge.release() }
    activities[source] = table
    finished[source] = merge
    unsaved.insert(source)
    return merge.counts
  }

  /// Brings records that were read again to what the source's complete listing, which is not saved
  /// yet, said in this run.
  ///
  /// - Throws: `storage`, also when the checkpoint is gone.
  func finishAgain(_ source: Source, on table: inout YearTable<Activity>) throws(SyncFailure) {
    guard unsaved.contains(source), var merge = finished[source] else { return }
    if merge.isReleased {
      let path = try place().checkpoint(source)
      guard let bytes = try disk.read(path), let checkpoint = Checkpoint(bytes, of: source) else {
        throw .lost(path)
      }
      merge.restore(checkpoint.arrivals)
    }
    try merge.readArchived(in: &table, on: disk)
    merge.apply(to: &table)
  }

  package func suspend(_ source: Source) throws(SyncFailure) {
    merges[source] = nil
    if writers[source]?.hasRecords == true {
      try writers[source]?.settle(on: disk, at: time.moment())
      if unsaved.contains(source) {
        leftCheckpoints[source] = try disk.stamp(try place().checkpoint(source))
      }
    }
    // Not before it is on the disk: there may be room for it later.
    writers[source] = nil
  }

  // MARK: Inside

  /// Forgets what a source has sent, its checkpoint as well.
  private func revokeList(of source: Source) throws(SyncFailure) {
    restart(source)
    if mode == .readWrite { try disk.remove(try place().checkpoint(source)) }
  }

  /// Whether this run lists everything of a source, or has.
  func isListedInFull(_ source: Source) -> Bool {
    (merges[source] ?? finished[source])?.plan.isFull ?? false
  }

  /// Begins a listing, or goes on with the one that was cut short.
  private func start(
    _ source: Source, athlete: Athlete, plan: ListingPlan, since: Day?
  ) throws(SyncFailure) -> ListingStart {
    let path = try place().checkpoint(source)
    let file = try disk.read(path)
    guard let file, let checkpoint = Checkpoint(file, of: source),
      checkpoint.athlete.id == athlete.id, plan.canResume(checkpoint.plan),
      var table = activities.removeValue(forKey: source)
    else {
      merges[source] = ListingMerge(athlete: athlete, plan: plan)
      if mode == .readWrite {
        let header = Checkpoint.header(athlete: athlete, plan: plan)
        writers[source] = CheckpointWriter(path, header: header, now: time.moment())
      }
      return ListingStart(ListRange(after: plan.after))
    }
    var resumed = checkpoint.plan
    resumed.since = since ?? resumed.since
    var merge = ListingMerge(athlete: athlete, plan: resumed)
    for arrival in checkpoint.arrivals {
      try ListingMerge.readArchived(arrival.activity, in: &table, on: disk)
      _ = merge.receive(arrival, table: &table)
    }
    merge.skip(checkpoint.skipped)
    activities[source] = table
    merges[source] = merge
    if mode == .readWrite {
      writers[source] = CheckpointWriter(
        path, header: [], length: checkpoint.length, isTorn: checkpoint.length < file.count,
        now: time.moment())
    }
    // Others may have begun in the very second of the newest one.
    let newest = merge.newest.map { Timestamp(seconds: $0.seconds - 1) }
    return ListingStart(
      whole: ListRange(after: resumed.after),
      rest: ListRange(after: newest.map { max($0, resumed.after ?? $0) } ?? resumed.after),
      received: merge.received.count)
  }

  /// The last second before a local day.
  private func beginning(of day: Day) -> Timestamp {
    let midnight = day.startOfDayUTC
    let offset = time.localOffset(at: midnight)
    return Timestamp(seconds: midnight.seconds - Int64(offset) - 1)
  }

  func cursor(of source: Source) throws(SyncFailure) -> Cursor? {
    try disk.read(try place().cursor(source)).flatMap { Cursor($0) }
  }

  /// What the files of a source look like, by their path below the data folder.
  func stamps(of source: Source) -> [String: FileStamp] {
    var stamps: [String: FileStamp] = [:]
    for (year, stamp) in activities[source]?.fileStamps ?? [:] {
      stamps["activities/\(source.rawValue)/\(YearName.file(year))"] = stamp
    }
    for (year, stamp) in wellness[source]?.fileStamps ?? [:] {
      stamps["wellness/\(source.rawValue)/\(YearName.file(year))"] = stamp
    }
    return stamps
  }
}

extension YearTable where Record == WellnessDay {
  /// Takes days, and counts those that are new and those that say something else than before.
  ///
  /// - Parameter renewing: whether those that say the same are stored as they were sent now.
  @discardableResult
  mutating func merge(_ days: [WellnessDay], renewing: Bool = false) -> Counts {
    var counts = Counts()
    var latest: [Day: WellnessDay] = [:]
    for day in days { latest[day.date] = day }
    var puts: [Put<WellnessDay>] = []
    var removals: [Place] = []
    for sent in latest.values {
      guard let place = find(sent), let stored = self[place] else {
        if sent.isEmpty { continue }
        puts.append(Put(record: sent))
        counts.daysNew += 1
        continue
      }
      let day = sent.source == .appleHealth ? sent.filled(from: stored) : sent
      if stored.agrees(with: day) {
        if renewing, day.raw != nil { puts.append(Put(record: day, place: place)) }
        continue
      }
      if day.isEmpty {
        removals.append(place)
      } else {
        puts.append(Put(record: day, place: place))
      }
      counts.daysChanged += 1
    }
    if !puts.isEmpty || !removals.isEmpty { apply(puts: puts, removals: removals) }
    return counts
  }
}
