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

  package mutating func begin(_ view: RunView) -> [Chunk] { isReplay ? [] : [first(view)] }

  private mutating func first(_ view: RunView) -> Chunk {
    hasBegun = true
    return Chunk(.standardOutput, encoder.version(version, at: view.now))
  }

  package mutating func step(_ signal: Signal, _ view: RunView) -> [Chunk] {
    switch signal {
    case .event(let event):
      return (hasBegun ? [] : [first(view)]) + step(event, view)
    case .output(let change):
      return change.newLines.flatMap {
        step(SyncEvent(at: view.now.moment, kind: .log($0)), view)
      }
    case .tick:
      return passOn(relayed.take(at: view.now.moment), view)
        + progress(view)
    default:
      return []
    }
  }

  package func wakeUp(_ view: RunView) -> Moment? {
    guard !isQuiet, view.state.summary == nil else { return nil }
    if isRelay || view.state.stage == nil { return relayed.due }
    return due ?? view.state.started + .seconds(1)
  }

  private mutating func step(_ event: SyncEvent, _ view: RunView) -> [Chunk] {
    var chunks: [Chunk] = []
    if event.received != nil { isRelay = true }
    // Recorded progress is passed on as it is; live progress is limited to one a second.
    if case .progress(let report) = event.kind, event.received?.elapsed == nil {
      guard relayed.mayPass(event, of: report.source, at: view.now.moment) else { return [] }
    }
    switch event.kind {
    case .stageFinished(let stage):
      if isRelay {
        chunks = passOn(relayed.take(all: true, at: view.now.moment), view)
      } else if !isQuiet {
        chunks = [write(report(nil, of: stage, view), view)]
      }
    case .stageStarted, .sourceFinished, .foreign, .summary:
      chunks = passOn(relayed.take(all: true, at: view.now.moment), view)
    default: break
    }
    if isShown(event), let line = encoder.line(event, view.state, at: view.now) {
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

  private mutating func passOn(_ events: [SyncEvent], _ view: RunView) -> [Chunk] {
    if isQuiet { return [] }
    return events.compactMap { event in
      encoder.line(event, view.state, at: view.now).map { Chunk(.standardOutput, $0) }
    }
  }

  // MARK: Our own progress

  /// Progress that changed, at most once a second per source and for the run.
  private mutating func progress(_ view: RunView) -> [Chunk] {
    guard !isQuiet, !isRelay, let stage = view.state.stage, view.state.summary == nil else {
      return []
    }
    if let due, view.now.moment < due { return [] }
    due = view.now.moment + .seconds(1)
    let working = view.state.progress.counted.filter { !$0.isFinished && $0.stage == stage }
    return (working as [Progress.Item?] + [nil]).compactMap { item in
      let report = report(item, of: stage, view)
      if let last = written[report.source],
        view.now.moment - last.at < .seconds(1) || last.report == report
      {
        return nil
      }
      return write(report, view)
    }
  }

  private mutating func write(_ report: ReportedProgress, _ view: RunView) -> Chunk {
    written[report.source] = (view.now.moment, report)
    return Chunk(.standardOutput, encoder.progress(report, view.state, at: view.now))
  }

  /// - Parameter item: nil for the run as a whole.
  private func report(
    _ item: Progress.Item?, of stage: Stage, _ view: RunView
  ) -> ReportedProgress {
    ReportedProgress(
      fraction: view.state.progress.fraction, stage: stage,
      stageFraction: view.state.progress.fraction(of: stage), source: item?.source,
      done: item?.done,
      total: item?.total, unit: item?.unit,
      left: item.flatMap { view.state.timeLeft(of: $0, at: view.now.moment) })
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
