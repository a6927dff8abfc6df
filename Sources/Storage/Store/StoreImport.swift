// Imports: what files hold joins what is stored, and takes nothing away.

import Format
package import Model

extension Store {
  package func receive(
    _ files: ImportedFiles
  ) throws(SyncFailure) -> [Source: Counts] {
    var counts: [Source: Counts] = [:]
    for source in Source.allCases {
      guard let records = files.records[source] else { continue }
      counts[source] = try receive(records, from: source, recomputes: files.recomputes)
    }
    readFiles = files.index
    return counts
  }

  /// Takes the records of one source; returns how many are new, changed and unchanged.
  ///
  /// - Parameter recomputes: whether what was computed from second-by-second data is replaced.
  /// - Throws: `storage`, `badInput`, and what keeps a store from being used.
  package func receive(
    _ records: consuming ImportedRecords, from source: Source, recomputes: Bool = false
  ) throws(SyncFailure) -> Counts {
    try check()
    var arrivals: [ImportedRide] = []
    try records.rides.forEachRide { arrivals.append($0) }
    self[source].restart()
    self[source].days = []
    self[source].dayCounts = Counts()
    let paths = try paths()
    var table = try YearTable<Activity>(paths.activities(source), of: source, on: disk)
    var nights = try YearTable<WellnessDay>(paths.wellness(source), of: source, on: disk)
    // Dates in the future come from a wrong clock and are ignored.
    let tomorrow = time.localDay().advanced(by: 1)
    // Without any, earlier than any record.
    func newest(_ dates: [Day]) -> Day {
      dates.filter { $0 <= tomorrow }.max() ?? Day(number: .min / 2)
    }
    let isOlder =
      newest(records.days.map(\.date) + arrivals.map(\.activity.day))
      < newest(nights.records.map(\.date) + table.records.map(\.day))

    // Unchanged records are not copied: there may be thousands.
    var sent = records.days
    // An export of Apple Health has all of a day; a wellness file has one measurement of it.
    if isOlder || source != .appleHealth {
      for (index, day) in records.days.enumerated() {
        guard let at = nights.find(day), let stored = nights[at] else { continue }
        sent[index] = isOlder ? stored.filled(from: day) : day.filled(from: stored)
      }
    }
    var dayCounts = Counts()
    for year in Dictionary(grouping: sent, by: \.date.year).values {
      dayCounts = dayCounts + nights.merge(year)
    }

    var rides = try StoredRides(
      arrivals, of: source, isOlder: isOlder, recomputes: recomputes, known: richness(of: source))
    // An archive may hold many thousands of rides: each step gives up what the next one has.
    var arrived = (consume arrivals).map(\.activity)
    for index in arrived.indices {
      guard var record = rides.merged(arrived[index], in: &table) else { continue }
      // Derived values are kept only where they are still right, which `ListingMerge` decides.
      (record.load, record.loadFrom, record.sameAs, record.ride) = (nil, nil, [], nil)
      arrived[index] = record
    }
    self[source].richness = rides.richness
    var merge = ListingMerge()
    merge.receive(files: consume arrived, in: &table)

    (self[source].activities, self[source].wellness) = (.all(table), .all(nights))
    (self[source].days, self[source].dayCounts) = (sent, dayCounts)
    self[source].listing = .complete(merge)
    // Records of any other source may be of the same rides.
    try loadAll()
    return merge.counts + dayCounts
  }
}

/// The stored rides that the files of an import tell about as well.
private struct StoredRides {
  private let source: Source
  /// Whether the files end before the stored records do.
  private let isOlder: Bool
  /// Whether what was computed from a file is computed again.
  private let recomputes: Bool
  /// How much each file of this import recorded.
  private let sent: [ActivityID: RecordingQuality]
  /// How much was recorded of the stored rides, by the id at the source.
  private(set) var richness: [String: RecordingQuality]
  /// The ids at the source that the files name, or that are found already.
  private var taken: Set<String>

