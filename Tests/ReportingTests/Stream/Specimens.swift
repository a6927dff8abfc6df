// A line of every type, with every member, as the program writes it.

import Reporting
import Model

/// Lines that together hold everything that may be written.
enum Specimens {
  /// The lines in order, `version` first and `summary` last.
  static let lines: [[UInt8]] = stream() + loose()

  private static let today = Day(of: Show.dawn)

  /// What the JSON face writes of runs in which everything happens.
  private static func stream() -> [[UInt8]] {
    var show = Show(JSONFace(messages: messages, isQuiet: false, isVerbose: true, version: "0.1.0"))
    show.start([.strava, .intervals], dryRun: true)
    show.post(.stageStarted(.routine))
    for status in statuses { show.post(.status(status)) }
    let gauge = Gauge()
    show.post(
      .work(Work(stage: .routine, weight: 0.3, source: .strava, unit: .activities, gauge: gauge)))
    gauge.expect(200)
    gauge.set(100)
    show.wait(6000)
    for kind in facts { show.post(kind) }
    show.post(.stageFinished(.routine))
    show.end(.partial, counts(new: 12, changed: 1, unchanged: 170, deleted: 2, nights: 14))
    return show.writes.map(\.bytes)
  }

  /// Lines of other commands.
  private static func loose() -> [[UInt8]] {
    var encoder = EventEncoder(messages: messages)
    let state = RunState(started: Moment(nanoseconds: 0))
    let now = Now(moment: Moment(nanoseconds: 0), wall: Show.dawn)
    let short = Routine(
      reason: .shortHistory(days: 3, needed: 14), from: today.advanced(by: -41), to: today)
    let kinds: [SyncEvent.Kind] = [
      .log(LogLine(stream: .standardOutput, text: "Compiling…")),
      .log(LogLine(stream: .standardError, text: "no such file")),
      .fitness(FitnessReport(day: FitnessDay(scoreDay))),
      .power(
        PowerReport(
          bestWatts: 268, date: scoreDay.date, ftpWatts: 240, weightKilograms: 71.5)),
      .chart(
        ChartSeries(
          chart: .fitness, name: .fatigue, unit: .load,
          points: .days([.init(scoreDay.date, 54.25), .init(scoreDay.date.advanced(by: 1), nil)]))),
      .chart(
        ChartSeries(
          chart: .power, name: .allTime, unit: .watts,
          points: .durations([.init(5, 812), .init(7200, nil)]), weight: 71.5)),
      .fitness(FitnessReport([otherDay, scoreDay]) ?? FitnessReport(day: FitnessDay(scoreDay))),
      .routine(routine), .routine(short),
    ]
    return kinds.compactMap {
      encoder.line(SyncEvent(at: now.moment, kind: $0), state, at: now)
    }
  }

  static let statuses: [SyncStatus] = [
    .fetchingHealthData,
    .contactingIntegrations(sources: [.strava, .intervals], unavailable: [.intervals]),
    .downloadingActivities(source: .strava, count: nil),
    .downloadingActivities(source: .appleHealth, count: 1830), .generatingRoutine, .processingData,
    .computingZones, .calculatingScores(HealthCoverage(hasHealthData: true, hasSleepData: false)),
    .refreshingScores(HealthCoverage(hasHealthData: false, hasSleepData: false)), .buildingPrep,
    .saving(destination: "/home/jo/velo", dryRun: false), .finalizing, .complete,
    .updated(at: Show.dawn), .offline, .readingFiles(count: 312), .readingFiles(count: nil),
  ]

  private static let facts: [SyncEvent.Kind] = [
    .sourceFinished(
      SourceResult(source: .strava, outcome: .ok, counts: counts(new: 12, nights: 1))),
    score(.recovery, 71, .good), score(.sleep, nil, nil), score(.strain, 43, .low, cached: true),
    .score(
      ScoreReport(
        kind: .strain,
        score: Score(value: 43, band: .low, inputsUsed: 1, inputsTotal: 1, atLeast: true),
        date: today, cached: false)),
    .prep(
      PrepSheet(
        scores: scoreDay,
        zones: [
          PowerZone(name: "Endurance", fromWatts: 140, toWatts: 190),
          PowerZone(name: "Neuromuscular", fromWatts: 380, toWatts: nil),
        ], ftpWatts: 250,
        suggestedStrain: SuggestedStrain(range: 40...55, loads: 60.5...90, reason: nil))),
    .prep(
      PrepSheet(
        scores: otherDay, zones: [], ftpWatts: nil,
        suggestedStrain: SuggestedStrain(range: nil, loads: nil, reason: .noRecovery))),
    .waiting(
      Wait(
        reason: .retry(attempt: 2, of: 3), source: .strava,
        until: Timestamp(seconds: 1_795_154_402),
        duration: .milliseconds(1500))),
    .notice(.sampleData), .warning(.notRevoked(.wahoo)),
    .failure(
      .rateLimited(
        .strava, RateLimit(window: .quarterHour, retryAt: Timestamp(seconds: 1_795_155_300)))),
    .request(
      RequestTrace(
        source: .strava, method: "GET", url: "https://x/y", status: 200, bytes: 12_345, attempt: 1,
        duration: .milliseconds(240))),
    .source(
      SourceReport(
        source: .intervals, state: .expired, lastSync: Show.dawn, lastError: "auth",
        activities: 195, days: 1204)),
    .signIn(SignIn(source: .strava, url: "https://x/authorize?a=1", until: Show.dawn)),
  ]

  static let scoreDay: ScoreDay = {
    var day = ScoreDay(
      date: today,
      recovery: Score(value: 71, band: .good, inputsUsed: 2, inputsTotal: 3),
      sleep: Score(
        value: nil, band: nil, inputsUsed: 0, inputsTotal: 3,
        reason: .shortBaseline(days: 3, needed: 7)),
      strain: Score(value: 43, band: .low, inputsUsed: 1, inputsTotal: 1, atLeast: true))
    day.load = 55.25
    day.fitness = 64
    day.fatigue = 71.5
    day.form = -7.5
    return day
  }()

  /// Where the one has a score the other has a reason.
  private static let otherDay: ScoreDay = {
    let none = Score(value: nil, band: nil, inputsUsed: 0, inputsTotal: 3, reason: .noHealthData)
    return ScoreDay(
      date: today, recovery: none,
      sleep: Score(value: 82, band: .optimal, inputsUsed: 3, inputsTotal: 3), strain: none)
  }()

  static let routine = Routine(
    reason: nil, from: today.advanced(by: -41), to: today,
    days: [
      Routine.Habit(
        weekday: .tue, share: 0.83, activitiesMedian: 1, durationSeconds: 5400, load: 75.5,
        usual: true),
      Routine.Habit(
        weekday: .wed, share: 0, activitiesMedian: nil, durationSeconds: nil, load: nil,
        usual: false),
    ],
    week: [Routine.WeekDay(date: today, done: false, planned: true)])
}
