// The event stream on standard output: `version` first, `summary` last, one write per event.

package import Model

/// The JSON renderer.
package struct JSONRenderer: Renderer {
  private let messages: Messages
  private let isQuiet: Bool
  private let isVerbose: Bool
  private let version: String
  /// Whether `version` is still to be written: in a replay with the first event, at its time.
  private var isReplay: Bool
  /// Whether progress comes from outside; none of our own is written then.
  private var isRelay = false
  private var encoder: EventEncoder
  private var progress = ProgressThrottle()
  /// When progress of our own may be written next.
  private var due: Moment?

  /// - Parameters:
  ///   - messages: must use UTC.
  ///   - isQuiet: only `version`, `warning`, `error` and `summary`.
  ///   - isVerbose: also `request`.
  ///   - isReplay: `version` is written with the first event and gets its time.
  package init(
    messages: Messages, isQuiet: Bool, isVerbose: Bool, version: String, isReplay: Bool = false
  ) {
    self.messages = messages
    encoder = EventEncoder(messages: messages)
    self.isQuiet = isQuiet
    self.isVerbose = isVerbose
    self.version = version
    self.isReplay = isReplay
  }

  package mutating func begin(_ view: RunView) -> [Chunk] { isReplay ? [] : [first(view)] }

  private mutating func first(_ view: RunView) -> Chunk {
    isReplay = false
    return Chunk(.standardOutput, encoder.version(version, at: view.now))
  }

  package mutating func step(_ signal: Signal, _ view: RunView) -> [Chunk] {
    switch signal {
    case .event(let event): return (isReplay ? [first(view)] : []) + step(event, view)
    case .output(let change):
      return change.newLines.flatMap { step(SyncEvent(at: view.now.moment, kind: .log($0)), view) }
    // While a person thinks, the clock of the run stands still.
    case .tick where view.retryPrompt != nil: return []
    case .tick: return write(progress.release(at: view.now.moment) + ownProgress(view), view)
    default: return []
    }
  }

  package func wakeUp(_ view: RunView) -> Moment? {
    guard !isQuiet, view.state.summary == nil, view.retryPrompt == nil else { return nil }
    if isRelay || view.state.stage == nil { return progress.due }
    return due ?? view.state.started + .seconds(1)
  }

  private mutating func step(_ event: SyncEvent, _ view: RunView) -> [Chunk] {
    if event.received != nil { isRelay = true }
    let now = view.now.moment
    // Recorded progress is passed on as it is; live progress is limited to one a second.
    if case .progress(let report) = event.kind, event.received?.elapsed == nil {
      guard progress.mayPass(event, report, at: now) else { return [] }
    }
    var before: [SyncEvent] = []
    switch event.kind {
    case .stageFinished(let stage) where !isRelay:
      let report = report(nil, of: stage, view)
      before = [SyncEvent(at: now, kind: .progress(report))]
      progress.note(report, at: now)
    case .stageStarted, .stageFinished, .sourceFinished, .foreign, .summary:
      before = progress.release(all: true, at: now)
    default: break
    }
    return write(before, view) + programFailure(event, view)
      + (isShown(event) ? line(event, view) : [])
  }

  /// The error event of a program that failed without one, before the summary.
  private mutating func programFailure(_ event: SyncEvent, _ view: RunView) -> [Chunk] {
    guard case .summary(let summary) = event.kind, event.received == nil,
      view.state.isSilentFailure(summary)
    else { return [] }
    let failure = messages.failure(of: summary, view.state)
    return line(SyncEvent(at: event.at, kind: .failure(.reported(failure))), view)
  }

  private func isShown(_ event: SyncEvent) -> Bool {
    switch event.kind {
    case .warning, .failure, .summary: true
    // Recorded requests were asked for when they were recorded.
    case .request: (isVerbose || event.received != nil) && !isQuiet
    default: !isQuiet
    }
  }

  private mutating func write(_ progress: [SyncEvent], _ view: RunView) -> [Chunk] {
    isQuiet ? [] : progress.flatMap { line($0, view) }
  }

  private mutating func line(_ event: SyncEvent, _ view: RunView) -> [Chunk] {
    var event = event
    // What was recorded stays as it is.
    if case .progress(var report) = event.kind, report.left == nil, event.received?.elapsed == nil {
      let item = view.state.progress.item(of: report)
      report.left = item.flatMap { view.state.timeLeft(of: $0, at: view.now.moment) }
      event = SyncEvent(at: event.at, kind: .progress(report), received: event.received)
    }
    return encoder.line(event, view.state, at: view.now).map { [Chunk(.standardOutput, $0)] } ?? []
  }

  // MARK: Our own progress

  /// Progress that changed, at most once a second per source and for the run.
  private mutating func ownProgress(_ view: RunView) -> [SyncEvent] {
    let (state, now) = (view.state, view.now.moment)
    guard !isQuiet, !isRelay, let stage = state.stage, state.summary == nil else { return [] }
    if let due, now < due { return [] }
    due = now + ProgressThrottle.interval
    let working = state.progress.ofSources.filter { !$0.count.isFinished && $0.stage == stage }
    return (working as [Progress.Item?] + [nil]).compactMap { item in
      let report = report(item, of: stage, view)
      guard progress.isNews(report, at: now) else { return nil }
      progress.note(report, at: now)
      return SyncEvent(at: now, kind: .progress(report))
    }
  }

  /// - Parameter item: nil for the run as a whole.
  private func report(_ item: Progress.Item?, of stage: Stage, _ view: RunView) -> ReportedProgress
  {
    let state = view.state
    return ReportedProgress(
      fraction: state.progress.fraction, stage: stage,
      stageFraction: state.progress.fraction(of: stage), source: item?.source,
      done: item?.count.done, total: item?.count.total, unit: item?.count.unit,
      left: item.flatMap { state.timeLeft(of: $0, at: view.now.moment) })
  }
}

/// Passes progress on at most once a second per source; keeps the newest in between.
private struct ProgressThrottle {
  static let interval: Duration = .seconds(1)

  /// By source; nil for the whole run.
  private var last: [Source?: (at: Moment, report: ReportedProgress, held: SyncEvent?)] = [:]

  /// Progress was passed on.
  mutating func note(_ report: ReportedProgress, at now: Moment) {
    last[report.source] = (now, report, nil)
  }

  /// Whether a report differs from one of at least a second ago.
  func isNews(_ report: ReportedProgress, at now: Moment) -> Bool {
    last[report.source].map { now - $0.at >= Self.interval && $0.report != report } ?? true
  }

  /// Whether to pass on progress at once. If not, it is kept and replaces what was kept before.
  mutating func mayPass(_ event: SyncEvent, _ report: ReportedProgress, at now: Moment) -> Bool {
    if let before = last[report.source], now - before.at < Self.interval {
      last[report.source]?.held = event
      return false
    }
    note(report, at: now)
    return true
  }

  /// When the first kept progress is due; nil for none.
  var due: Moment? {
    last.values.lazy.filter { $0.held != nil }.map { $0.at + Self.interval }.min()
  }

  /// The kept progress that is due, oldest first.
  ///
  /// - Parameter all: also what is not due, because the next event must not overtake it.
  mutating func release(all: Bool = false, at now: Moment) -> [SyncEvent] {
    var due: [SyncEvent] = []
    for (source, entry) in last {
      guard let held = entry.held, all || now >= entry.at + Self.interval else { continue }
      due.append(held)
      last[source] = (now, entry.report, nil)
    }
    return due.sorted { $0.at < $1.at }
  }
}
