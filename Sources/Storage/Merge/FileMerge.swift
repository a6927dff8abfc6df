// What files hold joins what is stored, and takes nothing away.

import Format
import Model

/// How much was recorded of each ride of a source, by the id at the source.
typealias QualityTable = [String: RecordingQuality]

/// The files of one source in an import.
struct FileMerge {
  let source: Source
  /// Whether what was computed from second-by-second data is replaced.
  let recomputes: Bool
  /// How much was recorded of the stored rides. Without it, of two files of one ride that record
  /// equally much the one that was stored first counts.
  private(set) var qualities: QualityTable
  /// Whether the files end before the stored records do.
  private var isOlder = false
  /// The ids at the source that the files name, or that are found already.
  private var taken: Set<String> = []

  init(of source: Source, recomputes: Bool, qualities: QualityTable) {
    (self.source, self.recomputes, self.qualities) = (source, recomputes, qualities)
  }

  /// Stores what the files tell of rides and days.
  ///
  /// - Parameter last: later dates come from a wrong clock, and do not make an export newer.
  /// - Returns: what became of each ride by its id at the source, and how many days are new and
  ///   changed.
  mutating func apply(
    _ records: ImportedRecords, to activities: inout YearTable<Activity>,
    _ wellness: inout YearTable<WellnessDay>, until last: Day
  ) -> (rides: MergeChanges, days: Counts) {
    let dates = records.days.map(\.date) + records.rides.map(\.activity.day)
    let known = (activities.records.map(\.day) + wellness.records.map(\.day)).filter { $0 <= last }
    if let stored = known.max() {
      isOlder = dates.filter { $0 <= last }.max().map { $0 < stored } ?? true
    }
    let days = records.days.map { day in
      // An export of Apple Health has all of a day; a wellness file has one measurement of it.
      guard isOlder || source != .appleHealth, let stored = wellness.find(day) else { return day }
      return isOlder ? stored.filled(from: day) : day.filled(from: stored)
    }
    taken = Set(records.rides.map(\.activity.key))
    var changes = MergeChanges()
    var puts: [Activity] = []
    for ride in records.rides {
      var sent = ride.activity
      // A load is computed again with the FTP that the file names, unless the rider has one.
      let isRenewed = recomputes && source.isFiles && sent.ftpWatts != nil
      // The ride together with what is stored of it; nil when it can be stored as it is, or is
      // stored already.
      let merged =
        if !source.isFiles {
          archived(sent, in: activities)
        } else if source == .appleHealth {
          exported(sent, in: activities)
        } else {
          recorded(ride, in: activities)
        }
      if let merged {
        sent = merged
        // Derived values are kept only where they are still right.
        (sent.load, sent.loadFrom) =
          isRenewed ? (ride.activity.load, ride.activity.loadFrom) : (nil, nil)
      }
      guard let stored = activities.find(sent) else {
        changes.records[sent.key] = .new
        puts.append(sent)
        continue
      }
      let isSame = stored.agrees(with: sent)
      changes.records[sent.key] = isSame ? .unchanged : .changed
      if let record = sent.replacing(stored, isSame: isSame, isRenewed: isRenewed) {
        puts.append(record)
      }
    }
    activities.apply(puts: puts)
    return (changes, wellness.merge(days))
  }

  /// A service's ride in the archive of the account: only fills what the service has left out.
  private func archived(_ activity: Activity, in table: YearTable<Activity>) -> Activity? {
    var record = activity
    record.archive = .everything
    guard var stored = table.find(activity) else { return record }
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
  private mutating func exported(_ activity: Activity, in table: YearTable<Activity>) -> Activity? {
    if let stored = table.find(activity) {
      if stored.agrees(with: activity) { return nil }
      return isOlder ? stored.filled(from: activity) : activity.filled(from: stored)
    }
    let near = table.records(near: activity, within: SameRide.longestGap)
    let twin = near.first { !taken.contains($0.key) && SameRide.matches($0, activity) }
    guard let twin else { return nil }
    taken.insert(twin.key)
    return twin.filled(from: activity)
  }

  /// The ride of a file: the file that recorded more counts, and fills its gaps from the other. The
  /// id and the place stay those that were stored first.
  private mutating func recorded(_ ride: ImportedRide, in table: YearTable<Activity>) -> Activity? {
    let (activity, new) = (ride.activity, ride.quality)
    guard let known = stored(of: activity, isCut: new?.isCut ?? false, in: table) else {
      if let new { qualities[activity.key] = new }
      return nil
    }
    taken.insert(known.key)
    let old = qualities[known.key]
    let more = activity.durationOrElapsed - known.durationOrElapsed
    var isBetter = more > 0
    if SameRide.haveCloseDurations(known, activity), old != new {
      isBetter = if let old, let new { new > old } else { false }
    }
    if isBetter || old == nil { qualities[known.key] = new }
    var record = isBetter ? activity.filled(from: known) : known.filled(from: activity)
    // Read again with an FTP, a recording has zones that it had not before.
    let isWanted = recomputes || known.analysis?.powerZoneSeconds == nil
    let isOutdated = isBetter || isWanted && old == new && more == 0
    let analyses = [known.analysis, activity.analysis]
    record.analysis = .joined(isOutdated ? analyses.reversed() : analyses)
    record.id = known.id
    record.from = known.from
    record.ftpWatts = record.ftpWatts ?? activity.ftpWatts
    return record
  }

  private func stored(
    of activity: Activity, isCut: Bool, in table: YearTable<Activity>
  ) -> Activity? {
    if let stored = table.find(activity) { return stored }
    return table.records(near: activity, within: SameRide.longestFileGap).first {
      !taken.contains($0.key)
        && SameRide.isOneRecording($0, activity, isCut: isCut || qualities[$0.key]?.isCut ?? false)
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
    // No id precedes an empty one.
    let start = Activity(id: ActivityID(source: activity.id.source, sourceID: ""), start: first)
    return records(from: start) { $0.start <= last }
  }
}

extension WellnessDay {
  /// The day without what is measured at any time: what is known of its night.
  fileprivate var night: WellnessDay {
    var night = self
    night.weightKilograms = nil
    return night
  }
}

extension YearTable where Record == WellnessDay {
  /// Takes days, and counts those that are new and those that say something else than before.
  ///
  /// - Parameter renewing: whether days that say the same are stored as they were sent now.
  mutating func merge(_ days: [WellnessDay], renewing: Bool = false) -> Counts {
    var counts = Counts()
    var latest: [Day: WellnessDay] = [:]
    for day in days { latest[day.date] = day }
    var puts: [WellnessDay] = []
    var removals: [WellnessDay] = []
    for sent in latest.values {
      guard let stored = find(sent) else {
        if sent.isEmpty { continue }
        puts.append(sent)
        counts.daysNew += 1
        if sent.night.isEmpty { counts.daysWithoutNight += 1 }
        continue
      }
      let day = sent.source == .appleHealth ? sent.filled(from: stored) : sent
      if stored.agrees(with: day) {
        if renewing, day.raw != nil { puts.append(day) }
        continue
      }
      if day.isEmpty { removals.append(stored) } else { puts.append(day) }
      counts.daysChanged += 1
      if stored.night.agrees(with: day.night) { counts.daysWithoutNight += 1 }
    }
    if !puts.isEmpty || !removals.isEmpty { apply(puts: puts, removals: removals) }
    return counts
  }
}
