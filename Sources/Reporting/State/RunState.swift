// The one place that counts: folds the events of a run into what a renderer may show.

import Format
package import Model

/// What is known about the run after every event so far. Renderers read it and never count.
package struct RunState: Sendable {
  /// Limits memory: a wrapped program may report failures without end.
  private static let mostFailures = 64
  /// Twice as many as any chart has.
  private static let mostSeries = 16
  /// More than are named.
  private static let mostNewRides = 16

  /// When the run began.
  package let started: Moment
  package private(set) var run: RunStart?
  package private(set) var status: SyncStatus = .initial
  package private(set) var statusSince: Moment
  package private(set) var stage: Stage?
  package private(set) var stageSince: Moment
  package private(set) var finishedStages: Set<Stage> = []
  package private(set) var progress = Progress()
  package private(set) var waits = Waits()
  package private(set) var tallies: [Source: SourceTally] = [:]
  package private(set) var scores: [ScoreKind: ScoreReport] = [:]
  /// What a sync or an overview knows of the latest ride.
  @Boxed private(set) var latestRide: Activity?
  /// The rides that a sync has brought, if they are few, oldest first.
  private(set) var newRides: [Activity] = []
  /// That loads were computed again, said with the result.
  private(set) var recomputed: Notice?
  /// What to do next, shown with the result: the most useful.
  private(set) var advice: Notice?
  /// That a sync is running, as `status` says.
  private(set) var running: Notice?
  @Boxed package private(set) var prep: PrepSheet?
  package private(set) var fitness: FitnessReport?
  package private(set) var power: PowerReport?
  package private(set) var routine: Routine?
  /// The series of a chart or of a ride's trace, in order of arrival; at most ``mostSeries``.
  package private(set) var chart: [ChartSeries] = []
  /// What `rides` lists; empty for other runs, whose activities nobody shows.
  package private(set) var rideList = RideList()
  /// What `ride` shows; nil for other runs.
  @Boxed package private(set) var ride: ListedRide?
  /// One per source, in order of arrival.
  package private(set) var reports: [SourceReport] = []
  /// The newest, at most ``mostFailures``.
  package private(set) var failures: [SyncFailure] = []
  /// The sign-in that the user is asked to complete.
  package private(set) var signIn: SignIn?
  @Boxed package private(set) var summary: RunSummary?
  /// When the summary arrived.
  package private(set) var ended: Moment?
  /// A wrapped command as it is now.
  package var child = ChildView()
  /// The last finished line of a wrapped command that is not blank.
  private(set) var endedLine: DisplayText?
  /// Whether the data are the sample athlete's, as the run or a notice of a wrapped velo-sync says.
  package private(set) var isSample = false
  private(set) var namesStages = false

  package init(started: Moment) {
    (self.started, statusSince, stageSince) = (started, started, started)
  }

  /// Folds an event into the state.
  package mutating func apply(_ event: SyncEvent) {
    let at = event.at
    switch event.kind {
    case .runStarted(let start):
      if start.attempt > 1 { beginAgain() }
      (run, isSample) = (start, start.sample)
    case .stageStarted(let stage):
      // Another attempt may begin at an earlier stage.
      progress.begin(stage)
      begin(stage, at: at)
    case .stageFinished(let stage):
      finishedStages.insert(stage)
      progress.finish(stage)
      namesStages = true
    case .status(let status):
      waits.end(of: nil)
      apply(status, at: at)
    case .work(let work): progress.begin(work, at: at)
    case .progress(let report):
      let startsAnew = run?.program != nil && !hasStages && report.stage == nil
      progress.apply(report, during: status, startsAnew: startsAnew, at: at)
      reach(report.stage, at: at)
    case .sourceFinished(let result):
      tallies[result.source, default: SourceTally(began: started)].finish(result, at: at)
      waits.end(of: result.source)
    case .score(let report): scores[report.kind] = report
    case .prep(let sheet): prep = sheet
    case .waiting(let wait): waits.begin(wait, at: at)
    case .request(let trace):
      tallies[trace.source, default: SourceTally(began: at)].count(trace, at: at)
      waits.note(trace, at: at)
    case .failure(let failure):
      if failures.count == Self.mostFailures { failures.removeFirst() }
      failures.append(failure)
      signIn = nil
    case .source(let report):
      let index = reports.firstIndex { $0.source == report.source } ?? reports.endIndex
      reports.replaceSubrange(index..<min(index + 1, reports.endIndex), with: [report])
      signIn = nil
    case .signIn(let signIn): self.signIn = signIn
    case .summary(let summary):
      (self.summary, ended) = (summary, at)
      waits.endAll()
      if summary.outcome == .ok, run != nil { progress.complete() }
    case .log(let line): end(line.text)
    case .fitness(let report): fitness = report
    case .power(let report): power = report
    case .chart(let series): if chart.count < Self.mostSeries { chart.append(series) }
    case .activity(let ride): apply(ride)
    case .total(let total): if run?.listsRides == true { rideList.totals.append(total) }
    case .routine(let routine): self.routine = routine
    case .notice(let notice): apply(notice)
    case .warning, .foreign: break
    }
  }

  private mutating func apply(_ ride: ListedRide) {
    if run?.listsRides == true { rideList.rides.append(ride.activity) }
    if run?.subject == .ride { self.ride = ride }
    if ride.isNew, newRides.count < Self.mostNewRides {
      if !newRides.contains(where: { $0.id == ride.activity.id }) { newRides.append(ride.activity) }
    } else if run?.isSync == true || run?.isOverview == true {
      latestRide = ride.activity
    }
  }

  private mutating func apply(_ notice: Notice) {
    // By codes, because a wrapped velo-sync reports it as an external message.
    if [Notice.sampleData, .rehearsal].contains(where: { $0.code == notice.code }) {
      isSample = true
    }
    if case .rideList(let note) = notice {
      rideList.notes.append(note)
    } else if isOfResult(notice) {
      recomputed = notice
    }
    if isAboutRunningSync(notice) {
      running = notice
    } else if isNextStep(notice), advice == nil || !notice.isFirstStep {
      // Without loads nothing else helps.
      advice = notice
    }
  }

  /// Whether a notice is shown with the result: it says what to do next, or that a sync is running.
  /// A wrapped command's come as they are.
  func isNextStep(_ notice: Notice) -> Bool {
    (run?.isSync == true || run?.isOverview == true) && notice.isNextStep
      || isAboutRunningSync(notice)
  }

  /// Whether a notice stands below the list, or in the result.
  func isOfResult(_ notice: Notice) -> Bool {
    if case .rideList = notice { return true }
    return run?.isSync != false && notice.code == "loads_recomputed"
  }

  private func isAboutRunningSync(_ notice: Notice) -> Bool {
    run?.isOverview == true && notice.code == "sync_running"
  }

  /// Folds new lines of a wrapped command into the state.
  package mutating func apply(_ change: OutputChange) {
    switch change {
    case .line(let line): end(line.text)
    case .lines(let lines): endedLine = lines.lastWritten ?? endedLine
    case .again, .cleared: break
    }
  }

  private mutating func end(_ line: DisplayText) { if !line.isBlank { endedLine = line } }

  /// A report that names a stage without events for it. Where a program says how far it is, the bar
  /// follows that.
  private mutating func reach(_ stage: Stage?, at moment: Moment) {
    guard let stage else { return }
    namesStages = true
    if let current = self.stage, stage.span.lowerBound <= current.span.lowerBound { return }
    if !progress.isKnown { progress.begin(stage) }
    begin(stage, at: moment)
  }

  private mutating func begin(_ stage: Stage, at moment: Moment) {
    (self.stage, stageSince) = (stage, moment)
    finishedStages = stage.earlier
    namesStages = true
  }

  /// Another attempt: what succeeded stays, what failed is forgotten and will be reported again.
  private mutating func beginAgain() {
    (failures, advice, status) = ([], nil, .initial)
    waits.endAll()
    progress.retry()
    if finishedStages.count == Stage.allCases.count { (finishedStages, stage) = ([], nil) }
    for (source, tally) in tallies
    where tally.result?.outcome == .failed || tally.result?.outcome == .partial {
      tallies[source]?.result = nil
      tallies[source]?.ended = nil
    }
  }

  private mutating func apply(_ status: SyncStatus, at moment: Moment) {
    if status.identity != self.status.identity { statusSince = moment }
    self.status = status
    if case .free(let free) = status { reach(free.stage, at: moment) }
    if let source = status.source, tallies[source] == nil {
      tallies[source] = SourceTally(began: moment)
    }
  }

  /// The bar of a wrapped command is over: another begins, or it goes on with something else.
  package mutating func endBar() { progress.endBar() }

  /// Reads every gauge once. Called before each step of a renderer, which then sees one reading.
  package mutating func readGauges(at moment: Moment) { progress.read(waits, at: moment) }
}

