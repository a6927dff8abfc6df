// Dated lines for logs: one a fact, few enough to read, never an escape code.

import Codec
package import SyncModel

/// How the plain face behaves.
package struct PlainStyle: Sendable {
  /// The longest silence; nil for no heartbeat.
  package var heartbeat: Duration?
  /// Whether requests are lines too.
  package var isVerbose: Bool
  /// Whether lines carry the journal's priority instead of the time.
  package var isJournal: Bool
  /// Divides heartbeats and the second a status must last to be a line.
  package var speed: Double

  package init(
    heartbeat: Duration? = .seconds(10), isVerbose: Bool = false, isJournal: Bool = false,
    speed: Double = 1
  ) {
    self.heartbeat = heartbeat
    self.isVerbose = isVerbose
    self.isJournal = isJournal
    self.speed = speed
  }
}

/// The plain face.
package struct PlainFace: Face {
  private let words: Words
  private let glyphs: Glyphs
  private let style: PlainStyle
  private let troubles: TroubleLines
  private var silence: Silence
  private var budget: LineBudget
  /// Statuses already told.
  private var told: Set<SyncStatus.Identity> = []
  /// The status that becomes a line when it lasts.
  private var lasting: Moment?
  private var overview = OverviewTurn()

  package init(
    words: Words, glyphs: Glyphs, style: PlainStyle, troubles: TroubleLines, began: Moment
  ) {
    self.words = words
    self.glyphs = glyphs
    self.style = style
    self.troubles = troubles
    budget = LineBudget(rest: .seconds(300) / style.speed)
    silence = Silence(
      limit: style.heartbeat.map { $0 / style.speed }, lateLimit: budget.rest, since: began)
  }

  package mutating func step(_ signal: Signal, _ board: Board, _ scene: Scene) -> [Chunk] {
    switch signal {
    case .event(let event):
      return picture(event, board, scene) + step(event, board, scene)
        + troubles.lines(for: event, board)
    case .tick:
      return tick(board, scene)
    case .interrupt, .terminate, .hangup:
      lasting = nil
      return [line(words.stopping(signal), scene)]
    case .progressRequest:
      return [line(words.progressLine(board, at: scene.now), scene)]
    case .ended, .line, .key, .inputClosed, .bytes, .bytesEnded, .childEnded, .resize, .suspend,
      .resume, .outputClosed:
      return []
    }
  }

  package func wakeUp(_ board: Board, _ scene: Scene) -> Moment? {
    // A run that waits for another one has something to say before its first status.
    let isTopical =
      board.status != .initial || board.run?.program != nil
      || board.wait(at: scene.now.moment) != nil
    guard isTopical, board.summary == nil else { return nil }
    return [lasting, silence.end(isLate: !budget.allowsFact)].compactMap { $0 }.min()
  }

  private mutating func step(_ event: SyncEvent, _ board: Board, _ scene: Scene) -> [Chunk] {
    switch event.kind {
    case .status(let status):
      return tell(status, at: event.at, board, scene)
    case .runStarted(let run):
      // A further attempt is told anew.
      if run.attempt > 1 { told = [] }
      return []
    case .stageStarted:
      silence.reset(at: event.at)
      return []
    case .sourceFinished(let result):
      guard result.outcome != .failed, result.outcome != .skipped else { return [] }
      let took = board.tallies[result.source]?.duration(at: event.at) ?? .zero
      return [line("\(words.text(result).description) (\(words.took(took)))", scene)]
    case .waiting(let wait):
      guard budget.allows(wait, at: event.at) else { return [] }
      return [line(words.text(wait, left: wait.duration), scene)]
    case .notice(let notice):
      return budget.allowsFact ? [line(words.text(notice), scene)] : []
    case .log(let output):
      // Never held back, never dated: it is as it would be without us.
      silence.speak(at: scene.now.moment)
      return [Chunk(output.stream, line: output.text)]
    case .request(let trace):
      // Who asks for requests wants all of them, and what else there is to say.
      return style.isVerbose ? [line(words.text(trace), scene, isCounted: false)] : []
    case .source(let report):
      return rows(report, board, scene)
    case .signIn(let signIn):
      return [line(words.text(signIn), scene)]
    case .summary:
      lasting = nil
      return result(board, scene)
    case .stageFinished, .work, .progress, .score, .prep, .fitness, .routine, .warning, .failure,
      .foreign:
      return []
    }
  }

  /// `contacting`, `downloading` and what other programs say in their own words are a line at once,
  /// any other status when it lasts.
  private mutating func tell(
    _ status: SyncStatus, at moment: Moment, _ board: Board, _ scene: Scene
  ) -> [Chunk] {
    lasting = nil
    switch status {
    case .initial, .complete, .updated:
      return []
    case .offline:
      return [line(words.text(status, now: scene.now.wall), scene)]
    case .contactingIntegrations, .downloadingActivities:
      if case .downloadingActivities = status, !told.contains(status.identity) {
        silence.reset(at: moment)
      }
      guard told.insert(status.identity).inserted || isNews(status), budget.allowsFact else {
        return []
      }
      return [line(words.text(status, now: scene.now.wall), scene)]
    case .free:
      // In this order: what is not said is not remembered, so that memory is bounded.
      guard budget.allowsFact, told.insert(status.identity).inserted else { return [] }
      return [line(words.text(status, now: scene.now.wall), scene)]
    case .fetchingHealthData, .generatingRoutine, .processingData, .computingZones,
      .calculatingScores, .refreshingScores, .buildingPrep, .saving, .finalizing:
      guard !told.contains(status.identity) else { return [] }
      lasting = board.statusSince + .seconds(1) / style.speed
      return []
    }
  }

  /// Whether a status that was told says something else now: a source turned out to be down.
  private func isNews(_ status: SyncStatus) -> Bool {
    if case .contactingIntegrations(_, let unavailable) = status { return !unavailable.isEmpty }
    return false
  }

  private mutating func tick(_ board: Board, _ scene: Scene) -> [Chunk] {
    let now = scene.now.moment
    if let due = lasting, due <= now {
      lasting = nil
      told.insert(board.status.identity)
      return budget.allowsFact ? [line(words.text(board.status, now: scene.now.wall), scene)] : []
    }
    guard let end = silence.end(isLate: !budget.allowsFact), end <= now else { return [] }
    silence.beat(at: now)
    return [line(words.heartbeat(board, at: scene.now), scene)]
  }

  private mutating func rows(
    _ report: SourceReport, _ board: Board, _ scene: Scene
  ) -> [Chunk] {
    if board.run?.isListing == true { return SourceRows(words, glyphs).rows(report, scene) }
    if board.run?.isOverview == true { return [] }
    let row = board.listsSources ? words.text(report, now: scene.now.wall) : nil
    return [line(row ?? words.connection(report), scene)]
  }

  /// How everything stands, without dates and colours so that it can be read and cut.
  private mutating func picture(
    _ event: SyncEvent, _ board: Board, _ scene: Scene
  ) -> [Chunk] {
    guard overview.isDue(event, board) else { return [] }
    return Overview(board, words, glyphs, now: scene.now.wall, width: scene.columns).lines.map {
      Chunk(.standardOutput, line: $0.text)
    }
  }

  private mutating func result(_ board: Board, _ scene: Scene) -> [Chunk] {
    guard let summary = board.summary, board.hasBlock else {
      return board.summary?.outcome == .interrupted ? [line(words.stopped(board), scene)] : []
    }
    var lines: [Chunk] = []
    if board.endsAsSync, summary.outcome != .interrupted,
      summary.outcome != .failed || board.status == .offline,
      let scores = words.plainScores(board, now: scene.now.wall)
    {
      lines.append(line(scores, scene))
    }
    let clauses = words.plainResult(board)
    if !clauses.isEmpty {
      let took = words.took(board.duration(at: scene.now.moment))
      lines.append(line("\(clauses.description) (\(took))", scene))
    }
    return lines
  }

  private mutating func line(
    _ text: DisplayText, _ scene: Scene, isCounted: Bool = true
  ) -> Chunk {
    silence.speak(at: scene.now.moment)
    if isCounted { budget.count() }
    let mark = style.isJournal ? "<6>" : UTCTime.text(scene.now.wall.seconds) + " "
    return Chunk(.standardOutput, line: glyphs.fit(DisplayText(mark + text.description)))
  }
}
