// Listings: what to ask a source for, taking what it sends, and what survives when it stops.

package import SyncModel

extension Store {
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
    try loadActivities(source)
    guard var intake = intakes.removeValue(forKey: source),
      var shelf = activities.removeValue(forKey: source)
    else { throw .internal("a page of \(source.rawValue) without a listing") }
    var counts = Counts()
    for activity in page.activities where activity.id.source == source {
      if let fate = intake.receive(activity, shelf: &shelf) { counts.add(fate) }
    }
    intake.skip(page.skipped)
    intakes[source] = intake
    activities[source] = shelf
    try keep(page, of: source)
    return counts
  }

  package func receive(
    _ days: [WellnessDay], from source: Source
  ) throws(SyncFailure) -> Counts {
    try check()
    try loadWellness(source)
    guard var shelf = wellness.removeValue(forKey: source) else { return Counts() }
    let days = days.filter { $0.source == source }
    let counts = shelf.merge(days, renewing: isListedInFull(source))
    wellness[source] = shelf
    self.days[source, default: []] += days
    dayCounts[source] = (dayCounts[source] ?? Counts()) + counts
    return counts
  }

  package func finish(_ source: Source) throws(SyncFailure) -> Counts {
    // The same rides may stand in the records of any source.
    try loadAll()
    guard var intake = intakes.removeValue(forKey: source),
      var shelf = activities.removeValue(forKey: source)
    else { throw .internal("the end of \(source.rawValue) without a listing") }
    for record in intake.noteDeletions(in: shelf) { widowed[record.id] = record.sameAs }
    intake.apply(to: &shelf)
    activities[source] = shelf
    finished[source] = intake
    unsaved.insert(source)
    return intake.counts
  }

  package func suspend(_ source: Source) throws(SyncFailure) {
    intakes[source] = nil
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

  /// Whether this run lists everything of a source, or has.
  func isListedInFull(_ source: Source) -> Bool {
    (intakes[source] ?? finished[source])?.plan.isFull ?? false
  }

  /// Begins a listing, or goes on with the one that was cut short.
  private func start(
    _ source: Source, athlete: Athlete, plan: ListingPlan, since: Day?
  ) throws(SyncFailure) -> ListingStart {
    let path = try place().checkpoint(source)
    let file = try disk.read(path)
    guard let file, let checkpoint = Checkpoint(file, of: source),
      checkpoint.athlete.id == athlete.id, plan.canResume(checkpoint.plan),
      var shelf = activities.removeValue(forKey: source)
    else {
      intakes[source] = Intake(athlete: athlete, plan: plan)
      if mode == .readWrite {
        let header = Checkpoint.header(athlete: athlete, plan: plan)
        writers[source] = CheckpointWriter(path, header: header, now: time.moment())
      }
      return ListingStart(ListRange(after: plan.after))
    }
    var resumed = checkpoint.plan
    resumed.since = since ?? resumed.since
    var intake = Intake(athlete: athlete, plan: resumed)
    for activity in checkpoint.activities { _ = intake.receive(activity, shelf: &shelf) }
    intake.skip(checkpoint.skipped)
    activities[source] = shelf
    intakes[source] = intake
    if mode == .readWrite {
      writers[source] = CheckpointWriter(
        path, header: [], length: checkpoint.length, isTorn: checkpoint.length < file.count,
        now: time.moment())
    }
    // Others may have begun in the very second of the newest one.
    let newest = intake.newest.map { Timestamp(seconds: $0.seconds - 1) }
    return ListingStart(
      whole: ListRange(after: resumed.after),
      rest: ListRange(after: newest.map { max($0, resumed.after ?? $0) } ?? resumed.after),
      received: intake.received.count)
  }

  private func keep(_ page: ActivityPage, of source: Source) throws(SyncFailure) {
    guard var writer = writers.removeValue(forKey: source) else { return }
    defer { writers[source] = writer }
    writer.add(page)
    let now = time.moment()
    if writer.isDue(at: now) { try writer.flush(on: disk, at: now) }
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
    for file in (activities[source]?.years ?? [:]).values {
      stamps["activities/\(source.rawValue)/\(YearName.file(file.year))"] = file.stamp
    }
    for file in (wellness[source]?.years ?? [:]).values {
      stamps["wellness/\(source.rawValue)/\(YearName.file(file.year))"] = file.stamp
    }
    return stamps
  }
}

extension Athlete {
  /// The name, and the id where the name alone would not tell the two apart.
  fileprivate func label(beside other: Athlete) -> DisplayText {
    guard let name, !name.isEmpty else { return DisplayText(id) }
    return name == other.name ? name + " (" + DisplayText(id) + ")" : name
  }
}

extension Shelf where Record == WellnessDay {
  /// Takes days, and counts those that are new and those that say something else than before.
  ///
  /// - Parameter renewing: whether those that say the same are stored as they were sent now.
  @discardableResult
  mutating func merge(_ days: [WellnessDay], renewing: Bool = false) -> Counts {
    var counts = Counts()
    var latest: [Day: WellnessDay] = [:]
    for day in days { latest[day.date] = day }
    var puts: [(record: WellnessDay, replacing: Place?)] = []
    var removals: [Place] = []
    for (date, sent) in latest {
      guard let place = find(date, near: date), let stored = self[place] else {
        if sent.isEmpty { continue }
        puts.append((sent.onLine, nil))
        counts.daysNew += 1
        continue
      }
      let day = sent.source == .appleHealth ? sent.filled(from: stored) : sent
      if stored.agrees(with: day) {
        if renewing, day.raw != nil { puts.append((day.onLine, place)) }
        continue
      }
      if day.isEmpty { removals.append(place) } else { puts.append((day.onLine, place)) }
      counts.daysChanged += 1
    }
    if !puts.isEmpty || !removals.isEmpty { apply(puts: puts, removals: removals) }
    return counts
  }
}
