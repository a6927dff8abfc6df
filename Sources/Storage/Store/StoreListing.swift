// Listings: what to ask a source for, taking what it sends, and what survives when it stops.

import Format
package import Model

extension Store {
  package func beginListing(
    _ source: Source, athlete: Athlete, listing: Listing
  ) throws(SyncFailure) -> ListingStart {
    try check()
    self[source].restart()
    try refuse(athlete, at: source)
    let cursor = try cursor(of: source)
    let isTrusted = try cursor.map { (cursor) throws(SyncFailure) in
      try cursor.files == stamps(of: source)
    }
    let plan = ListingPlan(
      listing, cursor: cursor, isTrusted: isTrusted ?? false, now: time.wallClock(),
      beginning: { beginning(of: $0) })
    if let start = try resume(source, athlete: athlete, plan: plan, since: listing.since) {
      return start
    }
    try load(source)
    self[source].listing = .underWay(ListingMerge(athlete: athlete, plan: plan))
    if mode == .readWrite {
      let header = Checkpoint.header(athlete: athlete, plan: plan)
      self[source].checkpoint = CheckpointWriter(
        try paths().checkpoint(source), header: header, now: time.moment())
    }
    let all = ListRange(after: plan.after)
    return (whole: all, rest: all, received: 0)
  }

  package func receive(
    _ page: ActivityPage, from source: Source
  ) throws(SyncFailure) -> Counts {
    if page.revokesList {
      try revokeList(of: source)
      return Counts()
    }
    guard case .underWay(var merge) = self[source].listing else {
      throw .internal("a page of \(source.rawValue) without a listing")
    }
    // So that there is only one reference to what it has received.
    self[source].listing = .none
    defer { self[source].listing = .underWay(merge) }
    var counts = Counts()
    for var activity in page.activities where activity.id.source == source {
      activity.gear = activity.gear.map { merge.athlete?.gear[$0] ?? $0 }
      self[source].checkpoint?.add(activity)
      var stored: Activity?
      try self[source].activities.change { (table) throws(SyncFailure) in
        stored = table.find(activity)?.row.record
      }
      if let change = merge.receive(activity, stored: stored) { counts.add(change) }
    }
    self[source].checkpoint?.skip(page.skipped)
    merge.skip(page.skipped)
    let now = time.moment()
    if self[source].checkpoint?.isDue(at: now) == true {
      try self[source].checkpoint?.flush(on: disk, at: now)
    }
    return counts
  }

  package func receive(
    _ days: [WellnessDay], from source: Source
  ) throws(SyncFailure) -> Counts {
    try check()
    let days = days.filter { $0.source == source }
    let isFull = self[source].isListedInFull
    try load(source)
    var counts = Counts()
    try self[source].wellness.change { (table) throws(SyncFailure) in
      counts = try table.merge(days, renewing: isFull)
    }
    self[source].dayCounts = self[source].dayCounts + counts
    return counts
  }

  package func endListing(
    _ source: Source, allowDeletions: Bool
  ) throws(SyncFailure) -> (counts: Counts, refused: RefusedDeletions?) {
    guard case .underWay(var merge) = self[source].listing else {
      throw .internal("the end of \(source.rawValue) without a listing")
    }
    var refused: RefusedDeletions?
    try self[source].activities.change { (table) throws(SyncFailure) in
      if !allowDeletions { refused = merge.refuseDeletions(from: table) }
      try merge.end(in: &table)
    }
    self[source].listing = .complete(merge)
    return (merge.counts, refused)
  }

  package func suspendListing(_ source: Source) throws(SyncFailure) {
    if case .underWay = self[source].listing { self[source].listing = .none }
    if self[source].checkpoint?.hasRecords == true {
      try self[source].checkpoint?.makeDurable(on: disk, at: time.moment())
    }
    // Kept until it is on the disk: the next try may find space.
    self[source].checkpoint = nil
  }

  // MARK: Inside

  /// Forgets what a source has sent, with its checkpoint.
  private func revokeList(of source: Source) throws(SyncFailure) {
    self[source].restart()
    if mode == .readWrite { try disk.remove(try paths().checkpoint(source)) }
  }

  /// Resumes the listing of the checkpoint; nil when there is none that serves this plan.
  private func resume(
    _ source: Source, athlete: Athlete, plan: ListingPlan, since: Day?
  ) throws(SyncFailure) -> ListingStart? {
    let path = try paths().checkpoint(source)
    guard let file = try disk.read(path), let checkpoint = Checkpoint(file, of: source),
      checkpoint.athlete.id == athlete.id, plan.canResume(checkpoint.plan)
    else { return nil }
    try load(source)
    var resumed = checkpoint.plan
    resumed.since = since ?? resumed.since
    var merge = ListingMerge(athlete: athlete, plan: resumed)
    try self[source].activities.change { (table) throws(SyncFailure) in
      for activity in checkpoint.activities {
        let stored = table.find(activity)?.row.record
        // A record that is there twice counts once.
        _ = merge.receive(activity, stored: stored)
      }
    }
    merge.skip(checkpoint.skipped)
    self[source].listing = .underWay(merge)
    if mode == .readWrite {
      self[source].checkpoint = CheckpointWriter(
        path, header: [], length: checkpoint.length, isTorn: checkpoint.length < file.count,
        now: time.moment())
    }
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
    if let listing = self[source].finished { return listing.plan.since }
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
      ("activities", self[source].activities?.fileStamps),
      ("wellness", self[source].wellness?.fileStamps),
    ] {
      let folder = "\(kind)/\(source.rawValue)"
      let files = if let known { known } else { try disk.stamps(in: root + "/" + folder) }
      for (year, stamp) in files { stamps[folder + "/" + YearName.file(year)] = stamp }
    }
    return stamps
  }
}

extension WellnessDay {
  /// The day without what is measured at any time: what is known of its night.
  fileprivate var night: WellnessDay {
    var night = self
    night.weightKilograms = nil
    return night
  }
}

extension YearTable where Record == WellnessDay {
  /// Takes days, and counts those that are new and those that say something else than before.
  ///
  /// - Parameter renewing: whether days that say the same are stored as they were sent now.
  @discardableResult
  mutating func merge(
    _ days: [WellnessDay], renewing: Bool = false
  ) throws(SyncFailure) -> Counts {
    var counts = Counts()
    var latest: [Day: WellnessDay] = [:]
    for day in days { latest[day.date] = day }
    var puts: [Put<WellnessDay>] = []
    var removals: [RowIndex] = []
    for sent in latest.values {
      guard let (row, stored) = find(sent).map({ ($0.index, $0.row.record) }) else {
        if sent.isEmpty { continue }
        puts.append(Put(record: sent))
        counts.daysNew += 1
        if sent.night.isEmpty { counts.daysWithoutNight += 1 }
        continue
      }
      let day = sent.source == .appleHealth ? sent.filled(from: stored) : sent
      if stored.agrees(with: day) {
        if renewing, day.raw != nil { puts.append(Put(record: day, replaced: row)) }
        continue
      }
      if day.isEmpty {
        removals.append(row)
      } else {
        puts.append(Put(record: day, replaced: row))
      }
      counts.daysChanged += 1
      if stored.night.agrees(with: day.night) { counts.daysWithoutNight += 1 }
    }
    if !puts.isEmpty || !removals.isEmpty { try apply(puts: puts, removals: removals) }
    return counts
  }
}
