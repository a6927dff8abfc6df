// The store as the pipeline sees it.

/// How far back and how thoroughly a source is listed.
package struct Listing: Hashable, Sendable {
  /// List everything again.
  package let full: Bool
  /// The beginning asked for, in local days; nil leaves it as it is remembered.
  package let since: Day?

  package init(full: Bool, since: Day?) {
    self.full = full
    self.since = since
  }
}

/// Where a listing begins: at its beginning, or where an earlier one was cut short.
package struct ListingStart: Hashable, Sendable {
  /// All that the listing asks for.
  package let whole: ListRange
  /// What is left to ask for; it may repeat a record or two.
  package let rest: ListRange
  /// How many records were received before.
  package let received: Int

  package init(whole: ListRange, rest: ListRange, received: Int) {
    self.whole = whole
    self.rest = rest
    self.received = received
  }

  /// A listing of which nothing has arrived.
  package init(_ range: ListRange) {
    self.init(whole: range, rest: range, received: 0)
  }
}

/// Everything that scores are computed from: what is stored, with this run's records merged in.
package struct History: Sendable {
  /// In order of start. One ride from several services is one entry here, the first source's.
  package var activities: [Activity]
  /// Activities that are not among those.
  package let past: PastRides
  /// In order of date, then source.
  package let days: [WellnessDay]
  /// The day of the first record; nil when there is none.
  package private(set) var firstDay: Day?

  /// A history that begins with the first of these.
  package init(
    inOrder activities: [Activity], past: PastRides = PastRides(), days: [WellnessDay]
  ) {
    self.init(activities: activities, past: past, days: days, firstDay: nil)
    firstDay = [firstActivity, days.first?.date].compactMap { $0 }.min()
  }

  package init(
    activities: [Activity], past: PastRides = PastRides(), days: [WellnessDay], firstDay: Day?
  ) {
    self.activities = activities
    self.past = past
    self.days = days
    self.firstDay = firstDay
  }

  /// The local day of the first activity; nil when there is none.
  package var firstActivity: Day? {
    // The first start is on the first day or, with the time zones of a journey, on the next.
    let begin = activities.first?.start.seconds ?? 0
    let first = activities.prefix { $0.start.seconds - begin < 172_800 }.map(\.day).min()
    return [first, past.firstDay].compactMap { $0 }.min()
  }
}

/// Old activities whose loads have been computed. A run needs no more of them than the days and the
/// loads, and there may be 100,000.
package struct PastRides: Sendable {
  /// One such activity.
  package struct Ride: Sendable {
    package let day: Day
    /// 100 = one hour at threshold.
    package let load: Double
    /// Never `service`: such a load stands in until it can be computed.
    package let origin: LoadOrigin
    /// Whether it has an average or weighted power that was measured.
    package let hasMeasuredPower: Bool

    package init(day: Day, load: Double, origin: LoadOrigin, hasMeasuredPower: Bool) {
      self.day = day
      self.load = load
      self.origin = origin
      self.hasMeasuredPower = hasMeasuredPower
    }
  }

  /// By day, in order of start.
  package private(set) var loads: [(day: Day, load: Double)] = []
  package private(set) var firstDay: Day?
  package private(set) var origins: Set<LoadOrigin> = []
  package private(set) var hasMeasuredPower = false

  package init() {}

  package mutating func append(_ ride: Ride) {
    loads.append((ride.day, ride.load))
    firstDay = min(firstDay ?? ride.day, ride.day)
    if !origins.contains(ride.origin) { origins.insert(ride.origin) }
    hasMeasuredPower = hasMeasuredPower || ride.hasMeasuredPower
  }
}

/// What a run derived and the store keeps beside the records.
package struct Derived: Sendable {
  /// Loads by activity, for those computed by this run.
  package let loads: [ActivityID: (load: Double, from: LoadOrigin)]
  /// One row a day, from the first record to today.
  package let scores: [ScoreDay]
  package let routine: Routine
  package let prep: PrepSheet
  /// The thresholds in force; nil leaves those that are stored.
  package let thresholds: Thresholds?

  package init(
    loads: [ActivityID: (load: Double, from: LoadOrigin)], scores: [ScoreDay], routine: Routine,
    prep: PrepSheet, thresholds: Thresholds? = nil
  ) {
    self.loads = loads
    self.scores = scores
    self.routine = routine
    self.prep = prep
    self.thresholds = thresholds
  }
}

/// What runs that were cut short have left to do. A save removes it from the store.
package struct Unfinished: Hashable, Sendable {
  /// Whether a save was cut short, or a derived file is gone: scores, routine and today's sheet may
  /// not be those of the stored records.
  package var needsDeriving = false
  /// Activities whose streams are stored and whose load may have been computed without them.
  package var streamed: Set<ActivityID> = []

  package init() {}
}

