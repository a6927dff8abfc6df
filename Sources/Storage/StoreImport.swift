// Imports: what files hold joins what is stored, and takes nothing away.

package import SyncModel

extension Store {
  package func receive(
    _ records: ImportedRecords, from source: Source
  ) throws(SyncFailure) -> Counts {
    try check()
    restart(source)
    days[source] = nil
    dayCounts[source] = nil
    let place = try place()
    // Read in full: a ledger knows figures alone, and the gaps of the others are filled as well.
    var shelf = try Shelf<Activity>(place.activities(source), of: source, on: disk)
    var nights = try Shelf<WellnessDay>(place.wellness(source), of: source, on: disk)
    // What a clock that was wrong has dated later says nothing.
    let tomorrow = time.localDay().advanced(by: 1)
    func newest(_ dates: [Day]) -> Day { dates.filter { $0 <= tomorrow }.max() ?? .distantPast }
    let isOlder =
      newest(records.days.map(\.date) + records.activities.map(\.day))
      < newest(nights.records.map(\.date) + shelf.records.map(\.day))

    let sent = records.days.filter { $0.source == source }.map { day in
      guard isOlder, let at = nights.find(day.date, near: day.date), let stored = nights[at]
      else { return day }
      return stored.filled(from: day)
    }
    let dayCounts = nights.merge(sent)

    var intake = Intake()
    var twins = Twins(of: records.activities)
    for activity in records.activities where activity.id.source == source {
      var record = activity
      if let at = shelf.find(activity.key, near: activity.day), let stored = shelf[at] {
        record = isOlder ? stored.filled(from: activity) : activity.filled(from: stored)
      } else if let twin = twins.take(for: activity, in: shelf) {
        record = twin.filled(from: activity)
      }
      // What was derived stays only where it is still right: the intake knows.
      (record.load, record.loadFrom, record.sameAs) = (nil, nil, [])
      _ = intake.receive(record, shelf: &shelf)
    }
    intake.apply(to: &shelf)

    (activities[source], wellness[source]) = (shelf, nights)
    (days[source], self.dayCounts[source]) = (sent, dayCounts)
    finished[source] = intake
    unsaved.insert(source)
    // The same rides may stand in the records of any source.
    try loadAll()
    return intake.counts + dayCounts
  }
}

/// Stored workouts that an export tells of under another name: a watch that was renamed, or another
/// of two that recorded the ride.
private struct Twins {
  /// The ids at the source that are spoken for.
  private var taken: Set<String>

  init(of activities: [Activity]) { taken = Set(activities.map(\.id.sourceID)) }

  /// The stored record that is the same workout; nil when there is none that the export does not name
  /// itself.
  mutating func take(for activity: Activity, in shelf: Shelf<Activity>) -> Activity? {
    let twin = shelf.records(startingNear: activity.start, within: SameRide.longestGap).first {
      !taken.contains($0.key) && SameRide.isLike($0, activity)
    }
    if let twin { taken.insert(twin.key) }
    return twin
  }
}

extension Shelf where Record == Activity {
  /// The records that start at most so many seconds before or after a moment.
  fileprivate func records(startingNear moment: Timestamp, within seconds: Int64) -> [Activity] {
    let first = Timestamp(seconds: moment.seconds - seconds)
    let last = Timestamp(seconds: moment.seconds + seconds)
    // The year of a file is the local one.
    let nearby = Day(of: first).advanced(by: -1).year...Day(of: last).advanced(by: 1).year
    return nearby.flatMap { year -> [Activity] in
      guard let rows = years[year]?.rows else { return [] }
      var (low, high) = (0, rows.count)
      while low < high {
        let middle = (low + high) / 2
        if rows[middle].record.start < first { low = middle + 1 } else { high = middle }
      }
      return rows[low...].prefix { $0.record.start <= last }.map(\.record)
    }
  }
}

extension Day {
  /// Before all that anybody can have recorded.
  fileprivate static var distantPast: Day { Day(number: .min / 2) }
}
