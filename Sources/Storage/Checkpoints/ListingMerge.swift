// One listing of one source, or the files of it: what has arrived, and what it means for what is
// stored.

import Format
import Model

/// What a listing did to a record.
enum RecordChange: Hashable, Sendable {
  case new, changed, unchanged, deleted
}

/// A listing under way or finished.
struct ListingMerge: Sendable {
  /// nil for what came as files: those list nothing, so that what they leave out is not gone.
  let athlete: Athlete?
  let plan: ListingPlan
  /// What arrived, each record once, in the order of arrival; nothing after `release`.
  private(set) var received: [Arrival] = []
  /// Whether what arrived is in the checkpoint alone.
  private(set) var isReleased = false
  private(set) var skipped = 0
  /// How many records are put at once, at least, before the next year.
  private static let batch = 200
  /// How many are put at once, at most: they are in memory twice for the moment.
  private static let largestBatch = 4_000
  /// What became of each record, by its id at the source.
  private var entries: [String: Entry] = [:]

  init(athlete: Athlete, plan: ListingPlan) {
    self.athlete = athlete
    self.plan = plan
  }

  /// What files hold.
  init() {
    athlete = nil
    plan = ListingPlan(after: nil, isFull: false, since: nil)
  }

  private struct Entry {
    var change: RecordChange
    /// Where in `received` it stands; nil for one that did not arrive.
    var position: Int?
  }

  /// What became of a record; nil for one that the listing did not touch.
  func change(of key: String) -> RecordChange? { entries[key]?.change }

  /// What became of the records, in no order.
  var changes: some Sequence<(key: String, change: RecordChange)> {
    entries.lazy.map { (key: $0.key, change: $0.value.change) }
  }

  /// The newest start received.
  var newest: Timestamp? { received.lazy.map(\.activity.start).max() }

  var counts: Counts {
    var counts = Counts()
    for entry in entries.values { counts.add(entry.change) }
    return counts
  }

  /// Takes a record; nil when it had arrived before, otherwise what it is to the shelf.
  mutating func receive(_ arrival: Arrival, table: inout YearTable<Activity>) -> RecordChange? {
    let key = arrival.activity.key
    let change = change(of: arrival, &table)
    let entry = Entry(change: change, position: received.count)
    guard let earlier = entries.updateValue(entry, forKey: key), let position = earlier.position
    else {
      received.append(arrival)
      return change
    }
    received[position] = arrival
    entries[key]?.position = position
    return nil
  }

  /// Takes all records of files, each of another name, and stores them. Only the table has them then:
  /// an archive may hold many thousands.
  mutating func store(_ activities: [Activity], in table: inout YearTable<Activity>) {
    let arrivals = activities.lazy.map { Arrival(activity: $0) }
    for (index, arrival) in arrivals.enumerated() {
      entries[arrival.activity.key] = Entry(change: change(of: arrival, &table), position: index)
    }
    apply(arrivals, to: &table)
    isReleased = true
  }

  private func change(of arrival: Arrival, _ table: inout YearTable<Activity>) -> RecordChange {
    guard let place = table.find(arrival.activity) else { return .new }
    return isSame(filled(arrival, at: place, in: table), at: place, in: table)
      ? .unchanged : .changed
  }

  /// Whether a record says what the stored one says. One that only an archive had is the service's
  /// from now on, whatever it says.
  private func isSame(
    _ arrival: Arrival, at place: YearTable<Activity>.Place, in table: YearTable<Activity>
  ) -> Bool {
    if athlete != nil, table[place]?.archive == .everything { return false }
    return table.agrees(place, with: arrival)
  }

  /// What a service sent, with the fields that it leaves out and an archive of the account has: to
  /// fill them was no change, so that their absence is none.
  private func filled(
    _ arrival: Arrival, at place: YearTable<Activity>.Place, in table: YearTable<Activity>
  ) -> Arrival {
    guard athlete != nil, let stored = table[place], stored.archive != .nothing else {
      return arrival
    }
    let activity = arrival.activity.filled(from: stored)
    var filled = Arrival(activity: activity)
    filled.activity.archive = .fields
    // The checkpoint's members lack what was filled.
    filled.kept = arrival.kept.map { KeptLine(members: nil, raw: $0.raw) }
    return filled
  }

  /// Reads the files in full whose records are to be compared with an archive's share.
  ///
  /// - Throws: `storage`, `badInput`.
  static func readArchived(
    _ activity: Activity, in table: inout YearTable<Activity>, on disk: StoreDisk
  ) throws(SyncFailure) {
    guard let place = table.find(activity), table.isPartial(place),
      let stored = table[place], stored.archive != .nothing
    else { return }
    try table.readWhole(place.year, on: disk)
  }