  init(
    _ arrivals: [ImportedRide], of source: Source, isOlder: Bool, recomputes: Bool,
    known: [String: RecordingQuality]
  ) {
    self.source = source
    self.isOlder = isOlder
    self.recomputes = recomputes
    sent = Dictionary(
      uniqueKeysWithValues: arrivals.compactMap { ride in
        ride.richness.map { (ride.activity.id, $0) }
      })
    richness = known
    taken = Set(arrivals.map(\.activity.id.sourceID))
  }

  /// A ride of the import as it is to be stored, together with what is stored of it; nil when it
  /// can be stored as it is, or is stored already.
  mutating func merged(_ activity: Activity, in table: inout YearTable<Activity>) -> Activity? {
    if !source.isFiles { return archived(activity, in: &table) }
    return source == .appleHealth
      ? exported(activity, in: &table) : recorded(activity, in: &table)
  }

  /// A service's ride in the archive of the account: only fills what the service has left out.
  private func archived(
    _ activity: Activity, in table: inout YearTable<Activity>
  ) -> Activity? {
    var record = activity
    record.archive = .everything
    guard let at = table.find(activity), var stored = table[at] else { return record }
    stored.analysis = stored.analysis ?? activity.analysis
    if stored.archive == .everything, !isOlder {
      record = activity.filled(from: stored)
    } else {
      record = stored.filled(from: activity)
      // Nothing of the archive is in it.
      if record.agrees(with: stored) { return stored }
    }
    record.analysis = stored.analysis
    record.from = stored.from ?? activity.from
    record.archive = stored.archive == .everything ? .everything : .fields
    return record
  }

  /// A workout of an export: another export may name it differently, after a watch was renamed, or
  /// take it from another of two devices that recorded it.
  private mutating func exported(
    _ activity: Activity, in table: inout YearTable<Activity>
  ) -> Activity? {
    if let at = table.find(activity), let stored = table[at] {
      if stored.agrees(with: activity) { return nil }
      return isOlder ? stored.filled(from: activity) : activity.filled(from: stored)
    }
    let twin = table.records(startingNear: activity.start, within: SameRide.longestGap).first {
      !taken.contains($0.key) && SameRide.matches($0, activity)
    }
    guard let twin else { return nil }
    taken.insert(twin.key)
    return twin.filled(from: activity)
  }

  /// The ride of a file: the file that recorded more counts, and fills its gaps from the other. The
  /// id and the place stay those that were stored first.
  private mutating func recorded(
    _ activity: Activity, in table: inout YearTable<Activity>
  ) -> Activity? {
    let new = sent[activity.id]
    let known = stored(of: activity, isCut: new?.isCut ?? false, in: &table)
    guard let known else {
      if let new { richness[activity.id.sourceID] = new }
      return nil
    }
    taken.insert(known.key)
    let old = richness[known.key]
    var isBetter = false
    if !SameRide.haveCloseDurations(known, activity) {
      isBetter = activity.durationOrElapsed > known.durationOrElapsed
    } else if let old, let new {
      isBetter = new > old
    }
    if isBetter || old == nil { richness[known.key] = new }
    var record = isBetter ? activity.filled(from: known) : known.filled(from: activity)
    let isOutdated = isBetter || recomputes && old == new
    record.analysis =
      (isOutdated ? nil : known.analysis) ?? activity.analysis ?? known.analysis
    record.id = known.id
    record.from = known.from
    return record
  }

  private func stored(
    of activity: Activity, isCut: Bool, in table: inout YearTable<Activity>
  ) -> Activity? {
    if let at = table.find(activity) { return table[at] }
    return table.records(startingNear: activity.start, within: SameRide.longestFileGap).first {
      !taken.contains($0.key)
        && SameRide.isOneRecording(
          $0, activity, isCut: isCut || richness[$0.key]?.isCut ?? false)
    }
  }
}

extension Activity {
  fileprivate var durationOrElapsed: Int { durationSeconds ?? elapsedSeconds ?? 0 }
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
