// Events of every type with every member, as the model has them when they were read.

import Codec
import Format
import Model

/// Events that together have every member, and how each is written.
enum EventSamples {
  static let stamp = Timestamp(seconds: 1_795_154_400)
  private static let today = Day(of: stamp)

  static let kinds =
    events + [
      .summary(
        RunSummary(outcome: .partial, exit: .partial, counts: counts, given: given))
    ]

  private static let given: RunSummary.Given = {
    var given = RunSummary.Given()
    (given.dryRun, given.store, given.overview) = (true, "/home/jo/velo", overview)
    given.scores = [.recovery: 71, .strain: 43]
    return given
  }()

  /// What the other events say, in one.
  private static let overview: StoreOverview = {
    var overview = StoreOverview()
    (overview.lastSync, overview.scores) = (stamp, [.sleep: 82])
    overview.runningSince = stamp
    for event in events {
      switch event {
      case .source(let report): overview.sources.append(report)
      case .fitness(let report): overview.fitness = report.day
      case .routine(let routine): overview.week += routine.week
      case .activity(let ride): overview.latestRide = ride
      default: break
      }
    }
    return overview
  }()

  private static let events: [SyncEvent.Kind] = [
    .runStarted(
      RunStart(
        id: "ab12", subject: .sync, arguments: ["--sample", "-v"],
        scope: RunStart.Scope(
          dryRun: true, sample: true, sources: [.strava, .appleHealth], store: "/home/jo/velo"),
        attempt: 2)),
    .runStarted(RunStart(id: "", subject: RunSubject(command: "wrap"), arguments: [], scope: nil)),
    .stageStarted(.routine), .stageFinished(.saving),
    .status(.contactingIntegrations(sources: [.strava, .wahoo], unavailable: [.wahoo])),
    .status(.downloadingActivities(source: .intervals, count: 1830)),
    .status(.downloadingActivities(source: nil, count: nil)),
    .status(.downloadingStreams(source: .wahoo)),
    .status(.calculatingScores(HealthCoverage(hasHealthData: true, hasSleepData: false))),
    .status(.refreshingScores(HealthCoverage(hasHealthData: false, hasSleepData: true))),
    .status(.saving(destination: "/home/jo/velo", dryRun: false)),
    .status(.updated(at: stamp)), .status(.fetchingHealthData),
    .status(.readingFiles(count: 312)), .status(.readingFiles(count: nil)),
    .status(.generatingRoutine),
    .status(.processingData), .status(.computingZones), .status(.buildingPrep),
    .status(.finalizing), .status(.complete), .status(.offline),
    .status(.free(FreeStatus(name: "brewing", text: "Brewing…", spoken: "Coffee", stage: .prep))),
    .status(.free(FreeStatus(text: "Brewing…", spoken: "Brewing"))),
    .progress(
      ReportedProgress(
        fraction: 0.1234, stage: .prep, source: .strava, done: 3, total: 4, unit: .requests,
        left: .seconds(9))),
    .progress(ReportedProgress(fraction: 1)),
    .sourceFinished(SourceResult(source: .garmin, outcome: .skipped, counts: counts)),
    .score(
      ScoreReport(
        kind: .strain,
        score: Score(value: 43, band: .veryHigh, inputsUsed: 1, inputsTotal: 2, atLeast: true),
        date: today, cached: true)),
    .score(ScoreReport(kind: .sleep, score: missingScore, date: today, cached: false)),
    .waiting(
      Wait(
        reason: .retry(attempt: 2, of: 3, isAnswered: false), source: .strava, until: stamp,
        duration: .seconds(2))),
    .waiting(Wait(reason: .rateLimit, source: nil, until: stamp, duration: .seconds(900))),
    .waiting(Wait(reason: .locked, source: nil, until: stamp, duration: .zero)),
    .notice(.reported(ExternalMessage(code: "sample_data", message: "Sample data."))),
    .source(
      SourceReport(
        source: .intervals, state: .expired, lastSync: stamp, lastError: "auth", activities: 195,
        rides: 12, days: 1204, since: today, isShared: true)),
    .source(
      SourceReport(
        source: .files, state: .connected,
        folders: [.init(path: "/home/jo/Rides", rideFiles: 108), .init(path: "/media/watch")])),
    .fitness(FitnessReport(day: fitnessDay, history: [FitnessDay(emptyDay), fitnessDay])),
    .fitness(FitnessReport(day: FitnessDay(emptyDay))), .routine(routine),
    .power(PowerReport(bestWatts: 268, date: today, ftpWatts: 240, weightKilograms: 71.5)),
    .power(PowerReport(bestWatts: 268, date: today, ftpWatts: nil, weightKilograms: nil)),
    .chart(
      ChartSeries(
        chart: .fitness, name: .fatigue, unit: .load,
        points: [.init(.day(today), 54.25), .init(.day(today.advanced(by: 1)), nil)])),
    .chart(
      ChartSeries(
        chart: .power, name: .allTime, unit: .watts,
        points: [.init(.seconds(5), 812, rideDay: today), .init(.seconds(7200), nil)], weight: 71.5)
    ),
    .chart(
      ChartSeries(
        chart: .trace, name: .altitude, unit: .metres,
        points: [
          .init(.seconds(0), -12.5), .init(.seconds(1), nil), .init(.seconds(3600), 408),
        ])),
    .activity(listed), .total(total), .total(RideTotal(by: .gear)),
    .routine(
      Routine(
        reason: .noActivities, from: today.advanced(by: -41), to: today)),
    .prep(
      PrepSheet(
        scores: fullDay,
        zones: [
          PowerZone(name: "Endurance", fromWatts: 140, toWatts: 190),
          PowerZone(name: "Neuromuscular", fromWatts: 380, toWatts: nil),
        ], ftpWatts: 250,
        suggestedStrain: SuggestedStrain(range: 40...55, loads: 60.5...90, reason: nil))),
    .prep(
      PrepSheet(
        scores: emptyDay, zones: [], ftpWatts: nil,
        suggestedStrain: SuggestedStrain(range: nil, loads: nil, reason: .noRecovery))),
    .signIn(SignIn(source: .strava, url: "https://x/authorize?a=1", until: stamp)),
    .request(
      RequestTrace(
        source: .strava, method: "GET", url: "https://x/y", status: 200, bytes: 12_345, attempt: 1,
        duration: .milliseconds(240))),
    .log(LogLine(stream: .standardOutput, text: "Compiling…")),
    .log(LogLine(stream: .standardError, text: "no such file")),
    .warning(
      .reported(
        ExternalMessage(code: "not_revoked", message: "m", hint: "Revoke it", source: .wahoo))),
    .failure(
      .reported(
        ReportedFailure(
          code: .rateLimited, title: "Limit reached", message: "m", hint: "h", source: .strava,
          isRetryable: true, retryAt: stamp, exit: .temporary))),
  ]

