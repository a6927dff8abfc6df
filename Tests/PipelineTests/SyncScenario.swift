// A run of the sync with fakes around it, and a record of its events.

import Pipeline
import Support
import Model

/// Today in these tests.
let today = Day(number: 20_000)

/// The parts of a run; change them, then run it, repeatedly if needed.
struct SyncScene {
  var settings = SyncSettings(destination: "~/store")
  var services: [ScriptedService] = []
  var health: [ScriptedHealth] = []
  var store = MemoryStore()
  var rehearsal: ScriptedRehearsal?
  var day = today

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

  /// Runs once to fill the store, and starts again.
  func filled() async -> SyncScene {
    _ = await run()
    await store.nextRun()
    return self
  }
}

/// One run with as many attempts as a person requests.
struct Attempts {
  let time: ManualTime
  private let sync: Sync
  private let recorder = Recorder()
  private var earlier: SyncReport?

  init(of scene: SyncScene) {
    time = ManualTime(day: scene.day)
    sync = Sync(
      settings: scene.settings, services: scene.services, health: scene.health,
      store: scene.store, rehearsal: scene.rehearsal, time: time, events: recorder)
  }

  /// The next attempt, and its own events.
  mutating func next() async -> SyncRecord {
    let report = await sync.run(after: earlier)
    earlier = report
    return SyncRecord(report: report, events: recorder.take())
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

/// A ride every other day, the newest today, oldest first; an hour at 200 W.
func rides(_ count: Int, of source: Source = .strava) -> [Activity] {
  (0..<count).reversed().map { index in
    let day = today.advanced(by: -2 * index)
    var ride = Activity(
      id: ActivityID(source: source, sourceID: "\(day.number)"),
      start: Timestamp(seconds: day.startOfDayUTC.seconds + 8 * 3600))
    ride.startLocal = LocalTime(day: day, second: 8 * 3600)
    ride.name = "Ride"
    ride.durationSeconds = 3600
    ride.weightedPowerWatts = 200
    ride.measuredPower = true
    return ride
  }
}

/// Mornings with even readings, the newest today.
func mornings(_ count: Int) -> [WellnessDay] {
  (0..<count).map { ago in
    var day = WellnessDay(source: .appleHealth, date: today.advanced(by: -ago))
    day.restingHeartRate = ago.isMultiple(of: 2) ? 50 : 52
    day.hrvSDNN = ago.isMultiple(of: 2) ? 60 : 64
    day.sleepSeconds = 7 * 3600
    day.sleepStart = LocalTime(day: day.date.advanced(by: -1), second: 23 * 3600)
    return day
  }
}
