// What one listing of a source, or its files, have brought, and what changes by it.

import Format
import Model

/// What a listing did to a record.
enum RecordChange: Hashable, Sendable {
  case new, changed, unchanged, deleted
}

/// A listing under way or finished.
struct ListingMerge: Sendable {
  /// The athlete whose records a service lists; nil for files.
  let athlete: Athlete?
  let plan: ListingPlan
  /// What arrived, each record once, in the order of arrival. Empty for files, whose records are in
  /// the table alone, with what became of them.
  private(set) var received: [Activity] = []
  private(set) var skipped = 0
  /// Whether the listing lacks so many stored records that none is deleted.
  private(set) var isDoubted = false
  /// The other records of the rides that deleted records belonged to.
  private(set) var formerTwins: [ActivityID: [ActivityID]] = [:]
  /// What became of each record, by its id at the source.
  private var entries: [String: Entry] = [:]
  /// What became of the records of files.
  private var fileCounts = Counts()

  init(athlete: Athlete, plan: ListingPlan) {
    self.athlete = athlete
    self.plan = plan
  }

  /// A merge of files.
  init() {
    athlete = nil
    plan = ListingPlan(after: nil, isFull: false, since: nil)
  }

  /// Whether files have brought it. They list nothing, so that a record that they lack is not
  /// deleted.
  var isOfFiles: Bool { athlete == nil }

  private struct Entry {
    var change: RecordChange
    /// The index in `received`; nil for a record that did not arrive.
    var index: Int?
  }

  /// What became of a record; nil for one that the listing did not touch.
  func change(of key: String) -> RecordChange? { entries[key]?.change }

  /// What became of the records, in no order.
  var changes: some Sequence<(key: String, change: RecordChange)> {
    entries.lazy.map { (key: $0.key, change: $0.value.change) }
  }

  /// The newest start received.
  var newest: Timestamp? { received.lazy.map(\.start).max() }

  var counts: Counts {
    if isOfFiles { return fileCounts }
    var counts = Counts()
    for entry in entries.values { counts.add(entry.change) }
    return counts
  }

  // MARK: Receiving

  /// Takes a record that a service sent.
  ///
  /// - Parameter stored: the stored record of the same id.
  /// - Returns: what it changes; nil when it had arrived before.
  mutating func receive(_ sent: Activity, stored: Activity?) -> RecordChange? {
    let change = change(of: sent, from: stored)
    guard let earlier = entries[sent.key]?.index else {
      entries[sent.key] = Entry(change: change, index: received.count)
      received.append(sent)
      return change
    }
    received[earlier] = sent
    entries[sent.key]?.change = change
    return nil
  }

  mutating func skip(_ count: Int) {
    skipped += count
  }

  /// Takes records of files, each of another id than all others, and stores them.
  mutating func receive(
    files activities: [Activity], in table: inout YearTable<Activity>
  ) throws(SyncFailure) {
    var counts = fileCounts
    try put(activities, in: &table) { activity, stored in
      let change = change(of: activity, from: stored)
      counts.add(change)
      return change
    }
    fileCounts = counts
  }

  // MARK: Comparing

  private func change(of sent: Activity, from stored: Activity?) -> RecordChange {
    guard let stored else { return .new }
    return isSame(filled(sent, from: stored), as: stored) ? .unchanged : .changed
  }

  /// Whether a record says what the stored one says. A record that only an archive had is the
  /// service's from now on, whatever it says.
  private func isSame(_ sent: Activity, as stored: Activity) -> Bool {
    if !isOfFiles, stored.archive == .everything { return false }
    return stored.agrees(with: sent)
  }

  /// What a service sent, with the fields that it leaves out and an archive of the account has: to
  /// fill them was no change, so that their absence is none.
  private func filled(_ sent: Activity, from stored: Activity) -> Activity {
    guard !isOfFiles, stored.archive != .nothing else { return sent }
    var filled = sent.filled(from: stored)
    filled.archive = .fields
    return filled
  }

