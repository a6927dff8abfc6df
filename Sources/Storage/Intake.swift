// One listing of one source, or the files of it: what has arrived, and what it means for what is
// stored.

import Codec
import SyncModel

/// What a listing did to a record.
enum Fate: Hashable, Sendable {
  case new, changed, unchanged, deleted
}

/// A listing under way or finished.
struct Intake: Sendable {
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
  /// What became of each record, by its id at the source.
  private(set) var fates: [String: Fate] = [:]
  private var positions: [String: Int] = [:]

  init(athlete: Athlete, plan: ListingPlan) {
    self.athlete = athlete
    self.plan = plan
  }

  /// What files hold.
  init() {
    athlete = nil
    plan = ListingPlan(after: nil, isFull: false, since: nil)
  }

  /// The newest start received.
  var newest: Timestamp? { received.lazy.map(\.activity.start).max() }

  var counts: Counts {
    var counts = Counts()
    for fate in fates.values { counts.add(fate) }
    return counts
  }

  /// Takes a record; nil when it had arrived before, otherwise what it is to the shelf.
  mutating func receive(_ arrival: Arrival, shelf: inout Shelf<Activity>) -> Fate? {
    let key = arrival.activity.key
    let fate = fate(of: arrival.activity, &shelf)
    let isFirst = fates.updateValue(fate, forKey: key) == nil
    if let position = positions[key] {
      received[position] = arrival
    } else {
      positions[key] = received.count
      received.append(arrival)
    }
    return isFirst ? fate : nil
  }

  /// Takes all records of files at once, each of another name.
  mutating func receive(_ activities: [Activity], shelf: inout Shelf<Activity>) {
    received = activities.map { Arrival(activity: $0) }
    for (index, activity) in activities.enumerated() {
      positions[activity.key] = index
      fates[activity.key] = fate(of: activity, &shelf)
    }
  }

  private func fate(of activity: Activity, _ shelf: inout Shelf<Activity>) -> Fate {
    guard let place = shelf.find(activity.key, near: activity.day) else { return .new }
    return shelf.agrees(place, with: activity) ? .unchanged : .changed
  }

  mutating func skip(_ count: Int) {
    skipped += count
  }

  /// Notes and returns the stored records that the finished listing no longer holds.
  ///
  /// A listing with records that nobody could read deletes nothing: one of them may be the one that
  /// seems to be gone.
  mutating func noteDeletions(in shelf: inout Shelf<Activity>) -> [Activity] {
    let records = deletions(in: &shelf).compactMap { shelf[$0] }
    for record in records { fates[record.key] = .deleted }
    return records
  }

  private func deletions(in shelf: inout Shelf<Activity>) -> [Shelf<Activity>.Place] {
    if athlete == nil || skipped > 0 { return [] }
    // A local year begins up to a day before or after that of UTC.
    let first = plan.after.map { Day(of: $0).advanced(by: -1).year } ?? 0
    return shelf.places(since: first) { record in
      // Most are older, which is soon told.
      (plan.after.map { record.start > $0 } ?? true) && positions[record.key] == nil
    }
  }

  /// Forgets the records, which the checkpoint has as well.
  mutating func release() {
    received = []
    isReleased = true
  }

  /// Takes the records of the checkpoint again.
  mutating func restore(_ arrivals: [Arrival]) {
    var latest = [Arrival?](repeating: nil, count: positions.count)
    for arrival in arrivals {
      if let position = positions[arrival.activity.key] { latest[position] = arrival }
    }
    received = latest.compactMap { $0 }
    isReleased = false
  }

  /// Brings the shelf to what the listing says. Doing it twice is doing it once.
  func apply(to shelf: inout Shelf<Activity>) {
    // Looked for before anything is put: what is new need not be looked for among what is put.
    let isNew = received.map { shelf.find($0.activity.key, near: $0.activity.day) == nil }
    var puts: [Put<Activity>] = []
    for (arrival, isNew) in zip(received, isNew) {
      let activity = arrival.activity
      // A year at a time, where that is many: what is put is there twice for the moment.
      if puts.count >= Self.batch, puts.last?.record.day.year != activity.day.year {
        shelf.apply(puts: puts, removals: [])
        puts.removeAll(keepingCapacity: true)
      }
      guard !isNew, let place = shelf.find(activity.key, near: activity.day),
        let stored = shelf[place]
      else {
        puts.append(Put(record: activity, raw: arrival.raw))
        continue
      }
      let isSame = shelf.agrees(place, with: activity)
      if let merged = merge(arrival, into: stored, isSame: isSame) {
        puts.append(Put(record: merged.activity, raw: merged.raw, place: place))
      }
    }
    shelf.apply(puts: puts, removals: deletions(in: &shelf))
  }

  /// The record as it is to be stored; nil when it stays as it is.
  private func merge(_ arrival: Arrival, into stored: Activity, isSame: Bool) -> Arrival? {
    var merged = arrival
    merged.activity.sameAs = stored.sameAs
    if isSame, !plan.isFull {
      // What the service says is better than nothing, and comes with every listing.
      guard stored.load == nil, arrival.activity.load != nil else { return nil }
      merged.raw = nil
      merged.activity.raw = nil
    } else if !plan.isFull, stored.load != nil, stored.hasLoadInputs(of: arrival.activity) {
      merged.activity.load = stored.load
      merged.activity.loadFrom = stored.loadFrom
    }
    return merged
  }
}

extension Shelf where Record == Activity {
  /// Whether a record says what the stored one says.
  fileprivate func agrees(_ place: Place, with activity: Activity) -> Bool {
    if let digest = digest(at: place) { return digest == activity.digest }
    return self[place]?.agrees(with: activity) ?? false
  }
}

extension StoredRecord {
  /// The record without `raw`, where nothing is to be written.
  var bare: Self {
    var copy = self
    copy.raw = nil
    return copy
  }

  /// The record with `raw` on one line: a line break can only stand between tokens, where it says
  /// nothing.
  var onLine: Self {
    guard let raw, !NDJSON.isOneLine(raw) else { return self }
    var copy = self
    copy.raw = raw.filter { $0 != 0x0A && $0 != 0x0D }
    return copy
  }
}

extension Counts {
  /// Counts one record.
  mutating func add(_ fate: Fate) {
    switch fate {
    case .new: new += 1
    case .changed: changed += 1
    case .unchanged: unchanged += 1
    case .deleted: deleted += 1
    }
  }
}
