// The event stream on standard output: `version` first, `summary` last, one write per event.

package import Model

/// The JSON face.
package struct JSONFace: Face {
  private let isQuiet: Bool
  private let isVerbose: Bool
  private let version: String
  /// Whether this is a replay: `version` then gets the time of the first event.
  private let isReplay: Bool
  private var hasBegun = false
  /// Whether progress comes from outside; none of our own is written then.
  private var isRelay = false
  private var encoder: EventEncoder
  /// The progress last written, by source; nil for the whole run.
  private var written: [Source?: (at: Moment, report: ReportedProgress)] = [:]
  /// When progress may be written next.
  private var due: Moment?
  private var relayed = RelayedProgress()

  /// - Parameters:
  ///   - messages: must use UTC.
  ///   - isQuiet: only `version`, `warning`, `error` and `summary`.
  ///   - isVerbose: also `request`.
  ///   - isReplay: `version` is written with the first event and gets its time.
  package init(
    messages: Messages, isQuiet: Bool, isVerbose: Bool, version: String, isReplay: Bool = false
  ) {
    encoder = EventEncoder(messages: messages)
    self.isQuiet = isQuiet
    self.isVerbose = isVerbose
    self.version = version
    self.isReplay = isReplay
  }

  package mutating func begin(_ context: RenderContext) -> [Chunk] {
    isReplay ? [] : [first(context)]
  }

  private mutating func first(_ context: RenderContext) -> Chunk {
    hasBegun = true
    return Chunk(.standardOutput, encoder.version(version, at: context.now))
  }

  package mutating func step(
    _ signal: Signal, _ state: RunState, _ context: RenderContext
  ) -> [Chunk] {
    switch signal {
    case .event(let event):
      return (hasBegun ? [] : [first(context)]) + step(event, state, context)
    case .output(let change):
      return change.newLines.flatMap {
        step(SyncEvent(at: context.now.moment, kind: .log($0)), state, context)
      }
    case .tick:
      return passOn(relayed.take(at: context.now.moment), state, context)
        + progress(state, context)
    default:
      return []
    }
  }

  package func wakeUp(_ state: RunState, _ context: RenderContext) -> Moment? {
    guard !isQuiet, state.summary == nil else { return nil }
    if isRelay || state.stage == nil { return relayed.due }
    return due ?? state.started + .seconds(1)
  }

  private mutating func step(
    _ event: SyncEvent, _ state: RunState, _ context: RenderContext
  ) -> [Chunk] {
    var chunks: [Chunk] = []
    if event.received != nil { isRelay = true }
    // Recorded progress is passed on as it is; live progress is limited to one a second.
    if case .progress(let report) = event.kind, event.received?.elapsed == nil {
      guard relayed.mayPass(event, of: report.source, at: context.now.moment) else { return [] }
    }
    switch event.kind {
    case .stageFinished(let stage):
      if isRelay {
        chunks = passOn(relayed.take(all: true, at: context.now.moment), state, context)
      } else if !isQuiet {
        chunks = [write(report(nil, of: stage, state, context), state, context)]
      }
    case .stageStarted, .sourceFinished, .foreign, .summary:
      chunks = passOn(relayed.take(all: true, at: context.now.moment), state, context)
    default: break
    }
    if isShown(event), let line = encoder.line(event, state, at: context.now) {
      chunks.append(Chunk(.standardOutput, line))
    }
    return chunks
  }

  private func isShown(_ event: SyncEvent) -> Bool {
    switch event.kind {
    case .warning, .failure, .summary: true
    // Recorded requests were asked for when they were recorded.
    case .request: (isVerbose || event.received != nil) && !isQuiet
    default: !isQuiet
    }
  }

  private mutating func passOn(
    _ events: [SyncEvent], _ state: RunState, _ context: RenderContext
  ) -> [Chunk] {
    if isQuiet { return [] }
    return events.compactMap { event in
      encoder.line(event, state, at: context.now).map { Chunk(.standardOutput, $0) }
    }
  }

  // MARK: Our own progress

  /// Progress that changed, at most once a second per source and for the run.
  private mutating func progress(_ state: RunState, _ context: RenderContext) -> [Chunk] {
    guard !isQuiet, !isRelay, let stage = state.stage, state.summary == nil else { return [] }
    if let due, context.now.moment < due { return [] }
    due = context.now.moment + .seconds(1)
    let working = state.progress.counted.filter { !$0.isFinished && $0.stage == stage }
    return (working as [Progress.Item?] + [nil]).compactMap { item in
      let report = report(item, of: stage, state, context)
      if let last = written[report.source],
        context.now.moment - last.at < .seconds(1) || last.report == report
      {
        return nil
      }
      return write(report, state, context)
    }
  }

  private mutating func write(
    _ report: ReportedProgress, _ state: RunState, _ context: RenderContext
  ) -> Chunk {
    written[report.source] = (context.now.moment, report)
    return Chunk(.standardOutput, encoder.progress(report, state, at: context.now))
  }

  /// - Parameter item: nil for the run as a whole.
  private func report(
    _ item: Progress.Item?, of stage: Stage, _ state: RunState, _ context: RenderContext
  ) -> ReportedProgress {
    ReportedProgress(
      fraction: state.progress.fraction, stage: stage,
      stageFraction: state.progress.fraction(of: stage), source: item?.source, done: item?.done,
      total: item?.total, unit: item?.unit,
      left: item.flatMap { state.timeLeft(of: $0, at: context.now.moment) })
  }
}

/// Passes on reported progress at most once a second per source; keeps the newest in between.
struct RelayedProgress {
  private static let interval: Duration = .seconds(1)

  /// By source; nil for the whole run.
  private var last: [Source?: (at: Moment, held: SyncEvent?)] = [:]

  /// Whether to pass on progress at once. If not, it is kept and replaces what was kept before.
  mutating func mayPass(_ event: SyncEvent, of source: Source?, at now: Moment) -> Bool {
    if let before = last[source], now - before.at < Self.interval {
      last[source]?.held = event
      return false
    }
    last[source] = (now, nil)
    return true
  }

  /// When the first kept progress is due; nil for none.
  var due: Moment? {
    last.values.lazy.filter { $0.held != nil }.map { $0.at + Self.interval }.min()
  }

  /// The kept progress that is due, oldest first.
  ///
  /// - Parameter all: also what is not due, because the next event must not overtake it.
  mutating func take(all: Bool = false, at now: Moment) -> [SyncEvent] {
    if last.isEmpty { return [] }
    let due = last.filter { all || now >= $0.value.at + Self.interval }.compactMap { source, last in
      last.held.map { (source: source, event: $0) }
    }.sorted { $0.event.at < $1.event.at }
    for (source, _) in due { last[source] = (now, nil) }
    return due.map(\.event)
  }
}