  private static let counts: Counts = {
    var counts = Counts()
    (counts.new, counts.changed, counts.unchanged, counts.deleted) = (1, 2, 3, 4)
    (counts.daysNew, counts.daysChanged, counts.daysWithoutNight) = (5, 6, 7)
    return counts
  }()

  private static let missingScore = Score(
    value: nil, band: nil, inputsUsed: 0, inputsTotal: 3, reason: .noHealthData)

  private static let emptyDay = ScoreDay(
    date: today, recovery: missingScore, sleep: missingScore, strain: missingScore)

  private static let fullDay: ScoreDay = {
    let score = Score(value: 71, band: .good, inputsUsed: 2, inputsTotal: 3, atLeast: true)
    var day = ScoreDay(date: today, recovery: score, sleep: score, strain: missingScore)
    (day.load, day.fitness, day.fatigue, day.form) = (55.25, 64, 71.5, -7.5)
    return day
  }()

  /// A ride with every field, of which another source has a record.
  private static let ride: Activity = {
    var ride = Activity(id: ActivityID(source: .strava, sourceID: "5"), start: stamp)
    (ride.name, ride.sport, ride.timezone) = ("Évening Ride", "GravelRide", "Europe/Berlin")
    ride.startLocal = LocalTime(secondsSince1970: stamp.seconds + 3600)
    (ride.durationSeconds, ride.elapsedSeconds) = (3600, 4000)
    (ride.distanceMetres, ride.elevationGainMetres) = (27_400.5, 312.2)
    (ride.averagePowerWatts, ride.weightedPowerWatts, ride.maxPowerWatts) = (187, 214.5, 812)
    ride.measuredPower = true
    (ride.averageHeartRate, ride.maxHeartRate, ride.averageCadence) = (141, 178, 88)
    (ride.energyKilojoules, ride.device, ride.gear) = (725.4, "Zwift", "Randonneur")
    (ride.load, ride.loadFrom) = (92.25, .power)
    ride.analysis = RideAnalysis(
      bestPowers: RideAnalysis.durations.indices.map { 812 - 10 * $0 },
      powerZoneSeconds: [1, 2, 3, 4, 5, 6, 7],
      heartRateZoneSeconds: [1, 2, 3, 4, 5])
    ride.sameAs = [ActivityID(source: .files, sourceID: "7")]
    ride.ride = ride.id
    ride.isExcluded = true
    ride.from = FileOrigin(file: "a.zip", line: 7, member: "a.fit")
    return ride
  }()

