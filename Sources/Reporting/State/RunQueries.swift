// What renderers ask of the state: what kind of run this is, what it is doing, what is stored.

package import Model

extension RunState {
  /// Whether a replay of the run would show anything: false if it failed because of its arguments
  /// or settings, or because another sync was running.
  package var isWorthReplaying: Bool {
    let codes: [FailureCode?] = [.usage, .config, .notConnected, .locked]
    return run != nil && !failures.contains { codes.contains($0.kind) }
  }

  /// How long the run has lasted so far, or lasted in all.
  package func duration(at moment: Moment) -> Duration { (ended ?? moment) - started }

  /// Whether the run has read files at most: an import, or a sync that has not asked a service. It
  /// reads folders first.
  var hasOnlyReadFiles: Bool {
    guard let run, !run.isImport else { return run != nil }
    if !run.sources.isEmpty, run.sources.allSatisfy(\.isFiles) { return true }
    if case .readingFiles = status { return run.attempt == 1 }
    return false
  }

  /// Results of the finished sources, in the order of `Source`.
  package var results: [SourceResult] {
    tallies.values.compactMap(\.result).sorted { $0.source < $1.source }
  }

  func sources(_ outcome: SourceOutcome) -> [Source] {
    results.filter { $0.outcome == outcome }.map(\.source)
  }

  /// Whether other services of the run have not finished. Files do not count: they cannot wait.
  func isWorking(besides source: Source) -> Bool {
    run?.sources.contains { $0 != source && !$0.isFiles && tallies[$0]?.result == nil } ?? false
  }

  /// The wait to show in place of the status. A source's wait counts only if no other source is
  /// working.
  package func wait(at moment: Moment) -> Wait? {
    guard let wait = waits.current(at: moment) else { return nil }
    guard let source = wait.source else { return wait }
    let working = tallies.contains { other, tally in
      other != source && tally.result == nil && !waits.isWaiting(other, at: moment)
        && progress.item(of: other)?.count.isFinished != true
    }
    return working ? nil : wait
  }

  /// The time left of a piece of work; nil while its source is waiting.
  func timeLeft(of item: Progress.Item, at moment: Moment) -> Duration? {
    if let source = item.source, waits.isWaiting(source, at: moment) { return nil }
    return item.timeLeft(runStarted: started, at: moment)
  }

  var isAgain: Bool { run.map { $0.attempt > 1 } ?? false }

  /// How much of the run is done, rounded down.
  var percent: Int { Int((progress.fraction * 100).rounded(.down)) }

  /// The last line of a wrapped command that is not blank, finished or not; nil for none.
  ///
  /// - Returns: the line, and whether it is unfinished and grows, so that its end is the newest.
  var lastLine: (text: DisplayText, grows: Bool)? {
    if let statedLine = child.statedLine { return statedLine.isEmpty ? nil : (statedLine, false) }
    if let open = child.openLine { return (open.text, !open.isRedrawn) }
    return endedLine.map { ($0, false) }
  }

  /// Whether something goes on. A run that waits for another one does so before its first status.
  func isBusy(at moment: Moment) -> Bool {
    status != .initial || run?.program != nil || wait(at: moment) != nil
  }

  /// Whether the line has something to show before the first status.
  func hasTopic(at moment: Moment) -> Bool {
    wait(at: moment) != nil || signIn != nil || run?.program != nil || isChecking
  }

  /// Whether the files of the store are being checked, which may take long.
  var isChecking: Bool { run?.subject == .check && progress.isKnown }

  /// Whether the run gets a live block. Our brief commands do not; a run without `run_started` does
  /// once it has posted a status or progress.
  var hasBlock: Bool { run.map { !$0.isBrief } ?? (status != .initial || progress.isKnown) }

  /// Whether a source report is a row of a list, rather than the result of `connect` or
  /// `disconnect`. A wrapped command's reports are treated as a list.
  var listsSources: Bool { run.map { $0.isListing || $0.program != nil } ?? false }

  /// Whether its progress has three stages.
  var hasStages: Bool { run?.isSync == true || namesStages }

  /// Whether it is known how far it is.
  var isMeasured: Bool { hasStages || progress.isKnown }

  /// Whether it has scores, or will have some.
  var hasScores: Bool { run?.isSync == true || !scores.isEmpty }

  /// Fitness, fatigue and form of the day; nil while they are not known.
  var fitnessDay: FitnessDay? { prep.map { FitnessDay($0.scores) } ?? fitness?.day }

  /// Whether there is nothing to compute recovery and sleep from, and none of a sync's sources has
  /// nights.
  var lacksHealthData: Bool {
    let known = [ScoreKind.recovery, .sleep].compactMap { scores[$0]?.score }
    if known.isEmpty, let run { return run.isSync && !run.sources.contains(where: \.hasNights) }
    return known.count == 2 && known.allSatisfy { $0.value == nil && $0.reason == .noHealthData }
  }

  /// The scores that are shown: without health data strain alone, beside fitness and form.
  var scoreKinds: [ScoreKind] { lacksHealthData ? [.strain] : ScoreKind.allCases }

  /// Whether its result reads like a sync's: it is one, or its summary has counts.
  var endsAsSync: Bool {
    run?.isSync == true || (hasBlock && run?.scope == nil && summary?.counts != nil)
  }