  /// The record that replaces the stored one; nil when that stays.
  func replacement(for stored: Activity, by sent: Activity) -> Activity? {
    var record = filled(sent, from: stored)
    (record.sameAs, record.ride) = (stored.sameAs, stored.ride)
    record.isExcluded = stored.isExcluded
    record.analysis = sent.analysis ?? stored.analysis
    if plan.isFull { return record }
    if isSame(record, as: stored) {
      // The service's load is better than none, and comes with every listing.
      let hasLoad = stored.load == nil && record.load != nil
      guard hasLoad || record.analysis != stored.analysis else { return nil }
      record.raw = nil
      if !hasLoad { (record.load, record.loadFrom) = (stored.load, stored.loadFrom) }
    } else if stored.load != nil, stored.hasLoadInputs(of: record) {
      (record.load, record.loadFrom) = (stored.load, stored.loadFrom)
    }
    return record
  }

  /// Whether the finished listing no longer holds a stored record of its range.
  ///
  /// A listing with records that nobody could read deletes nothing: one of them may be the record
  /// that seems to be gone.
  func isDeleted(_ record: Activity) -> Bool {
    !isOfFiles && skipped == 0 && !isDoubted && isListed(record)
      && entries[record.key]?.index == nil
      // The service may not list all that it once exported.
      && record.archive != .everything
  }

  /// Whether a record's start is in the time that was asked for.
  private func isListed(_ record: Activity) -> Bool {
    plan.after.map { record.start > $0 } ?? true
  }

  /// Deletes nothing if the listing would delete most of the records of its time.
  mutating func refuseDeletions(from table: YearTable<Activity>) -> RefusedDeletions? {
    var (count, total) = (0, 0)
    table.forEachRow { row in
      if isListed(row.record) { total += 1 }
      if isDeleted(row.record) { count += 1 }
    }
    let refused = RefusedDeletions(count: count, total: total)
    isDoubted = refused != nil
    return refused
  }

  // MARK: Merging

  /// Ends the listing: notes what it no longer holds, and applies it.
  mutating func end(in table: inout YearTable<Activity>) throws(SyncFailure) {
    for (_, record) in table.rows(where: isDeleted) {
      entries[record.key] = Entry(change: .deleted)
      formerTwins[record.id] = record.sameAs
    }
    try put(received, in: &table) { _, _ in nil }
    let removals = table.rows(where: isDeleted).map(\.index)
    if !removals.isEmpty { try table.apply(puts: [], removals: removals) }
  }

  /// Stores records that are new or say something else than those that are stored.
  ///
  /// - Parameter change: what a record does to the stored one, to be noted with it.
  private func put(
    _ activities: [Activity], in table: inout YearTable<Activity>,
    noting change: (Activity, _ stored: Activity?) -> RecordChange?
  ) throws(SyncFailure) {
    var puts: [Put<Activity>] = []
    for activity in activities {
      let stored = table.find(activity)
      let change = change(activity, stored?.row.record)
      guard let stored else {
        puts.append(Put(record: activity, change: change))
        continue
      }
      if let record = replacement(for: stored.row.record, by: activity) {
        puts.append(Put(record: record, replaced: stored.index, change: change))
      } else if let change {
        table.mark(stored.index, change)
      }
    }
    try table.apply(puts: puts)
  }
}

extension Activity {
  /// Whether a load computed for the one is right for the other.
  fileprivate func hasLoadInputs(of other: Activity) -> Bool {
    durationSeconds == other.durationSeconds && elapsedSeconds == other.elapsedSeconds
      && averagePowerWatts == other.averagePowerWatts
      && weightedPowerWatts == other.weightedPowerWatts && measuredPower == other.measuredPower
      && averageHeartRate == other.averageHeartRate && maxHeartRate == other.maxHeartRate
  }
}

extension Counts {
  /// Counts one record.
  mutating func add(_ change: RecordChange) {
    switch change {
    case .new: new += 1
    case .changed: changed += 1
    case .unchanged: unchanged += 1
    case .deleted: deleted += 1
    }
  }
}
