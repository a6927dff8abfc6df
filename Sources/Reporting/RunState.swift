// The one place that counts: a fold of the events into what a face may want to show.

package import Model

/// How things stand, after every event so far. Faces read it and never count themselves.
package struct RunState: Sendable {
  /// More failures than these are nobody's result: a program may fail without end.
  private static let mostFailures = 64

  /// When the run began.
  package let started: Moment
  package private(set) var run: RunStart?
  package private(set) var status: SyncStatus = .initial
  package private(set) var statusSince: Moment
  /// When a status was told last, the same one again included.
  private(set) var statusTold: Moment
  package private(set) var stage: Stage?
  package private(set) var stageSince: Moment
  package private(set) var finishedStages: Set<Stage> = []
  package private(set) var progress = Progress()
  package private(set) var waits = Waits()
  package private(set) var tallies: [Source: SourceTally] = [:]
  package private(set) var scores: [ScoreKind: ScoreReport] = [:]
  package private(set) var prep: PrepSheet?
  package private(set) var fitness: FitnessReport?
  package private(set) var routine: Routine?
  /// One a source, in the order in which they came.
  package private(set) var reports: [SourceReport] = []
  /// The last ones, at most ``mostFailures``.
  package private(set) var failures: [SyncFailure] = []
  /// The sign-in that a person is expected to make.
  package private(set) var signIn: SignIn?
  package private(set) var summary: RunSummary?
  /// When the summary came.
  package private(set) var ended: Moment?
  /// What a wrapped command has written of a line that it has not ended: no event, for it may be gone
  /// in a moment.
  package var openLine: OpenLine?
  /// The last line that a wrapped command ended and that is not blank.
  private var endedLine: DisplayText?
  /// Whether the data are the sample athlete's: the run is one with sample data, or the program inside
  /// it has said so of its own.
  package private(set) var isSample = false
  /// Whether somebody named a stage.
  private(set) var namesStages = false

  package init(started: Moment) {
    self.started = started
    statusSince = started
    statusTold = started
    stageSince = started
  }

  /// Takes in an event.
  package mutating func apply(_ event: SyncEvent) {
    let at = event.at
    switch event.kind {
    case .runStarted(let start):
      if start.attempt > 1 { beginAgain() }
      run = start
      isSample = start.sample
    case .stageStarted(let stage):
      // A further attempt may have to go back.
      finishedStages = finishedStages.filter { $0.span.lowerBound < stage.span.lowerBound }
      progress.begin(stage)
      self.stage = stage
      stageSince = at
      namesStages = true
    case .stageFinished(let stage):
      finishedStages.insert(stage)
      progress.finish(stage)
      namesStages = true
    case .status(let status):
      waits.end(of: nil)
      apply(status, at: at)
    case .work(let work):
      progress.begin(work, at: at)
    case .progress(let report):
      reach(report.stage, at: at)
      progress.tell(report, beside: status, at: at)
    case .sourceFinished(let result):
      tallies[result.source, default: SourceTally(began: started)].finish(result, at: at)
      waits.end(of: result.source)
    case .score(let report):
      scores[report.kind] = report
    case .prep(let sheet):
      prep = sheet
    case .waiting(let wait):
      waits.begin(wait, at: at)
    case .request(let trace):
      tallies[trace.source, default: SourceTally(began: at)].count(trace)
      waits.note(trace, at: at)
    case .failure(let failure):
      if failures.count == Self.mostFailures { failures.removeFirst() }
      failures.append(failure)
      signIn = nil
    case .source(let report):
      if let index = reports.firstIndex(where: { $0.source == report.source }) {
        reports[index] = report
      } else {
        reports.append(report)
      }
      signIn = nil
    case .signIn(let signIn):
      self.signIn = signIn
    case .summary(let summary):
      self.summary = summary
      ended = at
      waits.endAll()
      if summary.outcome == .ok, run != nil { progress.complete() }
    case .log(let line):
      if !line.text.isBlank { endedLine = line.text }
    case .fitness(let report):
      fitness = report
    case .routine(let routine):
      self.routine = routine
    case .notice(let notice):
      if notice.tellsOfSample { isSample = true }
    case .warning, .foreign:
      break
    }
  }

  /// Somebody who does not begin and finish stages says which one it is: those before it are done.
  private mutating func reach(_ stage: Stage?, at moment: Moment) {
    guard let stage else { return }
    namesStages = true
    if let current = self.stage, stage.span.lowerBound <= current.span.lowerBound { return }
    for earlier in Stage.allCases where earlier.span.lowerBound < stage.span.lowerBound {
      finishedStages.insert(earlier)
    }
    self.stage = stage
    stageSince = moment
  }

  /// A further attempt: what worked stays, what failed is forgotten and will be told anew.
  private mutating func beginAgain() {
    failures = []
    waits.endAll()
    status = .initial
    progress.retry()
    if finishedStages.count == Stage.allCases.count {
      finishedStages = []
      stage = nil
    }
    for (source, tally) in tallies
    where tally.result?.outcome == .failed || tally.result?.outcome == .partial {
      tallies[source]?.reopen()
    }
  }

  private mutating func apply(_ status: SyncStatus, at moment: Moment) {
    if status.identity != self.status.identity { statusSince = moment }
    self.status = status
    statusTold = moment
    if case .free(let free) = status { reach(free.stage, at: moment) }
    if let source = status.source, tallies[source] == nil {
      tallies[source] = SourceTally(began: moment)
    }
  }

  /// What a wrapped command wrote last that is not blank, whether or not the line has ended.
  func lastLine(at moment: Moment) -> DisplayText? {
    if let openLine, !openLine.isGone(at: moment) { return openLine.text }
    return endedLine
  }

  /// Reads the gauges; called before a face looks at the progress.
  package mutating func readGauges() {
    progress.read()
  }

  /// Whether the run did something that somebody may want to see again: not when it was refused by
  /// its words or settings, or found another run at work.
  package var isWorthReplaying: Bool {
    guard run != nil else { return false }
    return failures.allSatisfy { failure in
      switch failure {
      case .usage, .config, .notConnected, .locked: false
      case .network, .timeout, .server, .auth, .signInRefused, .permission, .rateLimited,
        .badReply, .badInput, .badExport, .badRecord, .badCommand, .missingInput, .storage,
        .exhausted, .internal, .reported, .interrupted:
        true
      }
    }
  }

  /// How long the run has lasted, or did last.
  package func duration(at moment: Moment) -> Duration {
    (ended ?? moment) - started
  }

  /// Results of the sources that finished, in the fixed order of sources.
  package var results: [SourceResult] {
    tallies.values.compactMap(\.result).sorted { $0.source < $1.source }
  }

  /// The work whose count stands beside a status: its own, while that is the current one.
  func counted(beside status: SyncStatus) -> Progress.Item? {
    guard let source = status.source else {
      return status == .fetchingHealthData && status != self.status
        ? nil : progress.counted(of: status)
    }
    return source == self.status.source ? progress.item(of: source) : nil
  }

  /// Whether other services of the run than this one have not finished. Files have nothing to wait
  /// for.
  func isWorking(besides source: Source) -> Bool {
    run?.sources.contains { $0 != source && !$0.isFiles && tallies[$0]?.result == nil } ?? false
  }

  /// The wait that takes the line: one of a source takes it only when no other source is working.
  package func wait(at moment: Moment) -> Wait? {
    guard let wait = waits.current(at: moment) else { return nil }
    guard let source = wait.source else { return wait }
    let working = tallies.contains { other, tally in
      other != source && tally.result == nil && !waits.isWaiting(other, at: moment)
        && progress.item(of: other)?.work.gauge.isFinished != true
    }
    return working ? nil : wait
  }

  /// The time left of a piece of work; nil while its source is waited for.
  func timeLeft(of item: Progress.Item, at moment: Moment) -> Duration? {
    if let source = item.work.source, waits.isWaiting(source, at: moment) { return nil }
    return Reporting.timeLeft(of: item, runStarted: started, at: moment)
  }
}

extension Notice {
  /// By its code, for a program inside a run has told it in the words of the wire.
  fileprivate var tellsOfSample: Bool {
    code == Notice.sampleData.code || code == Notice.rehearsal.code
  }
}
