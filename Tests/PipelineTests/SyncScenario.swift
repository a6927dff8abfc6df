// A run of the sync over the real store on a disk in memory, and a record of its events.

import Pipeline
import Storage
import Support
import Model

/// Today in these tests.
let today = Day(number: 20_000)

/// The statuses and the stages of a first sync.
let allStatuses = [
  "fetching_health_data", "contacting_integrations", "downloading_activities",
  "downloading_activities", "generating_routine", "processing_data", "computing_zones",
  "calculating_scores", "building_prep", "saving", "finalizing", "complete", "updated",
]
let allStages = ["+routine", "-routine", "+prep", "-prep", "+saving", "-saving"]

/// The parts of a run; change them, then run it, repeatedly if needed.
struct SyncScene {
  var settings = SyncSettings(destination: "~/store")
  var services: [ScriptedService] = []
  var health: [ScriptedHealth] = []
  var disk = MemoryFiles()
  /// Called with every status.
  var act: @Sendable (SyncStatus) -> Void = { _ in }
  var day = today
  /// How far every reading moves the clock.
  var step = Duration.zero

  /// A first sync of a rider with power and health data.
  static var first: SyncScene {
    SyncScene(
      services: [ScriptedService(source: .strava, pages: [rides(20)])],
      health: [ScriptedHealth(record: mornings(90))])
  }

  func run() async -> SyncRecord {
    var attempts = Attempts(of: self)
    return await attempts.next()
  }

  /// Runs once to fill the store.
  func filled() async -> SyncScene {
    _ = await run()
    return self
  }
}

/// As many attempts as a person requests.
struct Attempts {
  let time: ManualTime
  private let scene: SyncScene
  private let recorder: Recorder
  private var earlier: SyncReport?

  init(of scene: SyncScene) {
    self.scene = scene
    recorder = Recorder(act: scene.act)
    time = ManualTime(day: scene.day, step: scene.step)
    scene.disk.forgetChanges()
  }

  /// The next attempt, and its own events.
  mutating func next() async -> SyncRecord {
    let sync = Sync(
      settings: scene.settings, services: scene.services, health: scene.health,
      store: scene.disk.store(scene.settings, time: time), time: time, events: recorder)
    let report = await sync.run(after: earlier)
    earlier = report
    return SyncRecord(report: report, events: recorder.take())
  }
}

/// What a run leaves on the disk, as a later command finds it.
struct Stored {
  let rides: [Activity]
  let scores: [ScoreDay]
  let prep: PrepSheet?
  let routine: Routine?
  /// How the last sync of each source ended: the code of its failure, or `ok`.
  let notes: [Source: String]
  let lastSync: [Source: Timestamp]

  var loads: [Double?] { rides.map(\.load) }
}

extension MemoryFiles {
  /// The failure of a run that cannot write its first data file.
  static let isFull = SyncFailure.storage(StorageFailure(path: "/data/format", reason: .diskFull))

  /// From now on no data can be saved.
  func fill() { fail([.create, .replace], on: "/data/") }

