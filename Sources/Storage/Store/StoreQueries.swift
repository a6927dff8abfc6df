// What `chart`, `status`, `rides` and `ride` ask of a store, without a lock and beside a run that
// may be writing; and the rides as a sync rates them.

import Codec
import Format
package import Model

extension Store {
  /// Whether the store at `root` is one of the sample athlete; false where there is none.
  ///
  /// - Throws: `storage`.
  package static func isSample(
    _ root: String, on files: any FileSystem
  ) throws(SyncFailure) -> Bool {
    let paths = StorePaths(root: root, stateFolder: "", key: "")
    let disk = StoreDisk(files: files)
    try disk.refuseFile(root)
    return try disk.exists(paths.sampleMark)
  }

  /// The rows of scores from a day on, in order of date.
  package func savedRows(since first: Day) throws(SyncFailure) -> [ScoreDay] {
    try check()
    let rows: [ScoreDay] = try records(in: try paths().scores, of: nil, since: first)
    return rows.filter { $0.date >= first }
  }

  /// The stored activities from a day on, in no order and without `raw`. A ride that several
  /// sources have is one: the first source's record, with what only another one says.
  ///
  /// - Parameters:
  ///   - first: nil for all.
  ///   - last: later ones need not be read; nil for all.
  package func rides(since first: Day?, until last: Day? = nil) throws(SyncFailure) -> [Activity] {
    try check()
    var rides: [Activity] = []
    var shared: [ActivityID: [Activity]] = [:]
    for source in Source.allCases {
      let activities: [Activity] = try records(
        in: try paths().activities(source), of: source, since: first, until: last)
      for activity in activities {
        if activity.sameAs.isEmpty {
          rides.append(activity)
        } else {
          shared[activity.mainID, default: []].append(activity)
          if let from = activity.from { sharedOrigins[activity.id] = from }
        }
      }
    }
    rides += shared.values.map { Activity(of: $0) }
    return first.map { first in rides.filter { $0.day >= first } } ?? rides
  }

  /// The records of a ride that were read from ride files, and where they were found. The lists of
  /// an account's export record nothing. Known of rides that ``rides(since:)`` has returned.
  package func origins(of ride: Activity) -> [(id: ActivityID, from: FileOrigin)] {
    ride.records.filter { $0.source != .appleHealth }.compactMap { id in
      let from = sharedOrigins[id] ?? (id == ride.id ? ride.from : nil)
      let name = from?.member ?? from?.file ?? ""
      return [".json", ".csv"].contains { name.hasSuffix($0) } ? nil : from.map { (id, $0) }
    }
  }

  /// A weight counts for so many days.
  private static let weightLasts = 365

  /// The rider's last known weight in kilograms, from the year up to a day; nil when there is none.
  package func savedWeight(on day: Day) throws(SyncFailure) -> Double? {
    try check()
    let first = day.advanced(by: -Self.weightLasts)
    var last: WellnessDay?
    for source in Source.allCases {
      let days: [WellnessDay] = try records(
        in: try paths().wellness(source), of: source, since: first)
      for found in days where found.weightKilograms != nil && (first...day).contains(found.date) {
        if last.map({ found.date > $0.date }) ?? true { last = found }
      }
    }
    return last?.weightKilograms
  }

  /// The records in a folder's year files.
  ///
  /// - Parameters:
  ///   - first: files that end before it are not read.
  ///   - last: files that begin after it are not read.
  private func records<Record: StoredRecord>(
    in folder: String, of source: Source?, since first: Day?, until last: Day? = nil
  ) throws(SyncFailure) -> [Record] {
    // A local year begins up to a day before or after that of UTC.
    let firstYear = first.map { $0.advanced(by: -1).year } ?? 0
    let lastYear = last.map { $0.advanced(by: 1).year } ?? .max
    let years = try disk.years(in: folder).filter { $0 >= firstYear && $0 <= lastYear }
    return try YearTable<Record>(folder, of: source, on: disk, years: years).records
  }

  /// The routine of `routine.json`; nil when there is none.
  package func savedRoutine() throws(SyncFailure) -> Routine? {
    try sheet(paths().routine) { Routine($0) }
  }

  /// The sheet of `prep.json`; nil when there is none.
  package func savedPrep() throws(SyncFailure) -> PrepSheet? {
    try sheet(paths().prep) { PrepSheet($0) }
  }

  /// The latest ride that counts; nil when there is none.
  package func latestRide() throws(SyncFailure) -> Activity? {
    try check()
    let paths = try paths()
    var years: Set<Int> = []
    for source in Source.allCases { years.formUnion(try disk.years(in: paths.activities(source))) }
    // Mostly the first of them has one.
    for year in years.sorted().reversed() {
      let newYear = Day(year: year, month: 1, day: 1)
      let rides = try rides(since: newYear, until: Day(year: year, month: 12, day: 31))
      let latest = rides.filter { $0.isRide && !$0.isExcluded }.max { $0.start < $1.start }
      if let latest { return latest }
    }
    return nil
  }

  private func sheet<Sheet>(
    _ path: String, _ read: (JSONValue) -> Sheet?
  ) throws(SyncFailure) -> Sheet? {
    try check()
    guard let bytes = try disk.read(path) else { return nil }
    guard let json = try? JSONValue(parsing: bytes), let sheet = read(json) else {
      throw .badInput(file: DisplayText(path), line: nil)
    }
    return sheet
  }

  package func rides() throws(SyncFailure) -> [Activity] {
    try loadAll()
    return allRecords().onePerRide()
  }

  package func take(_ figures: [ActivityID: RideFigures]) {
    updateActivities { record in
      guard let figures = figures[record.id] else { return false }
      let stored = (record.load, record.loadFrom, record.analysis)
      if figures.load != nil || figures.hasNoLoad {
        (record.load, record.loadFrom) = (figures.load, figures.loadFrom)
      }
      if figures.analysis != nil { record.analysis = figures.analysis }
      return (record.load, record.loadFrom, record.analysis) != stored
    }
  }

  package func days() throws(SyncFailure) -> [WellnessDay] {
    try loadAll()
    return states.values.flatMap(\.wellness.records)
      .sorted { ($0.date, $0.source) < ($1.date, $1.source) }
  }

  /// The records of all sources in order of start, then source, then id, as rides are passed.
  private func allRecords() -> [Activity] {
    Source.allCases.flatMap { states[$0]?.activities.records ?? [] }
      .sorted {
        ($0.start, $0.id.source, $0.id.sourceID) < ($1.start, $1.id.source, $1.id.sourceID)
      }
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
