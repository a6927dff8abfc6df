// A service in memory, and a sync as the pipeline runs it.

import Platform
import Storage
import Support
import Model

/// What a service would send.
struct Account: Sendable {
  var athlete = Athlete(id: "7", name: "Anna")
  var activities: [Activity] = []
  var days: [WellnessDay] = []
  var source = Source.strava
  var pageSize = 200
  /// How many pages arrive before the service fails; nil for all.
  var pagesBeforeFailure: Int?
  /// Records on each page that nobody could read.
  var skipped = 0

  func pages(_ range: ListRange) -> [ActivityPage] {
    let wanted = activities.filter { activity in
      (range.after.map { activity.start > $0 } ?? true)
        && (range.before.map { activity.start < $0 } ?? true)
    }.sorted { ($0.start, $0.id.sourceID) < ($1.start, $1.id.sourceID) }
    return stride(from: 0, to: wanted.count, by: pageSize).map { first in
      ActivityPage(
        activities: Array(wanted[first..<min(first + pageSize, wanted.count)]), skipped: skipped)
    }
  }
}

/// A day in seconds.
let day: Int64 = 86_400
/// 2026-11-18T08:53:20Z.
let now: Int64 = 1_795_000_000
let today = Day(of: Timestamp(seconds: now))

/// A ride that tells a lot about itself.
func ride(
  _ id: Int, at start: Int64, source: Source = .strava, name: String? = nil, local: Int? = 3600
) -> Activity {
  var ride = Activity(
    id: ActivityID(source: source, sourceID: String(id)), start: Timestamp(seconds: start))
  ride.name = name ?? "Ride \(id) 🚴 \"quoted\""
  ride.sport = "Ride"
  if let local {
    let clock = start + Int64(local)
    ride.startLocal = LocalTime(
      day: Day(of: Timestamp(seconds: clock)), second: Int((clock % day + day) % day))
    ride.timezone = "Europe/Berlin"
  }
  ride.durationSeconds = 3600 + id % 1000
  ride.elapsedSeconds = 4000 + id % 1000
  ride.distanceMetres = 24_931.4 + Double(id) / 7
  ride.averagePowerWatts = 180.1
  ride.measuredPower = true
  ride.averageHeartRate = 141.7
  ride.raw = Array(#"{"id":98765432109876543210\#(id),"kudos":0,"speed":7.250000000000001}"#.utf8)
  return ride
}

/// `count` rides, one every other day, the newest a day ago.
func rides(_ count: Int, source: Source = .strava) -> [Activity] {
  (0..<count).map { ride($0 + 1, at: now - day - Int64(count - 1 - $0) * 2 * day, source: source) }
}

func store(
  _ scratch: Scratch, mode: Store.Mode = .readWrite, isSample: Bool = false,
  files: any FileSystem = POSIXFiles(), time: any Time = ManualTime(at: now), root: String? = nil
) -> Store {
  Store(
    root: root ?? scratch.data, stateFolder: scratch.state, isSample: isSample, mode: mode,
    files: files, time: time, process: 4711)
}

/// What a run reports.
struct Outcome: Equatable {
  var counts = Counts()
  var bySource: [Source: Counts] = [:]
  var ranges: [Source: ListRange] = [:]
  /// Records that an earlier listing left.
  var kept: [Source: Int] = [:]
  /// Records received page by page.
  var received: [Source: Int] = [:]
  var failed: [Source] = []
}

/// Syncs accounts as the pipeline does: lock, list, derive, save, note, unlock.
@discardableResult
func sync(
  _ store: Store, _ accounts: [Account], full: Bool = false, since: Day? = nil,
  progress: Gauge = Gauge(), day: Day = today
) async throws(SyncFailure) -> Outcome {
  if let holder = try await store.lock() { throw .locked(holder) }
  do {
    let outcome = try await syncLocked(
      store, accounts, Listing(full: full, since: since), progress, day)
    await store.unlock()
    return outcome
  } catch {
    await store.unlock()
    throw error
  }
}

private func syncLocked(
  _ store: Store, _ accounts: [Account], _ listing: Listing, _ progress: Gauge, _ day: Day
) async throws(SyncFailure) -> Outcome {
  var outcome = Outcome()
  for account in accounts {
    let source = account.source
    let start = try await store.beginListing(source, athlete: account.athlete, listing: listing)
    let range = start.rest
    outcome.ranges[source] = range
    outcome.kept[source] = start.received
    let pages = account.pages(range)
    for page in pages.prefix(account.pagesBeforeFailure ?? pages.count) {
      _ = try await store.collect(page, from: source)
      outcome.received[source, default: 0] += page.activities.count
    }
    if account.pagesBeforeFailure == nil {
      if !account.days.isEmpty { _ = try await store.receive(account.days, from: source) }
      outcome.bySource[source] = try await store.applyListing(of: source, allowDeletions: true)
        .counts
    } else {
      try await store.suspendListing(source)
      outcome.failed.append(source)
    }
  }
  outcome.counts = try await store.counts()
  if outcome.failed.count < accounts.count || accounts.isEmpty {
    try await store.save(try await derived(from: store, on: day), progress: progress)
  }
  for account in accounts {
    let failure =
      outcome.failed.contains(account.source) ? SyncFailure.network(account.source) : nil
    try await store.note(account.source, failure: failure, at: Timestamp(seconds: now))
  }
  return outcome
}

/// Loads where they are missing, and a row a day.
func derived(from store: Store, on day: Day) async throws(SyncFailure) -> Derived {
  let rides = try await store.rides()
  var figures: [ActivityID: RideFigures] = [:]
  for ride in rides where ride.load == nil {
    guard let power = ride.averagePowerWatts else { continue }
    figures[ride.id, default: RideFigures()].load =
      power / 3 + Double(ride.durationSeconds ?? 0) / 97
    figures[ride.id]?.loadFrom = .power
  }
  await store.take(figures)
  let days = [rides.map(\.day).min(), try await store.days().first?.date].compactMap { $0 }
  let rows = days.min().map { stride(from: $0, through: day, by: 1).map { row($0) } } ?? []
  return Derived(
    scores: rows, routine: Routine(reason: nil, from: day, to: day),
    prep: PrepSheet(
      scores: row(day), zones: [PowerZone(name: "Z1", fromWatts: 0, toWatts: nil)], ftpWatts: 250,
      suggestedStrain: SuggestedStrain(range: 40...55, loads: 80...120.5, reason: nil)),
    thresholds: StoredThresholds(
      inUse: RiderProfile(ftp: DatedSetting(250)),
      athlete: RiderSettings(
        ftpWatts: 240, restingHeartRate: 48, thresholdHeartRate: 165, sex: .female)))
}

func row(_ date: Day) -> ScoreDay {
  var row = ScoreDay(
    date: date,
    recovery: Score(value: nil, band: nil, inputsUsed: 0, inputsTotal: 3, reason: .noHealthData),
    sleep: Score(value: 82, band: .optimal, inputsUsed: 1, inputsTotal: 1),
    strain: Score(value: 43, band: .low, inputsUsed: 1, inputsTotal: 2, atLeast: true))
  row.fitness = 64.37
  return row
}
