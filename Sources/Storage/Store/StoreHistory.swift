// Everything that scores are computed from, with one ride from several services taken once.

package import Model

extension Store {
  /// Everything stored and received. Activities have what loads, scores and the matching of rides
  /// need; names, places and `raw` may be absent, because they are read only when they are written.
  ///
  /// - Parameter boundary: activities that began earlier may come as `past`; nil for none.
  /// - Throws: `storage`, `badInput`, and what keeps a store from being used.
  package func history(
    pastBefore boundary: Timestamp? = nil
  ) async throws(SyncFailure) -> History {
    let prefetched = await takePrefetched(pastBefore: boundary)
    try loadAll()
    let days = wellness.values.flatMap(\.records).sorted {
      ($0.date, $0.source) < ($1.date, $1.source)
    }
    if isShared { return History(inOrder: sharedRides(), days: days) }
    var history = prefetched ?? StoredHistory(pastBefore: boundary)
    if prefetched == nil { activities.values.first { $0.count > 0 }?.add(to: &history) }
    return History(inOrder: history.inOrder(), past: history.past, days: days)
  }

  /// What was read ahead of the only source that has activities, if it is as the files are.
  private func takePrefetched(pastBefore boundary: Timestamp?) async -> StoredHistory? {
    defer { prefetched = [:] }
    let sources = activities.filter { $0.value.count > 0 }.keys
    var history: StoredHistory?
    for (source, prefetched) in prefetched {
      let isAlone = sources.count == 1 && sources.first == source
      let table = isAlone ? activities[source] : nil
      history = await prefetched.history(of: table, pastBefore: boundary) ?? history
    }
    return history
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
      return ride.first?.id == activity.id ? activity.speaking(for: ride) : nil
    }
  }

  /// Whether more than one source has activities.
  private var isShared: Bool {
    activities.values.lazy.filter { $0.count > 0 }.count > 1
  }

  /// A ride counts once: it is new when nothing of it was stored before, and deleted when nothing
  /// of it is left. One that another service also has from now on has changed.
  ///
  /// - Throws: `storage`, `badInput`: after a failed save the records have to be read again to tell
  ///   which are one ride.
  package func counts() throws(SyncFailure) -> Counts {
    if !finished.isEmpty { try loadAll() }
    return counts(writtenOnly: false)
  }

  package var hasCompletions: Bool { activities.values.contains(where: \.isTouched) }

  /// The counts by the records at hand.
  ///
  /// - Parameter writtenOnly: whether only what stands in a file counts, for a save that failed halfway.
  func counts(writtenOnly: Bool) -> Counts {
    let days = dayCounts.filter { !writtenOnly || wellness[$0.key]?.isWritten ?? true }
    var counts = days.values.reduce(Counts(), +)
    if finished.isEmpty { return counts }
    var rideOf: [ActivityID: Int] = [:]
    let rides = self.rides()
    for (index, ride) in rides.enumerated() {
      for record in ride { rideOf[record.id] = index }
    }
    var touched: [Int: [RecordChange]] = [:]
    var gone: Set<ActivityID> = []
    for (source, merge) in finished {
      let written = writtenOnly ? activities[source]?.writtenKeys ?? [] : []
      let isWritten = activities[source]?.isWritten ?? true
      for (sourceID, change) in merge.changes {
        if writtenOnly, change == .deleted ? !isWritten : !written.contains(sourceID) { continue }
        let id = ActivityID(source: source, sourceID: sourceID)
        if let ride = rideOf[id] {
          touched[ride, default: []].append(change)
        } else if change == .deleted, let others = widowed[id], !others.isEmpty {
          let left = others.filter { !isDeleted($0) }
          if left.isEmpty {
            // The first of the ride's records speaks for all.
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
    finished[id.source]?.change(of: id.sourceID) == .deleted
  }

  /// All records in order of start, then source, then id.
  private func storedActivities() -> [Activity] {
    var all = StoredHistory(pastBefore: nil)
    for (_, table) in activities.sorted(by: { $0.key < $1.key }) { table.add(to: &all) }
    return all.inOrder()
  }
}

extension Activity {
  /// The record that stands for the whole ride: the first source's, with measured power and heart
  /// rate where any of them has it, and a load where only another has one.
  fileprivate func speaking(for records: [Activity]) -> Activity {
    var ride = self
    ride.ftpWatts = records.lazy.compactMap(\.ftpWatts).first
    if load == nil, let other = records.first(where: { $0.load != nil }) {
      ride.load = other.load
      ride.loadFrom = other.loadFrom
    }
    if averageHeartRate == nil, let strap = records.first(where: { $0.averageHeartRate != nil }) {
      ride.averageHeartRate = strap.averageHeartRate
      ride.maxHeartRate = strap.maxHeartRate
    }
    guard !hasMeasuredPower, let meter = records.first(where: \.hasMeasuredPower) else {
      return ride
    }
    ride.averagePowerWatts = meter.averagePowerWatts
    ride.weightedPowerWatts = meter.weightedPowerWatts
    ride.maxPowerWatts = meter.maxPowerWatts
    ride.measuredPower = true
    ride.energyKilojoules = meter.energyKilojoules ?? energyKilojoules
    return ride
  }
}
