// All rides and days, with one ride from several services taken once, and their counts.

import Format
package import Model

extension Store {
  /// - Throws: `storage`, `badInput`, what keeps a store from being used, and what `body` throws.
  package func rides<Result: Sendable>(
    into initial: Result, _ body: RideVisitor<Result>
  ) throws(SyncFailure) -> Result {
    try loadAll()
    var result = initial
    try forEachSpan { (records, years) throws(SyncFailure) in
      var figures: [ActivityID: RideFigures] = [:]
      for ride in isShared ? onePerRide(records)[...] : records {
        let streams = { () throws(SyncFailure) in try self.streams(of: ride.id) }
        if let computed = try body(&result, ride, streams) { figures[ride.id] = computed }
      }
      try write(figures, in: years)
    }
    return result
  }

  /// - Throws: `storage`, `badInput`, and what keeps a store from being used.
  package func days() throws(SyncFailure) -> [WellnessDay] {
    try loadAll()
    var days: [WellnessDay] = []
    for source in Source.allCases { days += self[source].wellness?.records ?? [] }
    return days.sorted { ($0.date, $0.source) < ($1.date, $1.source) }
  }

  /// Writes figures into the records of these years' files.
  private func write(
    _ figures: [ActivityID: RideFigures], in years: [Int]
  ) throws(SyncFailure) {
    for source in Set(figures.keys.map(\.source)) {
      try self[source].activities.change { (table) throws(SyncFailure) in
        table.update(in: years) { record in
          guard let figures = figures[record.id] else { return false }
          let stored = (record.load, record.loadFrom, record.analysis)
          if figures.load != nil {
            (record.load, record.loadFrom) = (figures.load, figures.loadFrom)
          }
          if figures.analysis != nil { record.analysis = figures.analysis }
          return (record.load, record.loadFrom, record.analysis) != stored
        }
      }
    }
  }

  /// The records of several sources, one for each ride.
  private func onePerRide(_ records: ArraySlice<Activity>) -> [Activity] {
    var partners: [ActivityID: [Activity]] = [:]
    for ride in SameRide.groups(of: Array(records)) {
      for record in ride { partners[record.id] = ride }
    }
    return records.compactMap { activity in
      guard let ride = partners[activity.id] else { return activity }
      return ride.first?.id == activity.id ? Activity(of: ride) : nil
    }
  }

  /// Passes all records in order of start, then source, then id: about a year at a time, with the
  /// years whose files have them, and all records of a ride together.
  private func forEachSpan(
    _ body: (_ records: ArraySlice<Activity>, _ years: [Int]) throws(SyncFailure) -> Void
  ) throws(SyncFailure) {
    let all = Set(activityTables.flatMap(\.allYears)).sorted()
    var records: [Activity] = []
    var years: [Int] = []
    for year in all {
      years.append(year)
      for table in activityTables { table.forEachRow(of: [year]) { records.append($0.record) } }
      if !records.isInOrder { records.sort { $0.isPassedBefore($1) } }
      // Elsewhere the next year begins up to a day earlier.
      let next = (Day(year: year + 1, month: 1, day: 1)?.startOfDayUTC.seconds ?? .max) - 86_400
      let end =
        year == all.last
        ? records.endIndex
        : records.indices.last { index in
          records[index].start.seconds < next
            && (index == 0
              || records[index].start.seconds - records[index - 1].start.seconds
                > SameRide.longestGap)
        } ?? 0
      if end == 0 { continue }
      try body(records[..<end], years)
      records.removeSubrange(..<end)
      // One that somebody has put into the file of an earlier year than its own is passed with
      // that.
      if !records.contains(where: { $0.day.year > year }) { years = [year] }
    }
  }

  /// Whether more than one source has activities.
  private var isShared: Bool { activityTables.count { $0.count > 0 } > 1 }

  /// A ride counts once: it is new when nothing of it was stored before, and deleted when nothing
  /// of it is left. One that another service also has from now on has changed.
  ///
  /// - Throws: `storage`, `badInput`: after a failed save the records have to be read again to tell
  ///   which are one ride.
  package func counts() throws(SyncFailure) -> Counts {
    if Source.allCases.contains(where: { self[$0].finished != nil }) { try loadAll() }
    return try counts(writtenOnly: false)
  }

  package var hasCompletions: Bool {
    hasExclusions || Source.allCases.contains { self[$0].isTouched }
  }

