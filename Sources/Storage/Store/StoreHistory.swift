// Everything that scores are computed from, with one ride from several services taken once.

import Format
package import Model

extension Store {
  /// Everything stored and received.
  ///
  /// - Throws: `storage`, `badInput`, and what keeps a store from being used.
  package func history() throws(SyncFailure) -> History {
    try loadAll()
    let days = Source.allCases.flatMap { self[$0].wellness.table?.records ?? [] }.sorted {
      ($0.date, $0.source) < ($1.date, $1.source)
    }
    let rides = isShared ? sharedRides() : storedActivities()
    return History(
      inOrder: rides.contains(where: \.isExcluded) ? rides.filter { !$0.isExcluded } : rides,
      days: days)
  }

  /// The records of several sources, one for each ride.
  private func sharedRides() -> [Activity] {
    let all = storedActivities()
    var partners: [ActivityID: [Activity]] = [:]
    for ride in SameRide.groups(of: all) {
      for record in ride { partners[record.id] = ride }
    }
    return all.compactMap { activity in
      guard let ride = partners[activity.id] else { return activity }
      return ride.first?.id == activity.id ? Activity(of: ride) : nil
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
    if Source.allCases.allSatisfy({ self[$0].isUnchanged }) { return unchangedCounts }
    if Source.allCases.contains(where: { self[$0].finished != nil }) { try loadAll() }
    return counts(writtenOnly: false)
  }

  /// The counts of listings in which all records are as they are stored, where `same_as` is right.
  private var unchangedCounts: Counts {
    var counts = Source.allCases.reduce(Counts()) { $0 + self[$1].dayCounts }
    var rides: Set<ActivityID> = []
    for source in Source.allCases {
      guard let merge = self[source].finished else { continue }
      for (key, _) in merge.changes {
        let id = ActivityID(source: source, sourceID: key)
        var twins: [ActivityID] = []
        if case .recent(let recent) = self[source].activities { twins = recent[key]?.sameAs ?? [] }
        // The first record of a ride stands for all.
        rides.insert((twins + [id]).min { $0.source < $1.source } ?? id)
      }
    }
    counts.unchanged += rides.count
    return counts
  }

  package var hasCompletions: Bool {
    hasExclusions || Source.allCases.contains { self[$0].isTouched }
  }

  /// The counts by the records at hand.
  ///
  /// - Parameter writtenOnly: whether only what is in a file counts: a save has failed halfway.
  func counts(writtenOnly: Bool) -> Counts {
    var counts = Source.allCases.reduce(Counts()) { counts, source in
      let isCounted = !writtenOnly || self[source].wellness.table?.isWritten ?? true
      return isCounted ? counts + self[source].dayCounts : counts
    }
    var rideOf: [ActivityID: Int] = [:]
    let rides = self.rides()
    for (index, ride) in rides.enumerated() {
      for record in ride { rideOf[record.id] = index }
    }
    var touched: [Int: [RecordChange]] = [:]
    var gone: Set<ActivityID> = []
    for source in Source.allCases {
      guard let merge = self[source].finished else { continue }
      let table = self[source].activities.table
      let written = writtenOnly ? table?.writtenKeys ?? [] : []
      let isWritten = table?.isWritten ?? true
      for (sourceID, change) in merge.changes {
        if writtenOnly, change == .deleted ? !isWritten : !written.contains(sourceID) { continue }
        let id = ActivityID(source: source, sourceID: sourceID)
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

  /// The rides that more than one service has.
  func rides() -> [[Activity]] {
    isShared ? SameRide.groups(of: storedActivities()) : []
  }

  private func isDeleted(_ id: ActivityID) -> Bool {
    self[id.source].finished?.change(of: id.sourceID) == .deleted
  }

  /// All records in order of start, then source, then id.
  private func storedActivities() -> [Activity] {
    var all: [Activity] = []
    all.reserveCapacity(activityTables.reduce(0) { $0 + $1.count })
    for table in activityTables { table.forEachRecord { all.append($0) } }
    let isInOrder: (Activity, Activity) -> Bool = { one, other in
      if one.start != other.start { return one.start < other.start }
      if one.id.source != other.id.source { return one.id.source < other.id.source }
      return one.id.sourceID < other.id.sourceID
    }
    // Those of one source nearly always are; sorting takes half as much memory again.
    if !zip(all, all.dropFirst()).allSatisfy(isInOrder) { all.sort(by: isInOrder) }
    return all
  }
}

extension Activity {
  /// The record that stands for a ride: the first one, with what only the others have, measured power
  /// where any of them has it, and a load where only another has one. One that the rider left out
  /// leaves out the ride.
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
