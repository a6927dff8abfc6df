// What a listing asks a service for, what it has sent so far, and what becomes of the stored
// records by it.

import Format
import Model

/// How a source is listed this time.
struct ListingPlan: Hashable, Sendable {
  /// Starts after this are asked for; nil asks for everything.
  var after: Timestamp?
  /// Whether everything is taken as it is sent: records, `raw` and loads.
  var isFull: Bool
  /// The beginning of the store from now on.
  var since: Day?

  /// An incremental run lists from this long before the newest start.
  static let window: Int64 = 30 * 86_400
}

extension ListingPlan {
  /// - Parameters:
  ///   - cursor: what is known; nil before the first listing.
  ///   - isTrusted: whether the files still look as the cursor says.
  ///   - now: newest starts beyond it come from a clock that was wrong, and do not count.
  ///   - beginning: the last moment before a local day.
  init(
    _ listing: Listing, cursor: Cursor?, isTrusted: Bool, now: Timestamp,
    beginning: (Day) -> Timestamp
  ) {
    isFull = listing.full
    since = listing.since ?? (listing.full ? nil : cursor?.since)
    after = since.map(beginning)
    guard !listing.full, isTrusted, let cursor, let newest = cursor.newest else { return }
    // Days before the remembered beginning were never asked for.
    if let known = cursor.since, let wanted = since, wanted < known { return }
    let recent = Timestamp(seconds: min(newest, now).seconds - Self.window)
    after = max(recent, after ?? recent)
  }

  /// Whether a listing that was cut short under `earlier` can go on for this plan: it must have
  /// asked for all that this one wants.
  func canResume(_ earlier: ListingPlan) -> Bool {
    if isFull, !earlier.isFull { return false }
    guard let begun = earlier.after else { return true }
    return after.map { begun <= $0 } ?? false
  }
}

/// What became of a record.
enum RecordChange: Hashable, Sendable { case new, changed, unchanged, deleted }

/// A listing under way or finished.
struct ServiceMerge: Sendable {
  let athlete: Athlete
  let plan: ListingPlan
  /// What arrived, by its id at the source; nothing any more once it is applied.
  private(set) var received: [String: Activity] = [:]
  private var skipped = 0
  /// Whether the listing lacks so many stored records that none is deleted.
  private(set) var isDoubted = false

  init(athlete: Athlete, plan: ListingPlan) { (self.athlete, self.plan) = (athlete, plan) }

  var newest: Timestamp? { received.values.lazy.map(\.start).max() }

  // MARK: Collecting

  /// Takes a record that a service sent.
  ///
  /// - Parameter stored: the stored record of the same id.
  /// - Returns: what it changes; nil when it had arrived before.
  @discardableResult
  mutating func collect(_ sent: Activity, stored: Activity?) -> RecordChange? {
    guard received.updateValue(sent, forKey: sent.key) == nil else { return nil }
    guard let stored else { return .new }
    return isSame(filled(sent, from: stored), as: stored) ? .unchanged : .changed
  }

  /// Counts records that nobody could read.
  mutating func skip(_ count: Int) { skipped += count }

  // MARK: Applying

  /// Stores what is new or says something else than before, and removes what the listing no longer
  /// holds.
  ///
  /// - Returns: what became of each record by its id at the source, and the deletions that are not
  ///   believed.
  mutating func apply(
    to table: inout YearTable<Activity>, allowDeletions: Bool
  ) -> (changes: MergeChanges, refused: RefusedDeletions?) {
    var deleted = table.records(where: isDeleted)
    var refused: RefusedDeletions?
    if !allowDeletions {
      let total = table.records(where: isListed).count
      refused = RefusedDeletions(count: deleted.count, total: total)
      isDoubted = refused != nil
      if isDoubted { deleted = [] }
    }
    var changes = MergeChanges()
    for record in deleted { changes.delete(record) }
    var puts: [Activity] = []
    for sent in received.values {
      guard let stored = table.find(sent) else {
        changes.records[sent.key] = .new
        puts.append(sent)
        continue
      }
      let record = filled(sent, from: stored)
      let isSame = isSame(record, as: stored)
      changes.records[sent.key] = isSame ? .unchanged : .changed
      if var record = record.replacing(stored, isSame: isSame, isRenewed: plan.isFull) {
        // The moving time alone is another one of a ride that is marked as a race. What an
        // archive's file says of the ride was never the service's.
        let (end, oldEnd) = (record.elapsedSeconds, stored.elapsedSeconds)
        let hasEnd = end ?? record.durationSeconds == oldEnd ?? stored.durationSeconds
        if stored.archive == .nothing, !(hasEnd && record.start == stored.start) {
          changes.outdatedStreams.append(record.id)
          record.analysis = nil
        }
        puts.append(record)
      }
    }
    if !puts.isEmpty || !deleted.isEmpty { table.apply(puts: puts, removals: deleted) }
    // The table has them.
    received = [:]
    return (changes, refused)
  }