/// The plain-file store during one run. Nothing reaches the data folder before `save`; what a
/// source has sent survives a kill as a checkpoint in the state folder.
package protocol SyncStore: Sendable {
  /// Takes the store's lock without waiting; returns who has it when it is not free.
  ///
  /// - Throws: `storage`, `config` for a newer format, `usage` when sample and real data would mix.
  func lock() async throws(SyncFailure) -> LockHolder?

  /// Gives the lock back. What this run has received stays, and may be saved under a lock that is
  /// taken later.
  func unlock() async

  /// The sources whose stored records are not those that this run has read, as the last `lock`
  /// found them: another run, or a person, changed them while the lock was free. What they sent to
  /// this run and was not saved is forgotten, for it is no longer the last word.
  var changedMeanwhile: Set<Source> { get async }

  /// The last row of scores that was saved; nil before the first.
  func savedScores() async throws(SyncFailure) -> ScoreDay?

  /// Reads what is stored of a source, which `begin` needs: for the while that the source is asked who
  /// it is. What is wrong with it shows in `begin`.
  ///
  /// - Parameter boundary: what `history` will be asked with, as far as one can tell.
  func prepare(_ source: Source, pastBefore boundary: Timestamp?) async

  /// Begins the listing of a source: checks that the athlete is the store's, and says what to ask
  /// for. Records of a checkpoint, this run's or an earlier one's, count as received already.
  ///
  /// - Throws: `config` for another athlete, `badInput` for a store line that is no record.
  func begin(
    _ source: Source, athlete: Athlete, listing: Listing
  ) async throws(SyncFailure) -> ListingStart

  /// Takes a page; returns what is new, changed and unchanged in it, without records that had
  /// arrived before.
  func receive(_ page: ActivityPage, from source: Source) async throws(SyncFailure) -> Counts

  /// Takes days of health data; returns what is new and changed.
  func receive(_ days: [WellnessDay], from source: Source) async throws(SyncFailure) -> Counts

  /// Takes what files of a source hold; returns what is new, changed and unchanged. They take nothing
  /// away: what they leave out stays, and files that end before what is stored only fill its gaps.
  /// Taking the same again changes nothing.
  func receive(_ records: ImportedRecords, from source: Source) async throws(SyncFailure) -> Counts

  /// The source has sent everything: what it no longer lists inside the range is deleted. Returns
  /// the counts of the whole listing, those of a resumed checkpoint included.
  func finish(_ source: Source) async throws(SyncFailure) -> Counts

  /// The source failed or was stopped: what arrived is kept as a checkpoint, durably.
  func suspend(_ source: Source) async throws(SyncFailure)

  /// The activities of a source, newest first, that have power or heart rate and whose streams are
  /// not stored yet; those that were looked for in vain are among them only when `again`.
  func withoutStreams(_ source: Source, again: Bool) async throws(SyncFailure) -> [ActivityID]

  /// Keeps the streams of an activity at once and durably, as they were sent; nil remembers that the
  /// service has none.
  func keep(streams: [UInt8]?, of id: ActivityID) async throws(SyncFailure)

  /// The activities whose streams are stored.
  func streamed() async throws(SyncFailure) -> Set<ActivityID>

  /// The stored streams of an activity; nil when there are none that can be read.
  func streams(of id: ActivityID) async throws(SyncFailure) -> ActivityStreams?

  /// Stored and received records together.
  ///
  /// - Parameter boundary: activities that began earlier may come as `past`; nil for none.
  func history(pastBefore boundary: Timestamp?) async throws(SyncFailure) -> History

  /// The thresholds that were in force when the store was saved last; nil before the first time.
  func thresholds() async throws(SyncFailure) -> Thresholds?

  /// This run's counts, one ride from several services counted once.
  func counts() async throws(SyncFailure) -> Counts

  /// Whether today already has its row of scores, and the sheets beside it, so that a run without
  /// news has nothing to save.
  func hasRow(for day: Day) async throws(SyncFailure) -> Bool

  /// What earlier runs that were cut short have left to do.
  func unfinished() async throws(SyncFailure) -> Unfinished

  /// Writes records and what was derived, durably, only files that differ; then moves the cursors
  /// of the sources that finished, and drops their checkpoints. The gauge counts records.
  func save(_ derived: Derived, progress: Gauge) async throws(SyncFailure)

  /// What of this run's counts stands in the data folder although the last `save` failed.
  var savedInPart: Counts { get async }

  /// Notes when and how a source's sync ended, for `sources`; nil is success.
  func note(_ source: Source, failure: SyncFailure?, at time: Timestamp) async throws(SyncFailure)
}
