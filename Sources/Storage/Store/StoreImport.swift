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
    (readFiles, importedFiles) = (files.index, files.imported)
    return counts
  }

  /// Takes the records of one source; returns how many are new, changed and unchanged.
  ///
  /// - Parameter recomputes: whether what was computed from second-by-second data is replaced.
  /// - Throws: `storage`, `badInput`, and what keeps a store from being used.
  package func receive(
    _ records: ImportedRecords, from source: Source, recomputes: Bool = false
  ) throws(SyncFailure) -> Counts {
    try check()
    let paths = try paths()
    var table = try YearTable<Activity>(paths.activities(source), of: source, on: disk)
    var nights = try YearTable<WellnessDay>(paths.wellness(source), of: source, on: disk)
    // Dates in the future come from a wrong clock and are ignored.
    let tomorrow = time.localDay().advanced(by: 1)
    // Without any, earlier than any record.
    let none = Day(number: .min / 2)
    var newest = records.days.map(\.date).filter { $0 <= tomorrow }.max() ?? none
    var rides = StoredRides(
      of: source, recomputes: recomputes, known: try richness(of: source))
    for ride in records.rides {
      if ride.activity.day <= tomorrow { newest = max(newest, ride.activity.day) }
      rides.expect(ride.activity)
    }
    let isOlder =
      newest < max(nights.newest(until: tomorrow) ?? none, table.newest(until: tomorrow) ?? none)

    // Unchanged records are not copied: there may be thousands.
    var sent = records.days
    // An export of Apple Health has all of a day; a wellness file has one measurement of it.
    if isOlder || source != .appleHealth {
      for (index, day) in records.days.enumerated() {
        guard let stored = nights.find(day)?.row.record else { continue }
        sent[index] = isOlder ? stored.filled(from: day) : day.filled(from: stored)
      }
    }
    var dayCounts = Counts()
    for year in Dictionary(grouping: sent, by: \.date.year).values {
      dayCounts = dayCounts + (try nights.merge(year))
    }

    rides.isOlder = isOlder
    var merge = ListingMerge()
    let received = records.rides.map { ride in
      guard var record = rides.merged(ride, in: table) else { return ride.activity }
      // Derived values are kept only where they are still right, which `ListingMerge` decides.
      (record.load, record.loadFrom, record.sameAs, record.ride) = (nil, nil, [], nil)
      return record
    }
    try merge.receive(files: received, in: &table)
    rides.richness.takeNotes()
    self[source].richness = rides.richness

    (self[source].activities, self[source].wellness) = (table, nights)
    self[source].dayCounts = dayCounts
    self[source].listing = .complete(merge)
    // Records of any other source may be of the same rides.
    try loadAll()
    return merge.counts + dayCounts
  }
}

/// The stored rides that the files of an import tell about as well.
private struct StoredRides {
  private let source: Source
  /// Whether what was computed from a file is computed again.
  private let recomputes: Bool
  /// Whether the files end before the stored records do.
  var isOlder = false
  /// How much was recorded of the stored rides, by the id at the source.
  var richness: Richness
  /// The ids at the source that the files name, or that are found already.
  private var taken: Set<String> = []

  init(of source: Source, recomputes: Bool, known: Richness) {
    self.source = source
    self.recomputes = recomputes
    richness = known
  }

  /// Notes the id of a ride of the import, which is no other ride's.
  mutating func expect(_ activity: Activity) { taken.insert(activity.key) }

  /// A ride of the import as it is to be stored, together with what is stored of it; nil when it
  /// can be stored as it is, or is stored already.
  mutating func merged(
    _ ride: ImportedRide, in table: YearTable<Activity>
  ) -> Activity? {
    if !source.isFiles { return archived(ride.activity, in: table) }
    return source == .appleHealth
      ? exported(ride.activity, in: table) : recorded(ride, in: table)
  }

  /// A service's ride in the archive of the account: only fills what the service has left out.
  private func archived(
    _ activity: Activity, in table: YearTable<Activity>
  ) -> Activity? {
    var record = activity
    record.archive = .everything
    guard var stored = table.find(activity)?.row.record else { return record }
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
    _ activity: Activity, in table: YearTable<Activity>
  ) -> Activity? {
    if let stored = table.find(activity)?.row.record {
      if stored.agrees(with: activity) { return nil }
      return isOlder ? stored.filled(from: activity) : activity.filled(from: stored)
    }
    let near = table.records(near: activity, within: SameRide.longestGap)
    let twin = near.first {
      !taken.contains($0.key) && SameRide.matches($0, activity)
    }
    guard let twin else { return nil }
    taken.insert(twin.key)
    return twin.filled(from: activity)
  }

  /// The ride of a file: the file that recorded more counts, and fills its gaps from the other. The
  /// id and the place stay those that were stored first.
  private mutating func recorded(
    _ ride: ImportedRide, in table: YearTable<Activity>
  ) -> Activity? {
    let (activity, new) = (ride.activity, ride.quality)
    guard let known = stored(of: activity, isCut: new?.isCut ?? false, in: table) else {
      if let new { richness.note(new, of: activity.key) }
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
    if isBetter || old == nil { richness.note(new, of: known.key) }
    var record = isBetter ? activity.filled(from: known) : known.filled(from: activity)
    let isOutdated = isBetter || recomputes && old == new
    record.analysis =
      (isOutdated ? nil : known.analysis) ?? activity.analysis ?? known.analysis
    record.id = known.id
    record.from = known.from
    return record
  }

  private func stored(
    of activity: Activity, isCut: Bool, in table: YearTable<Activity>
  ) -> Activity? {
    if let stored = table.find(activity)?.row.record { return stored }
    return table.records(near: activity, within: SameRide.longestFileGap).first {
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
  /// The records that start at most so many seconds before or after another one.
  fileprivate func records(near activity: Activity, within seconds: Int64) -> [Activity] {
    let first = Timestamp(seconds: activity.start.seconds - seconds)
    let last = Timestamp(seconds: activity.start.seconds + seconds)
    // The year of a file is the local one.
    let nearby = Day(of: first).advanced(by: -1).year...Day(of: last).advanced(by: 1).year
    // No id precedes an empty one.
    let start = Activity(id: ActivityID(source: activity.id.source, sourceID: ""), start: first)
    return records(in: nearby, from: start) { $0.start <= last }
  }
}

extension YearTable {
  /// The newest day of a record up to a day.
  fileprivate func newest(until last: Day) -> Day? {
    var newest: Day?
    // All records of the latest file may be of days to come.
    forEachRow(of: allYears.filter { $0 <= last.year }.suffix(2)) { row in
      if row.record.day <= last { newest = max(newest ?? row.record.day, row.record.day) }
    }
    return newest
  }
}