  private static let listed = ListedRide(
    ride,
    ranks: RideAnalysis.durations.indices.map { $0 == 0 ? .allTime : .sixWeeks }, effort: effort,
    isNew: true)

  private static let effort: RideEffort = {
    var effort = RideEffort()
    (effort.intensity, effort.variability) = (0.858, 1.147)
    (effort.efficiency, effort.decoupling) = (1.521, -4.75)
    return effort
  }()

  private static let total: RideTotal = {
    var total = RideTotal(by: .month, label: "2026-11")
    total.add(ride)
    return total
  }()

  private static let fitnessDay = FitnessDay(fullDay)

  private static let routine = Routine(
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

  /// The line of an event, with what a stream adds to it.
  static func line(of kind: SyncEvent.Kind) -> [UInt8] {
    var json = JSONWriter()
    write(kind, LineHead(at: stamp, sequence: 7, elapsed: 1200), to: &json)
    return json.take()
  }

  private static func write(_ kind: SyncEvent.Kind, _ head: LineHead, to json: inout JSONWriter) {
    switch kind {
    case .runStarted(let start): Events.runStarted.write(RunStartMembers(start), head, to: &json)
    case .stageStarted(let stage): Events.stageStarted.write(StageMembers(stage), head, to: &json)
    case .stageFinished(let stage):
      Events.stageFinished.write(StageMembers(stage, duration: .seconds(3)), head, to: &json)
    case .status(.free(let status)):
      let members = StatusMembers(.free(status), text: status.text, spoken: status.spoken)
      Events.status.write(members, head, to: &json)
    case .status(let status):
      Events.status.write(StatusMembers(status, text: "Text…", spoken: "Text"), head, to: &json)
    case .progress(var report):
      report.stageFraction = 0.5
      Events.progress.write(report, head, to: &json)
    case .sourceFinished(let result):
      let members = SourceFinishedMembers(result, requests: 8, bytes: 9, duration: .seconds(1))
      Events.sourceFinished.write(members, head, to: &json)
    case .score(let report): Events.score.write(ScoreMembers(report), head, to: &json)
    case .prep(let sheet): Events.prep.write(sheet, head, to: &json)
    case .fitness(let report): Events.fitness.write(report, head, to: &json)
    case .power(let report): Events.power.write(report, head, to: &json)
    case .chart(let series): Events.chart.write(series, head, to: &json)
    case .activity(let ride): Events.activity.write(ride, head, to: &json)
    case .total(let total): Events.total.write(total, head, to: &json)
    case .routine(let routine): Events.routine.write(routine, head, to: &json)
    case .waiting(let wait): Events.waiting.write(WaitMembers(wait), head, to: &json)
    case .notice(.reported(let message)): Events.notice.write(message, head, to: &json)
    case .warning(.reported(let message)): Events.warning.write(message, head, to: &json)
    case .failure(.reported(let failure)):
      let members = FailureMembers(
        .reported(failure), title: failure.title ?? "", message: failure.message ?? "",
        hint: failure.hint ?? "")
      Events.failure.write(members, head, to: &json)
    case .request(let trace): Events.request.write(trace, head, to: &json)
    case .log(let line): Events.log.write(line, head, to: &json)
    case .source(let report): Events.source.write(report, head, to: &json)
    case .signIn(let signIn): Events.signIn.write(SignInMembers(signIn), head, to: &json)
    case .summary(let summary):
      let run = RunStart(id: "", subject: .sync, arguments: [], scope: nil)
      let members = SummaryMembers(summary, run: run, scores: [:], duration: .seconds(5))
      Events.summary.write(members, head, to: &json)
    case .work, .foreign, .notice, .warning, .failure: break
    }
  }
}