  /// The counts by the records at hand.
  ///
  /// - Parameter writtenOnly: whether only what is in a file counts: a save has failed halfway.
  func counts(writtenOnly: Bool) throws(SyncFailure) -> Counts {
    var counts = Source.allCases.reduce(Counts()) { counts, source in
      let isCounted = !writtenOnly || self[source].wellness?.isWritten ?? true
      return isCounted ? counts + self[source].dayCounts : counts
    }
    let rides = try self.rides()
    let rideOf = Dictionary(
      rides.enumerated().flatMap { index, ride in ride.map { ($0.id, index) } },
      uniquingKeysWith: { first, _ in first })
    var touched: [Int: [RecordChange]] = [:]
    var gone: Set<ActivityID> = []
    for source in Source.allCases {
      guard let merge = self[source].finished else { continue }
      if merge.isOfFiles, !isShared, !writtenOnly {
        counts = counts + merge.counts
        continue
      }
      try forEachChange(of: source, in: merge, writtenOnly: writtenOnly) { id, change in
        if let ride = rideOf[id] {
          touched[ride, default: []].append(change)
        } else if change == .deleted, let others = merge.formerTwins[id], !others.isEmpty {
          let left = others.filter { !isDeleted($0) }
          if left.isEmpty {
            // The first record of the ride stands for all.
            let first = ([id] + others).min { $0.source < $1.source } ?? id
            if gone.insert(first).inserted { counts.deleted += 1 }
          } else if let ride = left.lazy.compactMap({ rideOf[$0] }).first {
            touched[ride, default: []].append(.changed)
          } else {
            counts.changed += 1
          }
        } else {
          counts.add(change)
        }
      }
    }
    for (ride, changes) in touched {
      let isNew = changes.count == rides[ride].count && changes.allSatisfy { $0 == .new }
      let isSame = changes.allSatisfy { $0 == .unchanged }
      counts.add(isNew ? .new : isSame ? .unchanged : .changed)
    }
    return counts
  }

  package func newRecords(atMost limit: Int) throws(SyncFailure) -> Set<ActivityID> {
    var new: Set<ActivityID> = []
    for source in Source.allCases {
      guard let merge = self[source].finished, new.count <= limit else { continue }
      try forEachChange(of: source, in: merge, writtenOnly: false) { id, change in
        if change == .new, new.count <= limit { new.insert(id) }
      }
    }
    return new.count > limit ? [] : new
  }

  /// Passes what became of each record of a source.
  private func forEachChange(
    of source: Source, in merge: ListingMerge, writtenOnly: Bool,
    _ body: (ActivityID, RecordChange) -> Void
  ) throws(SyncFailure) {
    let table = self[source].activities
    let years = writtenOnly ? table?.writtenYears : nil
    if merge.isOfFiles {
      table?.forEachRow(of: years) { row in
        if let change = row.change { body(row.record.id, change) }
      }
      return
    }
    var written: Set<String> = []
    if writtenOnly { table?.forEachRow(of: years) { written.insert($0.record.key) } }
    let isWritten = table?.isWritten ?? true
    for (key, change) in merge.changes {
      if writtenOnly, change == .deleted ? !isWritten : !written.contains(key) { continue }
      body(ActivityID(source: source, sourceID: key), change)
    }
  }

  /// The rides that more than one service has.
  func rides() throws(SyncFailure) -> [[Activity]] {
    var rides: [[Activity]] = []
    if isShared { try forEachSpan { records, _ in rides += SameRide.groups(of: Array(records)) } }
    return rides
  }

  private func isDeleted(_ id: ActivityID) -> Bool {
    self[id.source].finished?.change(of: id.sourceID) == .deleted
  }
}

extension [Activity] {
  /// The records of one source nearly always are; sorting takes half as much memory again.
  fileprivate var isInOrder: Bool { zip(self, dropFirst()).allSatisfy { $0.isPassedBefore($1) } }
}

extension Activity {
  fileprivate func isPassedBefore(_ other: Activity) -> Bool {
    if start != other.start { return start < other.start }
    if id.source != other.id.source { return id.source < other.id.source }
    return id.sourceID < other.id.sourceID
  }
}

extension Activity {
  /// The record that stands for a ride: the first one, with what only the others have, measured
  /// power where any of them has it, and a load where only another has one. One that the rider left
  /// out leaves out the ride.
  ///
  /// - Parameter records: not empty, in the order of sources.
  init(of records: [Activity]) {
    let first = records[0]
    self = records.dropFirst().reduce(first) { $0.filled(from: $1) }
    from = first.from
    isExcluded = records.contains(where: \.isExcluded)
    ftpWatts = records.lazy.compactMap(\.ftpWatts).first
    analysis = records.lazy.compactMap(\.analysis).first
    if load == nil, let other = records.first(where: { $0.load != nil }) {
      (load, loadFrom) = (other.load, other.loadFrom)
    }
    guard !hasMeasuredPower, let meter = records.first(where: \.hasMeasuredPower) else { return }
    averagePowerWatts = meter.averagePowerWatts
    weightedPowerWatts = meter.weightedPowerWatts
    maxPowerWatts = meter.maxPowerWatts
    measuredPower = true
    energyKilojoules = meter.energyKilojoules ?? energyKilojoules
  }
}
