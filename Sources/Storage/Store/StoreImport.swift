// Imports: what files hold joins what is stored, and takes nothing away.

import Format
package import Model

extension Store {
  package func receive(
    _ records: ImportedRecords, from source: Source
  ) throws(SyncFailure) -> Counts {
    try check()
    let records = records.bounded
    restart(source)
    days[source] = nil
    dayCounts[source] = nil
    let place = try place()
    // Read in full: a ledger knows figures alone, and the gaps of the others are filled as well.
    var table = try YearTable<Activity>(place.activities(source), of: source, on: disk)
    var nights = try YearTable<WellnessDay>(place.wellness(source), of: source, on: disk)
    // What a clock that was wrong has dated later says nothing.
    let tomorrow = time.localDay().advanced(by: 1)
    func newest(_ dates: [Day]) -> Day { dates.filter { $0 <= tomorrow }.max() ?? .distantPast }
    let isOlder =
      newest(records.days.map(\.date) + records.activities.map(\.day))
      < newest(nights.records.map(\.date) + table.records.map(\.day))

    // What stays as it was sent is not copied: there may be thousands.
    var sent = records.days
    var arrived = records.activities
    if isOlder {
      for (index, day) in records.days.enumerated() {
        guard let at = nights.find(day), let stored = nights[at] else {
          continue
        }
        sent[index] = stored.filled(from: day)
      }
    }
    var dayCounts = Counts()
    for year in sent.slices(by: \.date.year) { dayCounts = dayCounts + nights.merge(Array(year)) }

    var twins = Twins(of: records.activities)
    for (index, activity) in records.activities.enumerated() {
      var record: Activity
      if let at = table.find(activity), let stored = table[at] {
        if stored.agrees(with: activity) { continue }
        record = isOlder ? stored.filled(from: activity) : activity.filled(from: stored)
      } else if let twin = twins.take(for: activity, in: table) {
        record = twin.filled(from: activity)
      } else {
        continue
      }
      // What was derived stays only where it is still right: the intake knows.
      (record.load, record.loadFrom, record.sameAs) = (nil, nil, [])
      arrived[index] = record
    }
    var merge = ListingMerge()
    merge.receive(arrived, table: &table)
    merge.apply(to: &table)

    (activities[source], wellness[source]) = (table, nights)
    (days[source], self.dayCounts[source]) = (sent, dayCounts)
    finished[source] = merge
    unsaved.insert(source)
    // The same rides may stand in the records of any source.
    try loadAll()
    return merge.counts + dayCounts
  }
}

extension ImportedRecords {
  /// The records without the numbers that no record of the store may hold.
  fileprivate var bounded: ImportedRecords {
    if days.allSatisfy(\.isBounded), activities.allSatisfy(\.isBounded) { return self }
    return ImportedRecords(
      days: days.map(\.bounded), activities: activities.map(\.bounded), skipped: skipped,
      corrected: corrected)
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
  mutating func take(for activity: Activity, in table: YearTable<Activity>) -> Activity? {
    let twin = table.records(startingNear: activity.start, within: SameRide.longestGap).first {
      !taken.contains($0.key) && SameRide.matches($0, activity)
    }
    if let twin { taken.insert(twin.key) }
    return twin
  }
}

extension Array {
  /// What has the same `key`, as long as it stands side by side.
  fileprivate func slices(by key: (Element) -> Int) -> [ArraySlice<Element>] {
    var slices: [ArraySlice<Element>] = []
    var start = 0
    for index in indices.dropFirst() where key(self[index]) != key(self[index - 1]) {
      slices.append(self[start..<index])
      start = index
    }
    return isEmpty ? [] : slices + [self[start...]]
  }
}

extension YearTable where Record == Activity {
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
