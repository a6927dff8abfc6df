// What a received event is in the words of the model.

import Model

extension WireEvent {
  /// The event in the model; `foreign` where the model has no words for what it says.
  ///
  /// - Parameters:
  ///   - stamp: when it happened.
  ///   - isDryRun: whether the run under way writes nothing.
  ///   - isOurs: whether a velo-sync wrote it; else a name of ours may stand for something else.
  func kind(at stamp: Timestamp, isDryRun: Bool, isOurs: Bool) -> SyncEvent.Kind {
    switch self {
    case .version: .foreign(type: "version")
    case .runStarted(let start): .runStarted(RunStart(start))
    case .stageStarted(let start):
      start.stage.known.map { .stageStarted($0) } ?? .foreign(type: "stage_started")
    case .stageFinished(let end):
      end.stage.known.map { .stageFinished($0) } ?? .foreign(type: "stage_finished")
    case .status(let status):
      .status(status.model(at: stamp, isDryRun: isDryRun, isOurs: isOurs))
    case .progress(let progress): .progress(progress)
    case .sourceFinished(let result):
      result.model.map { .sourceFinished($0) } ?? .foreign(type: "source_finished")
    case .score(let score): score.model(at: stamp).map { .score($0) } ?? .foreign(type: "score")
    case .waiting(let wait): wait.model(at: stamp).map { .waiting($0) } ?? .foreign(type: "waiting")
    case .notice(let remark): .notice(.reported(Model.ExternalMessage(remark)))
    case .source(let state): state.model.map { .source($0) } ?? .foreign(type: "source")
    case .fitness(let report): .fitness(FitnessReport(report))
    case .routine(let routine): .routine(Model.Routine(routine))
    case .prep(let prep): .prep(PrepSheet(prep))
    case .signIn(let signIn):
      signIn.model(at: stamp).map { .signIn($0) } ?? .foreign(type: "sign_in")
    case .request(let request): request.model.map { .request($0) } ?? .foreign(type: "request")
    case .log(let log): .log(LogLine(log))
    case .warning(let remark): .warning(.reported(Model.ExternalMessage(remark)))
    case .error(let failure): .failure(.reported(ReportedFailure(failure)))
    case .summary(let summary): .summary(RunSummary(summary))
    case .unknown(let type): .foreign(type: type)
    }
  }
}

extension RunStart {
  fileprivate init(_ start: WireEvent.RunStarted) {
    let isOurs = start.store != nil || start.sources != nil
    let scope = Scope(
      dryRun: start.dryRun ?? false, sample: start.sample ?? false,
      sources: start.sources?.compactMap(\.known) ?? [], store: start.store ?? "")
    self.init(
      id: start.id?.description ?? "", command: start.command.description,
      arguments: start.arguments, scope: isOurs ? scope : nil,
      attempt: start.attempt ?? 1)
  }
}

/// What a velo-sync that is wrapped says by itself, but for its paths and times of day.
private let ourWords = Messages(clock: .utc, home: nil)

extension WireEvent.Status {
  /// A status of ours, so that it is shown as ours; else what was said. Who gives our name to words
  /// of their own wants to read those.
  fileprivate func model(at stamp: Timestamp, isDryRun: Bool, isOurs: Bool) -> SyncStatus {
    var known = known
    if case .saving(let destination, _) = known {
      known = .saving(destination: destination, dryRun: isDryRun)
    }
    if let known, isOurs || text == ourWords.text(known, now: stamp) { return known }
    let name: DisplayText? =
      switch self.name {
      case .known(let name): DisplayText(name.rawValue)
      case .other(let name): name
      case nil: nil
      }
    return .free(FreeStatus(name: name, text: text, spoken: spoken, stage: stage?.known))
  }
}

extension WireEvent.SourceFinished {
  fileprivate var model: SourceResult? {
    guard let source = source.known, let outcome = outcome.known else { return nil }
    return SourceResult(source: source, outcome: outcome, counts: counts)
  }
}

extension WireEvent.Waiting {
  fileprivate func model(at stamp: Timestamp) -> Wait? {
    let left = duration ?? until.map { .seconds(max(0, $0.seconds - stamp.seconds)) } ?? .zero
    let reason: Wait.Reason? =
      switch self.reason.known {
      case .rateLimit: .rateLimit
      case .retry: .retry(attempt: attempt ?? 1, of: tries)
      case .locked: .locked
      case nil: nil
      }
    return reason.map {
      Wait(reason: $0, source: source?.known, until: until ?? stamp + left, duration: left)
    }
  }
}

extension WireEvent.SourceState {
  fileprivate var model: SourceReport? {
    guard let source = source.known, let state = state.known else { return nil }
    return SourceReport(
      source: source, state: state, lastSync: lastSync, lastError: lastError?.description,
      activities: activities ?? 0, days: days ?? 0)
  }
}

extension WireEvent.SignIn {
  fileprivate func model(at stamp: Timestamp) -> SignIn? {
    source.known.map { Model.SignIn(source: $0, url: url, until: until ?? stamp) }
  }
}

extension WireEvent.Request {
  fileprivate var model: RequestTrace? {
    source?.known.map {
      RequestTrace(
        source: $0, method: method.description, url: url, status: status, bytes: bytes,
        attempt: attempt ?? 1, duration: duration ?? .zero)
    }
  }
}

extension LogLine {
  fileprivate init(_ log: WireEvent.Log) {
    switch log.stream {
    case .stdout: self.init(stream: .standardOutput, text: log.text)
    case .stderr: self.init(stream: .standardError, text: log.text)
    }
  }
}

extension Model.ExternalMessage {
  fileprivate init(_ remark: WireEvent.ExternalMessage) {
    self.init(
      code: remark.code, message: remark.message, hint: remark.hint, source: remark.source?.known)
  }
}

extension ReportedFailure {
  fileprivate init(_ failure: WireEvent.Failure) {
    let code = failure.exitCode.flatMap { Int32(exactly: $0) }
    self.init(
      code: failure.code.rawValue, title: failure.title, message: failure.message,
      hint: failure.hint, source: failure.source?.known,
      isRetryable: failure.retryable ?? failure.code.isRetryable, retryAt: failure.retryAt,
      exit: code.map { ExitStatus(code: $0) } ?? failure.code.exit)
  }
}

extension RunSummary {
  fileprivate init(_ summary: WireEvent.Summary) {
    let code = summary.exitCode.flatMap { Int32(exactly: $0) }
    let outcome = summary.outcome?.known ?? (code ?? 0 == 0 ? .ok : .failed)
    self.init(
      outcome: outcome, exit: code.map { ExitStatus(code: $0) } ?? (outcome == .ok ? .ok : .failed),
      counts: summary.counts,
      given: Given(dryRun: summary.dryRun, scores: summary.scores, store: summary.store))
  }
}