extension Notice {
  /// Whether it says what to do after the first run.
  var isFirstStep: Bool { code == "next_step" }
  /// Whether only who asks for details, or a program, wants to know it.
  var isDetail: Bool { code == "file_left_out" || code == "file_damaged" }
  /// Whether it says what to do next, after the first run or any.
  fileprivate var isNextStep: Bool { isFirstStep || code == "load_missing" }
}

/// The figures of one source: what it cost and what it brought.
package struct SourceTally: Sendable {
  /// When its first event arrived.
  package let began: Moment
  /// When it last answered, or began.
  fileprivate(set) var heard: Moment
  package private(set) var requests = 0
  package private(set) var bytes = 0
  package fileprivate(set) var result: SourceResult?
  package fileprivate(set) var ended: Moment?

  init(began: Moment) { (self.began, heard) = (began, began) }

  /// How long it took, or has taken so far.
  package func duration(at moment: Moment) -> Duration { (ended ?? moment) - began }

  mutating func count(_ trace: RequestTrace, at moment: Moment) {
    heard = moment
    requests += 1
    // Traces may come from outside in any number: bounded, so that the sum cannot overflow.
    bytes = min(bytes + (trace.bytes ?? 0), EventRange.count.upperBound)
  }

  mutating func finish(_ result: SourceResult, at moment: Moment) {
    self.result = result
    ended = moment
  }
}
