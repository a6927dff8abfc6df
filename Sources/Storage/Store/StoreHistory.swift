// All rides and days, with one ride from several services taken once, and their counts.

import Format
package import Model

extension Store {
  package func rides() throws(SyncFailure) -> [Activity] {
    try loadAll()
    return allRecords().onePerRide()
  }

  package func take(_ figures: [ActivityID: RideFigures]) {
    updateActivities { record in
      guard let figures = figures[record.id] else { return false }
      let stored = (record.load, record.loadFrom, record.analysis)
      if figures.load != nil { (record.load, record.loadFrom) = (figures.load, figures.loadFrom) }
      if figures.analysis != nil { record.analysis = figures.analysis }
      return (record.load, record.loadFrom, record.analysis) != stored
    }
  }

  package func days() throws(SyncFailure) -> [WellnessDay] {
    try loadAll()
    return states.values.flatMap(\.wellness.records)
      .sorted { ($0.date, $0.source) < ($1.date, $1.source) }
  }

  /// The records of all sources, in passing order.
  private func allRecords() -> [Activity] {
    Source.allCases.flatMap { states[$0]?.activities.records ?? [] }.inPassingOrder()
  }

  /// The rides that more than one service has.
  func sharedRides() -> [[Activity]] {
    let isShared = states.values.count { $0.activities.count > 0 } > 1
    return isShared ? SameRide.groups(of: allRecords()) : []
  }

  /// - Throws: `storage`, `badInput`: all records are read to tell which are one ride.
  package func counts() throws(SyncFailure) -> Counts {
    if states.values.contains(where: { !$0.changes.records.isEmpty }) { try loadAll() }
    return counts(writtenOnly: false)
  }

  /// The counts by the records at hand.
  ///
  /// - Parameter writtenOnly: whether only what is in a file counts: a save has failed halfway.
  func counts(writtenOnly: Bool) -> Counts {
    var days = Counts()
    var changes: [ActivityID: RecordChange] = [:]
    var formerTwins: [ActivityID: [ActivityID]] = [:]
    for (source, state) in states {
      if !writtenOnly || !state.wellness.isTouched { days = days + state.dayCounts }
      for (id, change) in writtenOnly ? state.writtenChanges : state.changes.records {
        changes[ActivityID(source: source, sourceID: id)] = change
      }
      formerTwins.merge(state.changes.formerTwins) { $1 }
    }
    return days + Counts(of: changes, formerTwins: formerTwins, in: sharedRides())
  }

  package var hasCompletions: Bool {
    !exclusions.isEmpty || states.values.contains(where: \.isTouched)
  }

  package func newRecords(atMost limit: Int) -> Set<ActivityID> {
    let new = states.flatMap { source, state in
      state.changes.records.lazy.filter { $0.value == .new }
        .prefix(limit + 1).map { ActivityID(source: source, sourceID: $0.key) }
    }
    return new.count > limit ? [] : Set(new)
  }
}
