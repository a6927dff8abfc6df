// The event stream on standard output: `version` first, `summary` last, one write an event.

package import Model

/// The JSON face.
package struct JSONFace: Face {
  private let isQuiet: Bool
  private let isVerbose: Bool
  private let version: String
  /// Whether a recorded run is passed on: it begins when that did.
  private let isReplay: Bool
  private var hasBegun = false
  /// Whether progress comes from outside, so that there is none of our own to tell.
  private var isRelay = false
  private var encoder: EventEncoder
  /// When progress was last told, and what; by source, nil for the run as a whole.
  private var told: [Source?: (at: Moment, report: ProgressReport)] = [:]
  /// When progress may be told next.
  private var due: Moment?
  private var relayed = RelayedProgress()

  /// - Parameters:
  ///   - words: must tell clock times in UTC.
  ///   - isQuiet: leaves `version`, `warning`, `error` and `summary`.
  ///   - isVerbose: adds `request`.
  ///   - isReplay: `version` waits for the first event, to be of its time.
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
    case .tick:
      return passOn(relayed.taken(at: context.now.moment), state, context)
        + progress(state, context)
    case .ended, .line, .key, .inputClosed, .bytes, .bytesEnded, .childEnded, .resize, .interrupt,
      .terminate, .hangup, .suspend,
      .resume,
      .outputClosed, .progressRequest:
      return []
    }
  }

  package func wakeUp(_ state: RunState, _ context: RenderContext) -> Moment? {
    guard !isQuiet, state.summary == nil else { return nil }
    if isRelay {
      return relayed.due
    }
    guard state.stage != nil else { return nil }
    return due ?? state.started + .seconds(1)
  }

  private mutating func step(
    _ event: SyncEvent, _ state: RunState, _ context: RenderContext
  ) -> [Chunk] {
    var chunks: [Chunk] = []
    if let received = event.received {
      isRelay = true
      // What was recorded was told slowly enough, or as its writer wanted it.
      if case .progress(let report) = event.kind, received.elapsed == nil {
        guard relayed.mayPass(event, of: report.source, at: context.now.moment) else { return [] }
      }
    }
    switch event.kind {
    case .stageFinished(let stage):
      chunks =
        isRelay
        ? passOn(relayed.takenAll(at: context.now.moment), state, context)
        : last(of: stage, state, context)
    case .stageStarted, .sourceFinished, .summary:
      chunks = passOn(relayed.takenAll(at: context.now.moment), state, context)
    case .runStarted, .status, .work, .progress, .score, .prep, .fitness, .routine, .waiting,
      .notice, .warning, .failure, .request, .log, .source, .signIn, .foreign:
      break
    }
    if isShown(event), let line = encoder.line(event, state, at: context.now) {
      chunks.append(Chunk(.standardOutput, line))
    }
    return chunks
  }

  private func isShown(_ event: SyncEvent) -> Bool {
    switch event.kind {
    case .warning, .failure, .summary: true
    // What was recorded was wanted then.
    case .request: (isVerbose || event.received != nil) && !isQuiet
    case .runStarted, .stageStarted, .stageFinished, .status, .work, .progress, .sourceFinished,
      .score, .prep, .fitness, .routine, .waiting, .notice, .log, .source, .signIn, .foreign:
      !isQuiet
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

  /// Progress that moved, at most once a second for each source and for the run.
  private mutating func progress(_ state: RunState, _ context: RenderContext) -> [Chunk] {
    guard !isQuiet, !isRelay, let stage = state.stage, state.summary == nil else { return [] }
    if let due, context.now.moment < due { return [] }
    due = context.now.moment + .seconds(1)
    return reports(of: stage, state, context).compactMap { report in
      if let last = told[report.source],
        context.now.moment - last.at < .seconds(1) || last.report == report
      {
        return nil
      }
      return tell(report, state, context)
    }
  }

  /// A last progress when a stage is finished.
  private mutating func last(
    of stage: Stage, _ state: RunState, _ context: RenderContext
  ) -> [Chunk] {
    guard !isQuiet else { return [] }
    let report = ProgressReport(
      fraction: state.progress.fraction, stage: stage,
      stageFraction: state.progress.fraction(of: stage), source: nil, done: nil, total: nil,
      unit: nil, left: nil)
    return [tell(report, state, context)]
  }

  private mutating func tell(
    _ report: ProgressReport, _ state: RunState, _ context: RenderContext
  ) -> Chunk {
    told[report.source] = (context.now.moment, report)
    return Chunk(.standardOutput, encoder.progress(report, state, at: context.now))
  }

  private func reports(
    of stage: Stage, _ state: RunState, _ context: RenderContext
  ) -> [ProgressReport] {
    let progress = state.progress
    func report(_ item: Progress.Item?) -> ProgressReport {
      ProgressReport(
        fraction: progress.fraction, stage: stage, stageFraction: progress.fraction(of: stage),
        source: item?.work.source, done: item?.done, total: item?.total, unit: item?.work.unit,
        left: item.flatMap { state.timeLeft(of: $0, at: context.now.moment) })
    }
    let working = progress.counted.filter { !$0.work.gauge.isFinished && $0.work.stage == stage }
    return working.map(report) + [report(nil)]
  }
}