  /// Whether a record's start is in the time that was asked for.
  private func isListed(_ record: Activity) -> Bool { plan.after.map { record.start > $0 } ?? true }

  /// Whether the finished listing no longer holds a stored record of its range.
  ///
  /// A listing with records that nobody could read deletes nothing: one of them may be the record
  /// that seems to be gone.
  private func isDeleted(_ record: Activity) -> Bool {
    skipped == 0 && isListed(record) && received[record.key] == nil
      // The service may not list all that it once exported.
      && record.archive != .everything
  }

  /// Whether a record says what the stored one says. A record that only an archive had is the
  /// service's from now on, whatever it says.
  private func isSame(_ record: Activity, as stored: Activity) -> Bool {
    stored.archive != .everything && stored.agrees(with: record)
  }

  /// What a service sent, with the fields that it leaves out and an archive of the account has: to
  /// fill them was no change, so that their absence is none.
  private func filled(_ sent: Activity, from stored: Activity) -> Activity {
    if stored.archive == .nothing { return sent }
    var filled = sent.filled(from: stored)
    filled.archive = .fields
    return filled
  }
}

/// What became of the records of a source, and so of the rides that they belong to.
struct MergeChanges: Sendable {
  /// By the id at the source.
  var records: [String: RecordChange] = [:]
  /// The other records of the rides that deleted records belonged to.
  private(set) var formerTwins: [ActivityID: [ActivityID]] = [:]
  /// Records whose streams are none of theirs any more: they are deleted, or a service has changed
  /// their times.
  var outdatedStreams: [ActivityID] = []

  /// How many records there are of each kind.
  var counts: Counts { records.values.reduce(into: Counts()) { $0.add($1) } }

  mutating func delete(_ record: Activity) {
    records[record.key] = .deleted
    formerTwins[record.id] = record.sameAs
    outdatedStreams.append(record.id)
  }

  /// Adds later changes: what files brought is new, whatever a service then says of it.
  mutating func add(_ later: MergeChanges) {
    records.merge(later.records) { $1 == .deleted || $0 == .unchanged ? $1 : $0 }
    formerTwins.merge(later.formerTwins) { $1 }
    outdatedStreams += later.outdatedStreams
  }
}

extension Activity {
  /// This record in the place of a stored one, with what is derived from the records; nil when the
  /// stored one stays.
  ///
  /// - Parameters:
  ///   - isSame: whether both say the same.
  ///   - isRenewed: whether it is taken as it is, without the stored load.
  func replacing(_ stored: Activity, isSame: Bool, isRenewed: Bool = false) -> Activity? {
    var record = self
    (record.sameAs, record.ride) = (stored.sameAs, stored.ride)
    record.isExcluded = stored.isExcluded
    record.ftpWatts = ftpWatts ?? stored.ftpWatts
    record.analysis = analysis ?? stored.analysis
    let isRight = stored.load != nil && stored.hasLoadInputs(of: record)
    if isRenewed {
      // It is computed again as far as the settings are known.
      if load == nil, isRight, stored.loadFrom != .service {
        (record.load, record.loadFrom) = (stored.load, stored.loadFrom)
      }
    } else if isSame {
      // The service's load is better than none, and comes with every listing.
      let hasLoad = stored.load == nil && load != nil
      guard hasLoad || record.analysis != stored.analysis else { return nil }
      record.raw = nil
      if !hasLoad { (record.load, record.loadFrom) = (stored.load, stored.loadFrom) }
    } else if isRight {
      (record.load, record.loadFrom) = (stored.load, stored.loadFrom)
    }
    return record
  }

  /// Whether a load computed for the one is right for the other.
  func hasLoadInputs(of other: Activity) -> Bool {
    start == other.start && durationSeconds == other.durationSeconds
      && elapsedSeconds == other.elapsedSeconds && averagePowerWatts == other.averagePowerWatts
      && weightedPowerWatts == other.weightedPowerWatts && measuredPower == other.measuredPower
      && averageHeartRate == other.averageHeartRate && maxHeartRate == other.maxHeartRate
  }
}