  /// Whether its result reads like any program's: finished, or failed.
  var endsAsProgram: Bool { hasBlock && !endsAsSync }

  /// The command to suggest at the end of `status`.
  enum NextStep { case connect, sync, readFiles }

  /// The sources that are connected or have stored something.
  var sourcesInUse: [SourceReport] {
    reports.filter {
      $0.state != .notConnected || $0.activities + $0.days > 0 || $0.lastSync != nil
    }
  }

  /// Activities of all sources; a ride that several of them have counts once.
  var storedActivities: Int { reports.reduce(0) { $0 + ($1.rides ?? $1.activities) } }
  var storedDays: Int { reports.reduce(0) { $0 + $1.days } }

  var lastSync: Timestamp? { reports.compactMap(\.lastSync).max() }

  /// What `status` has reported; nil for other commands, and before it has reported anything.
  var overview: StoreOverview? {
    guard run?.isOverview == true, !reports.isEmpty else { return nil }
    var overview = StoreOverview()
    (overview.lastSync, overview.sources) = (lastSync, reports)
    overview.scores = scores.compactMapValues(\.score.value)
    (overview.fitness, overview.week) = (fitness?.day, routine?.week ?? [])
    overview.latestRide = latestRide.map { ListedRide($0) }
    if case .syncRunning(let since, _)? = running { overview.runningSince = since }
    return overview
  }

  /// Whether nothing has been synced, stored or computed yet.
  var isUntouched: Bool {
    storedActivities + storedDays == 0 && lastSync == nil && scores.isEmpty && fitness == nil
      && routine == nil && prep == nil
  }

  /// nil when nothing is left to do, or the advice is shown beside a source.
  var nextStep: NextStep? {
    if !isSample, reports.allSatisfy({ $0.state == .notConnected }) { return .connect }
    guard running == nil, lastSync == nil || scores.isEmpty else { return nil }
    let isConnected = reports.contains { ![.notConnected, .imported].contains($0.state) }
    return isSample || isConnected || storedActivities > 0 ? .sync : .readFiles
  }
}

/// What renderers say of a run at one moment, so that all of a frame or a line agrees.
struct Headline: Hashable, Sendable {
  let status: SyncStatus
  /// When the status began.
  let since: Moment
  /// How much of it is done; nil for no count, and on a line that shows an earlier status.
  let count: Count?
  /// The time left of it, rounded up to seconds; nil while that is not known, and while its source
  /// waits.
  var left: Duration?
  /// For how many seconds a service that the status names has not answered, from ten on; nil while
  /// all do, or it waits.
  let silence: Duration?
  /// The wait to show in place of the status, and how long it lasts, rounded up to seconds; nil for
  /// none.
  let wait: Wait?
  let waitLeft: Duration
}

extension RunState {
  /// What to report: of several downloads the newest unfinished one; once all have finished, that
  /// the sources are contacted that have not answered yet.
  func headline(at now: Moment) -> Headline {
    var (status, since) = (status, statusSince)
    if let source = status.source, isFinished(source) {
      let silent = run?.sources.filter { !$0.isFiles && !isFinished($0) } ?? []
      if let item = progress.ofSources.last(where: { !isFinished($0.source) }) {
        let streams = item.count.unit == .requests ? item.source : nil
        status =
          streams.map { .downloadingStreams(source: $0) }
          ?? .downloadingActivities(source: item.source, count: item.count.total)
        since = item.began
      } else if !silent.isEmpty {
        (status, since) = (.contactingIntegrations(sources: silent, unavailable: []), stageSince)
      }
    }
    return headline(status, since, progress.item(of: status), wait(at: now), now)
  }

  /// What the line shows: a status that another one may have followed since.
  func headline(showing status: SyncStatus, _ wait: Wait?, at now: Moment) -> Headline {
    let isCurrent =
      status.identity == self.status.identity
      || status.identity == headline(at: now).status.identity
    let isCounted = isCurrent || status.source == nil && !status.isReadingFiles
    return headline(status, statusSince, isCounted ? progress.item(of: status) : nil, wait, now)
  }

  private func headline(
    _ status: SyncStatus, _ since: Moment, _ item: Progress.Item?, _ wait: Wait?, _ now: Moment
  ) -> Headline {
    Headline(
      status: status, since: since, count: item?.count,
      left: item.flatMap { timeLeft(of: $0, at: now) }.map(roundedUp),
      silence: silence(of: status, at: now).map { .seconds($0.components.seconds) },
      wait: wait, waitLeft: roundedUp(waits.left(at: now)))
  }

  private func silence(of status: SyncStatus, at moment: Moment) -> Duration? {
    var named = [status.source].compactMap(\.self)
    if case .contactingIntegrations(let sources, let unavailable) = status {
      named = sources.filter { !unavailable.contains($0) }
    }
    let silences = named.filter {
      !$0.isFiles && !isFinished($0) && !waits.isWaiting($0, at: moment)
    }.map { source in
      let heard = tallies[source]?.heard ?? statusSince
      return moment - max(heard, progress.item(of: source)?.moved ?? heard)
    }
    return silences.max().flatMap { $0 < .seconds(10) ? nil : $0 }
  }

  private func isFinished(_ source: Source?) -> Bool {
    source.map { tallies[$0]?.result != nil } ?? true
  }
}

private func roundedUp(_ time: Duration) -> Duration { .seconds(time.inSeconds.rounded(.up)) }
