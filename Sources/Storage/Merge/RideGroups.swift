// One ride from several sources is one ride: its records, the one that stands for it, and counts.

import Format
import Model

extension [Activity] {
  /// One record for each ride, of records in passing order.
  func onePerRide() -> [Activity] {
    var partners: [ActivityID: [Activity]] = [:]
    for ride in SameRide.groups(of: self) {
      for record in ride { partners[record.id] = ride }
    }
    return compactMap { activity in
      let ride = partners[activity.id]
      if ride == nil, activity.sameAs.isEmpty { return activity }
      return ride?.first?.id ?? activity.id == activity.id ? Activity(of: ride ?? [activity]) : nil
    }
  }
}

extension Activity {
  /// The record that stands for a ride: the first one, with what only the others have, measured
  /// power where any of them has it, and a load where only another has one. One that the rider left
  /// out leaves out the ride. A load that these records would not give is left out.
  ///
  /// - Parameter records: not empty, in the order of sources.
  init(of records: [Activity]) {
    let first = records[0]
    self = records.dropFirst().reduce(first) { $0.filled(from: $1) }
    from = first.from
    isExcluded = records.contains(where: \.isExcluded)
    ftpWatts = records.lazy.compactMap(\.ftpWatts).first
    analysis = .joined(records.map(\.analysis))
    if load == nil, let other = records.first(where: { $0.load != nil }) {
      (load, loadFrom) = (other.load, other.loadFrom)
    }
    if !hasMeasuredPower, let meter = records.first(where: \.hasMeasuredPower) {
      averagePowerWatts = meter.averagePowerWatts
      weightedPowerWatts = meter.weightedPowerWatts
      maxPowerWatts = meter.maxPowerWatts
      measuredPower = true
      energyKilojoules = meter.energyKilojoules ?? energyKilojoules
    }
    // It was computed when the ride had other records, with a power meter or without.
    if first.sameAs != records.dropFirst().map(\.id), let origin = loadFrom, origin != .service,
      (origin == .power) != hasMeasuredPower
    {
      (load, loadFrom) = (nil, nil)
    }
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

  /// Counts rides: one is new when nothing of it was stored before, and deleted when nothing of it
  /// is left. One that another service also has from now on has changed.
  ///
  /// - Parameters:
  ///   - changes: what became of records.
  ///   - formerTwins: the other records of the rides that deleted records belonged to.
  ///   - rides: those that several sources have now.
  init(
    of changes: [ActivityID: RecordChange], formerTwins: [ActivityID: [ActivityID]],
    in rides: [[Activity]]
  ) {
    self.init()
    let rideOf = Dictionary(
      rides.enumerated().flatMap { index, ride in ride.map { ($0.id, index) } },
      uniquingKeysWith: { first, _ in first })
    var touched: [Int: [RecordChange]] = [:]
    var gone: Set<ActivityID> = []
    for (id, change) in changes {
      if let ride = rideOf[id] {
        touched[ride, default: []].append(change)
      } else if change == .deleted, let others = formerTwins[id], !others.isEmpty {
        let left = others.filter { changes[$0] != .deleted }
        if left.isEmpty {
          // The first record of the ride stands for all.
          let first = ([id] + others).min { $0.source < $1.source } ?? id
          if gone.insert(first).inserted { deleted += 1 }
        } else if let ride = left.lazy.compactMap({ rideOf[$0] }).first {
          touched[ride, default: []].append(.changed)
        } else {
          changed += 1
        }
      } else {
        add(change)
      }
    }
    for (ride, changes) in touched {
      let isNew = changes.count == rides[ride].count && changes.allSatisfy { $0 == .new }
      let isSame = changes.allSatisfy { $0 == .unchanged }
      add(isNew ? .new : isSame ? .unchanged : .changed)
    }
  }
}