  /// Another run holds the lock for so many calls.
  func keepLocked(calls: Int) { keepLocked(calls: calls, note: #"{"process":4711}"#) }

  func store(_ settings: SyncSettings, time: ManualTime) -> Store {
    Store(
      root: "/data", stateFolder: "/state", mode: settings.dryRun ? .readOnly : .readWrite,
      files: self, time: time, process: 1)
  }

  /// Taking and releasing the lock, and saves between them.
  var steps: [String] {
    changes.reduce(into: []) { steps, change in
      let isLock = [.lock, .unlock].contains(change.operation)
      let isInStore = change.path.hasPrefix("/data")
      if isInStore, !isLock, steps.last != "save" { steps.append("save") }
      if isLock, !isInStore { steps.append(change.operation.rawValue) }
    }
  }

  /// Sources with an unfinished download to continue with.
  var suspended: [Source] {
    let names = files(below: "/state/stores/").keys.compactMap { $0.split(separator: "/").last }
    return Source.allCases.filter { names.contains("checkpoint-\($0.rawValue).ndjson") }
  }

  /// Leaves what a run leaves that is killed while it saves.
  func interruptSave() {
    let lock = files(below: "/state/stores/").keys.first { $0.hasSuffix("/lock") } ?? ""
    put("", at: lock.dropLast(4) + "saving")
  }

  func stored() async throws(SyncFailure) -> Stored {
    work()
    var settings = SyncSettings(destination: "/data")
    settings.dryRun = true
    let store = store(settings, time: ManualTime(day: today))
    var notes: [Source: String] = [:]
    var lastSync: [Source: Timestamp] = [:]
    for source in Source.allCases {
      let holdings = try await store.holdings(of: source)
      lastSync[source] = holdings.lastSync
      notes[source] = holdings.lastError ?? holdings.lastSync.map { _ in "ok" }
    }
    return Stored(
      rides: try await store.activities(),
      scores: try await store.savedRows(since: today.advanced(by: -3650)),
      prep: try await store.savedPrep(), routine: try await store.savedRoutine(), notes: notes,
      lastSync: lastSync)
  }
}

/// The events of a run.
struct SyncRecord {
  let report: SyncReport
  let events: [SyncEvent.Kind]

  var statuses: [SyncStatus] {
    events.compactMap { if case .status(let status) = $0 { status } else { nil } }
  }
  var names: [String] { statuses.map(\.name) }
  var stages: [String] {
    events.compactMap {
      switch $0 {
      case .stageStarted(let stage): "+" + stage.rawValue
      case .stageFinished(let stage): "-" + stage.rawValue
      default: nil
      }
    }
  }
  var works: [Work] {
    events.compactMap { if case .work(let work) = $0 { work } else { nil } }
  }
  var results: [SourceResult] {
    events.compactMap { if case .sourceFinished(let result) = $0 { result } else { nil } }
  }
  var scores: [ScoreReport] {
    events.compactMap { if case .score(let score) = $0 { score } else { nil } }
  }
  var failures: [SyncFailure] {
    events.compactMap { if case .failure(let failure) = $0 { failure } else { nil } }
  }
  var waits: [Wait] {
    events.compactMap { if case .waiting(let wait) = $0 { wait } else { nil } }
  }
  var preps: [PrepSheet] {
    events.compactMap { if case .prep(let prep) = $0 { prep } else { nil } }
  }
}

/// A ride every other day, the newest today, oldest first; an hour at 200 W. Those of another
/// service are other rides, in the afternoon.
func rides(_ count: Int, of source: Source = .strava, until last: Day = today) -> [Activity] {
  (0..<count).reversed().map { index in
    let day = last.advanced(by: -2 * index)
    let hour = source == .strava ? 8 : 14
    var ride = Activity(
      id: ActivityID(source: source, sourceID: "\(day.number)"),
      start: Timestamp(seconds: day.startOfDayUTC.seconds + Int64(hour) * 3600))
    ride.startLocal = LocalTime(day: day, second: hour * 3600)
    ride.name = "Ride"
    ride.durationSeconds = 3600
    ride.weightedPowerWatts = 200
    ride.measuredPower = true
    return ride
  }
}

/// Mornings with even readings, the newest today.
func mornings(_ count: Int, until last: Day = today) -> [WellnessDay] {
  (0..<count).map { ago in
    var day = WellnessDay(source: .appleHealth, date: last.advanced(by: -ago))
    day.restingHeartRate = ago.isMultiple(of: 2) ? 50 : 52
    day.hrvSDNN = ago.isMultiple(of: 2) ? 60 : 64
    day.sleepSeconds = 7 * 3600
    day.sleepStart = LocalTime(day: day.date.advanced(by: -1), second: 23 * 3600)
    return day
  }
}
