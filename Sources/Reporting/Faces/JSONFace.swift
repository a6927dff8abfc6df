// The event stream on standard output: `version` first, `summary` last, one write an event.

package import SyncModel

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
    words: Words, isQuiet: Bool, isVerbose: Bool, version: String, isReplay: Bool = false
  ) {
    encoder = EventEncoder(words: words)
    self.isQuiet = isQuiet
    self.isVerbose = isVerbose
    self.version = version
    self.isReplay = isReplay
  }

  package mutating func begin(_ scene: Scene) -> [Chunk] {
    isReplay ? [] : [first(scene)]
  }

  private mutating func first(_ scene: Scene) -> Chunk {
    hasBegun = true
    return Chunk(.standardOutput, encoder.version(version, at: scene.now))
  }

  package mutating func step(_ signal: Signal, _ board: Board, _ scene: Scene) -> [Chunk] {
    switch signal {
    case .event(let event):
      return (hasBegun ? [] : [first(scene)]) + step(event, board, scene)
    case .tick:
      return passOn(relayed.taken(at: scene.now.moment), board, scene)
        + progress(board, scene)
    case .ended, .line, .key, .inputClosed, .bytes, .bytesEnded, .childEnded, .resize, .interrupt,
      .terminate, .hangup, .suspend,
      .resume,
      .outputClosed, .progressRequest:
      return []
    }
  }

  package func wakeUp(_ board: Board, _ scene: Scene) -> Moment? {
    guard !isQuiet, board.summary == nil else { return nil }
    if isRelay {
      return relayed.due
    }
    guard board.stage != nil else { return nil }
    return due ?? board.started + .seconds(1)
  }

  private mutating func step(_ event: SyncEvent, _ board: Board, _ scene: Scene) -> [Chunk] {
    var chunks: [Chunk] = []
    if let received = event.received {
      isRelay = true
      // What was recorded was told slowly enough, or as its writer wanted it.
      if case .progress(let report) = event.kind, received.elapsed == nil {
        guard relayed.mayPass(event, of: report.source, at: scene.now.moment) else { return [] }
      }
    }
    switch event.kind {
    case .stageFinished(let stage):
      chunks =
        isRelay
        ? passOn(relayed.takenAll(at: scene.now.moment), board, scene)
        : last(of: stage, board, scene)
    case .stageStarted, .sourceFinished, .summary:
      chunks = passOn(relayed.takenAll(at: scene.now.moment), board, scene)
    case .runStarted, .status, .work, .progress, .score, .prep, .fitness, .routine, .waiting,
      .notice, .warning, .failure, .request, .log, .source, .signIn, .foreign:
      break
    }
    if isShown(event), let line = encoder.line(event, board, at: scene.now) {
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
    _ events: [SyncEvent], _ board: Board, _ scene: Scene
  ) -> [Chunk] {
    if isQuiet { return [] }
    return events.compactMap { event in
      encoder.line(event, board, at: scene.now).map { Chunk(.standardOutput, $0) }
    }
  }

  // MARK: Our own progress

  /// Progress that moved, at most once a second for each source and for the run.
  private mutating func progress(_ board: Board, _ scene: Scene) -> [Chunk] {
    guard !isQuiet, !isRelay, let stage = board.stage, board.summary == nil else { return [] }
    if let due, scene.now.moment < due { return [] }
    due = scene.now.moment + .seconds(1)
    return reports(of: stage, board, scene).compactMap { report in
      if let last = told[report.source],
        scene.now.moment - last.at < .seconds(1) || last.report == report
      {
        return nil
      }
      return tell(report, board, scene)
    }
  }

  /// A last progress when a stage is finished.
  private mutating func last(of stage: Stage, _ board: Board, _ scene: Scene) -> [Chunk] {
    guard !isQuiet else { return [] }
    let report = ProgressReport(
      fraction: board.progress.fraction, stage: stage,
      stageFraction: board.progress.fraction(of: stage), source: nil, done: nil, total: nil,
      unit: nil, left: nil)
    return [tell(report, board, scene)]
  }

  private mutating func tell(
    _ report: ProgressReport, _ board: Board, _ scene: Scene
  ) -> Chunk {
    told[report.source] = (scene.now.moment, report)
    return Chunk(.standardOutput, encoder.progress(report, board, at: scene.now))
  }

  private func reports(of stage: Stage, _ board: Board, _ scene: Scene) -> [ProgressReport] {
    let progress = board.progress
    func report(_ item: Progress.Item?) -> ProgressReport {
      ProgressReport(
        fraction: progress.fraction, stage: stage, stageFraction: progress.fraction(of: stage),
        source: item?.work.source, done: item?.done, total: item?.total, unit: item?.work.unit,
        left: item.flatMap { board.timeLeft(of: $0, at: scene.now.moment) })
    }
    let working = progress.counted.filter { !$0.work.gauge.isFinished && $0.work.stage == stage }
    return working.map(report) + [report(nil)]
  }
}
