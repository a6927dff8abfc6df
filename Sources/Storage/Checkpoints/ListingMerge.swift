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
  /// the table alone.
  private(set) var received: [Activity] = []
  private(set) var skipped = 0
  /// Whether the listing lacks so many stored records that none is deleted.
  private(set) var isDoubted = false
  /// The other records of the rides that deleted records belonged to.
  private(set) var formerTwins: [ActivityID: [ActivityID]] = [:]
  /// What became of each record, by its id at the source.
  private var entries: [String: Entry] = [:]

  /// New records are inserted so many at once: both copies are in memory meanwhile.
  private static let batch = 4_000

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

  /// Takes all records of files, each of another id, and stores them.
  mutating func receive(files activities: [Activity], in table: inout YearTable<Activity>) {
    for (index, activity) in activities.enumerated() {
      let stored = table.find(activity).flatMap { table[$0] }
      entries[activity.key] = Entry(change: change(of: activity, from: stored), index: index)
    }
    apply(activities, to: &table)
  }

  /// Takes the records of files from the table that has them, to apply them to another one.
  mutating func takeBack(from table: YearTable<Activity>) {
    received = table.records.filter { [.new, .changed].contains(entries[$0.key]?.change) }
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

  /// Whether the stored record stays as it is, and the listing counts it as unchanged.
  func keeps(_ stored: Activity, for sent: Activity) -> Bool {
    change(of: sent, from: stored) == .unchanged && replacement(for: stored, by: sent) == nil
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
    let refused = RefusedDeletions(
      count: table.rows(where: isDeleted).count, total: table.rows(where: isListed).count)
    isDoubted = refused != nil
    return refused
  }

  // MARK: Merging

  /// Ends the listing: notes what it no longer holds, and applies it.
  mutating func end(in table: inout YearTable<Activity>) {
    for record in table.rows(where: isDeleted).compactMap({ table[$0] }) {
      entries[record.key] = Entry(change: .deleted)
      formerTwins[record.id] = record.sameAs
    }
    apply(to: &table)
  }

  /// Brings a table to what the listing says. Idempotent.
  func apply(to table: inout YearTable<Activity>) { apply(received, to: &table) }

  private func apply(_ activities: [Activity], to table: inout YearTable<Activity>) {
    // Decide what is new before inserting, so that lookups search only the old table.
    let isNew = activities.map { table.find($0) == nil }
    var puts: [Put<Activity>] = []
    for (activity, isNew) in zip(activities, isNew) {
      if puts.count == Self.batch {
        table.apply(puts: puts, removals: [])
        puts.removeAll(keepingCapacity: true)
      }
      guard !isNew, let row = table.find(activity), let stored = table[row] else {
        puts.append(Put(record: activity))
        continue
      }
      if let record = replacement(for: stored, by: activity) {
        puts.append(Put(record: record, replaced: row))
      }
    }
    table.apply(puts: puts, removals: [])
    let removals = table.rows(where: isDeleted)
    if !removals.isEmpty { table.apply(puts: [], removals: removals) }
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