  /// The same for all that was received.
  func readArchived(
    in table: inout YearTable<Activity>, on disk: StoreDisk
  ) throws(SyncFailure) {
    if athlete == nil || table.isEmpty { return }
    for arrival in received { try Self.readArchived(arrival.activity, in: &table, on: disk) }
  }

  mutating func skip(_ count: Int) {
    skipped += count
  }

  /// Notes and returns the stored records that the finished listing no longer holds.
  ///
  /// A listing with records that nobody could read deletes nothing: one of them may be the one that
  /// seems to be gone.
  mutating func noteDeletions(in table: inout YearTable<Activity>) -> [Activity] {
    let records = deletions(in: &table).compactMap { table[$0] }
    for record in records { entries[record.key] = Entry(change: .deleted) }
    return records
  }

  private func deletions(in table: inout YearTable<Activity>) -> [YearTable<Activity>.Place] {
    if athlete == nil || skipped > 0 { return [] }
    // A local year begins up to a day before or after that of UTC.
    let first = plan.after.map { Day(of: $0).advanced(by: -1).year } ?? 0
    return table.places(since: first) { record in
      // Most are older, which is soon told.
      (plan.after.map { record.start > $0 } ?? true)
        && entries[record.key]?.position == nil
        // The service may not list all that it once exported.
        && record.archive != .everything
    }
  }

  /// Takes the records of files again, of the table that has them.
  mutating func restore(from table: YearTable<Activity>) {
    received = table.records.filter { [.new, .changed].contains(entries[$0.key]?.change) }
      .map { Arrival(activity: $0) }
    isReleased = false
  }

  /// Forgets the records, which the checkpoint has as well; those of files, the table.
  mutating func release() {
    received = []
    isReleased = true
  }

  /// Takes the records of the checkpoint again.
  mutating func restore(_ arrivals: [Arrival]) {
    var latest = [Arrival?](repeating: nil, count: entries.count)
    for arrival in arrivals {
      if let position = entries[arrival.activity.key]?.position { latest[position] = arrival }
    }
    received = latest.compactMap { $0 }
    isReleased = false
  }

  /// Brings the shelf to what the listing says. Doing it twice is doing it once.
  func apply(to table: inout YearTable<Activity>) { apply(received, to: &table) }

  private func apply(_ arrivals: some Collection<Arrival>, to table: inout YearTable<Activity>) {
    // Decide what is new before inserting, so that lookups search only the old table.
    let isKnown = table.isEmpty ? nil : arrivals.map { table.find($0.activity) != nil }
    var puts: [Put<Activity>] = []
    var lastYear: Int?
    for (index, arrival) in arrivals.enumerated() {
      // A year at a time, where that is many: what is put is there twice for the moment.
      let year = arrival.activity.day.year
      if puts.count >= Self.largestBatch || puts.count >= Self.batch && lastYear != year {
        table.apply(puts: puts, removals: [])
        puts.removeAll(keepingCapacity: true)
      }
      lastYear = year
      guard isKnown?[index] == true, let place = table.find(arrival.activity),
        let stored = table[place]
      else {
        puts.append(Put(record: arrival.activity, kept: arrival.kept, digest: arrival.digest))
        continue
      }
      let arrival = filled(arrival, at: place, in: table)
      let isSame = isSame(arrival, at: place, in: table)
      if let merged = merge(arrival, into: stored, isSame: isSame) {
        puts.append(
          Put(record: merged.activity, kept: merged.kept, digest: merged.digest, place: place))
      }
    }
    table.apply(puts: puts, removals: deletions(in: &table))
  }

  /// The record as it is to be stored; nil when it stays as it is.
  private func merge(_ arrival: Arrival, into stored: Activity, isSame: Bool) -> Arrival? {
    var merged = arrival
    merged.activity.sameAs = stored.sameAs
    if isSame, !plan.isFull {
      // What the service says is better than nothing, and comes with every listing.
      let hasLoad = stored.load == nil && arrival.activity.load != nil
      let hasAnalysis =
        arrival.activity.analysis != nil && arrival.activity.analysis != stored.analysis
      guard hasLoad || hasAnalysis else { return nil }
      merged.kept = nil
      merged.activity.raw = nil
      if !hasLoad {
        (merged.activity.load, merged.activity.loadFrom) = (stored.load, stored.loadFrom)
      }
    } else if !plan.isFull, stored.load != nil, stored.hasLoadInputs(of: arrival.activity) {
      merged.activity.load = stored.load
      merged.activity.loadFrom = stored.loadFrom
    }
    return merged
  }
}

extension YearTable where Record == Activity {
  /// Whether a record says what the stored one says.
  fileprivate func agrees(_ place: Place, with arrival: Arrival) -> Bool {
    if let digest = digest(at: place) { return digest == arrival.digest ?? arrival.activity.digest }
    return self[place]?.agrees(with: arrival.activity) ?? false
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
