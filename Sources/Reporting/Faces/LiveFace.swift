// The status line that people watch: one calm block, redrawn in place, gone when done.

package import SyncModel
package import Terminal

/// How the live face behaves.
package struct LiveStyle: Sendable {
  package var rule: PaceRule
  package var isVerbose: Bool
  /// Whether standard error is the terminal the block is on, so that an error need be told once.
  package var errorsAreHere: Bool

  package init(rule: PaceRule = PaceRule(), isVerbose: Bool = false, errorsAreHere: Bool = true) {
    self.rule = rule
    self.isVerbose = isVerbose
    self.errorsAreHere = errorsAreHere
  }
}

/// The live face.
package struct LiveFace: Face {
  /// Nothing is drawn before; a run that is shorter prints only its result.
  private static let firstFrame = Duration.milliseconds(300)
  private static let spinnerTick = Duration.milliseconds(100)
  private static let easeTick = Duration.milliseconds(50)
  /// Wider lines are no easier to read.
  private static let widest = 100

  private let words: Words
  private let glyphs: Glyphs
  private let style: LiveStyle
  private let troubles: TroubleLines
  private let began: Moment
  private var painter: Painter
  private var pacer: Pacer?
  private var bar: Ease
  /// What is said since somebody wished to leave.
  private var stopping: DisplayText?
  /// The status drawn last.
  private var drawn: SyncStatus?
  /// When the block goes; nil while the work goes on.
  private var exit: Moment?
  private var isGone = false

  package init(words: Words, glyphs: Glyphs, palette: Palette, style: LiveStyle, began: Moment) {
    self.words = words
    self.glyphs = glyphs
    self.style = style
    self.began = began
    troubles = TroubleLines(words: words, glyphs: glyphs)
    painter = Painter(palette: palette)
    bar = Ease(at: began)
  }

  package mutating func step(_ signal: Signal, _ board: Board, _ scene: Scene) -> [Chunk] {
    switch signal {
    case .event(let event):
      return step(event, board, scene)
    case .tick:
      return frame(board, scene)
    case .interrupt, .terminate, .hangup:
      stopping = words.stopping(signal)
      pacer?.flush(at: scene.now.moment)
      return pacer == nil ? above([Line([Span(fit(words.stopping(signal)))])]) : frame(board, scene)
    case .progressRequest:
      return above([Line([Span(fit(words.progressLine(board, at: scene.now)))])])
    case .resize:
      painter.resized(columns: scene.columns, rows: scene.rows)
      return frame(board, scene)
    case .suspend:
      return standardOutput(painter.erase())
    case .resume:
      // Whatever was on the screen, others have written there since.
      painter.forget()
      return frame(board, scene)
    case .ended, .line, .key, .inputClosed, .outputClosed:
      return []
    }
  }

  package func wakeUp(_ board: Board, _ scene: Scene) -> Moment? {
    guard !isGone, board.run?.isSync == true else { return nil }
    let now = scene.now.moment
    if now < began + Self.firstFrame { return exit ?? began + Self.firstFrame }
    guard pacer != nil || board.wait(at: now) != nil else { return exit }
    let tick = bar.isMoving(at: now) ? Self.easeTick : Self.spinnerTick
    let passed = (now - began).nanoseconds / tick.nanoseconds
    let next = began + tick * Int(passed + 1)
    return [next, pacer?.nextChange, exit].compactMap { $0 }.min()
  }

  package func isDone(_ scene: Scene) -> Bool {
    exit == nil || isGone
  }

  // MARK: Events

  private mutating func step(_ event: SyncEvent, _ board: Board, _ scene: Scene) -> [Chunk] {
    switch event.kind {
    case .status(let status):
      if let hold = status.hold { pacer?.post(status, hold: hold, emitted: event.at) }
      return pacer == nil || changedStatus(scene) ? frame(board, scene) : []
    case .waiting:
      pacer?.flush(at: event.at)
      return frame(board, scene)
    case .notice(let notice):
      return above([Line([Span(fit(words.text(notice)), .muted)])])
    case .request(let trace):
      guard style.isVerbose else { return [] }
      return above([Line([Span(fit(words.text(trace)), .muted)])])
    case .warning:
      return between(troubles.lines(for: event), board, scene)
    case .failure:
      pacer?.flush(at: event.at)
      return style.errorsAreHere ? [] : troubles.lines(for: event)
    case .sourceFinished(let result):
      guard result.outcome == .failed, board.run?.sources.count ?? 0 > 1 else { return [] }
      return above([Line([Span(fit(words.text(result)), .warn)])])
    case .source(let report):
      return rows(report, board, scene)
    case .signIn(let signIn):
      return above([Line([Span(fit(words.text(signIn)))])])
    case .summary(let summary):
      return end(summary, at: event.at, board, scene)
    case .runStarted, .stageStarted, .stageFinished, .work, .score, .prep:
      return []
    }
  }

  private mutating func end(
    _ summary: RunSummary, at moment: Moment, _ board: Board, _ scene: Scene
  ) -> [Chunk] {
    let isCalm = summary.outcome == .ok || summary.outcome == .partial
    exit = moment
    if isCalm { exit = pacer?.finish(at: moment, after: moment - began) ?? moment }
    return frame(board, scene)
  }

  private mutating func rows(
    _ report: SourceReport, _ board: Board, _ scene: Scene
  ) -> [Chunk] {
    if board.run?.isListing == true { return SourceRows(words, glyphs).rows(report, scene) }
    let line = Line([Span(glyphs.ok, .ok), Span(" "), Span(fit(words.connection(report)))])
    return above([line])
  }

  // MARK: Drawing

  /// Goes on to what is due; true when another status is to be drawn.
  private mutating func changedStatus(_ scene: Scene) -> Bool {
    pacer?.advance(to: scene.now.moment)
    return pacer != nil && pacer?.current != drawn
  }

  /// The block as it is now, or what stays of it when its time is over.
  private mutating func frame(_ board: Board, _ scene: Scene) -> [Chunk] {
    guard !isGone else { return [] }
    let now = scene.now.moment
    if let exit, exit <= now {
      isGone = true
      let lines = ResultBlock(words: words, glyphs: glyphs, width: width(scene))
        .lines(board, now: scene.now)
      return standardOutput(painter.leave(lines))
    }
    if pacer == nil {
      guard now >= began + Self.firstFrame else { return [] }
      // A run that waits before its first status has a line, too.
      if let hold = board.status.hold {
        pacer = Pacer(rule: style.rule, at: now)
        pacer?.post(board.status, hold: hold, emitted: now)
      } else if board.wait(at: now) == nil {
        return standardOutput(painter.erase())
      }
    }
    pacer?.advance(to: now)
    guard scene.isForeground else { return [] }
    let status = pacer?.current ?? .initial
    drawn = status
    bar.aim(at: board.progress.fraction, at: now)
    let lines = block(status, board, scene)
    return standardOutput(
      painter.paint(Frame(lines: lines, cursorColumn: 1), columns: scene.columns))
  }

  private func block(_ status: SyncStatus, _ board: Board, _ scene: Scene) -> [Line] {
    let width = width(scene)
    let stages = StageBar(
      fraction: bar.value(at: scene.now.moment), current: board.stage,
      finished: board.finishedStages, words: words, glyphs: glyphs)
    let isNarrow = scene.columns < 40
    let line = statusLine(status, board, scene, percent: isNarrow ? stages.percent : nil)
      .line(width: width, glyphs: glyphs)
    let most = max(1, min(4, scene.rows - 3))
    let lines = [line] + (isNarrow ? [] : [stages.line(width: width)].compactMap { $0 })
    return Array(lines.prefix(most))
  }

  private func statusLine(
    _ status: SyncStatus, _ board: Board, _ scene: Scene, percent: DisplayText?
  ) -> StatusLine {
    let now = scene.now
    let spinner = spinner(at: now.moment)
    if let stopping { return StatusLine(spinner: spinner, text: stopping, role: .warn) }
    if let wait = board.wait(at: now.moment) {
      let text = words.text(wait, left: board.waits.left(at: now.moment))
      return StatusLine(spinner: spinner, text: text, role: .warn)
    }
    return StatusLine(
      spinner: spinner, text: words.text(status, now: now.wall), role: .plain,
      details: details(of: status, board, at: now.moment), percent: percent)
  }

  /// Counts and time left, only beside the status they belong to.
  private func details(
    of status: SyncStatus, _ board: Board, at moment: Moment
  ) -> [DisplayText] {
    guard let source = status.source, source == board.status.source,
      let item = board.progress.item(of: source), let count = words.count(of: item)
    else { return [] }
    let left = timeLeft(of: item, runStarted: board.started, at: moment).map(words.left)
    return [count, left].compactMap { $0 }.map { DisplayText($0) }
  }

  private func spinner(at moment: Moment) -> DisplayText {
    let ticks = (moment - began).nanoseconds / Self.spinnerTick.nanoseconds
    return glyphs.spinner[Int(ticks) % glyphs.spinner.count]
  }

  /// Lines above the block, whole, in order.
  private mutating func above(_ lines: [Line]) -> [Chunk] {
    standardOutput(painter.insert(lines))
  }

  /// Lines of the other output, with the block out of their way when they share a terminal.
  private mutating func between(
    _ chunks: [Chunk], _ board: Board, _ scene: Scene
  ) -> [Chunk] {
    guard style.errorsAreHere, painter.isShowing else { return chunks }
    return standardOutput(painter.erase()) + chunks + frame(board, scene)
  }

  private func standardOutput(_ bytes: [UInt8]) -> [Chunk] {
    bytes.isEmpty ? [] : [Chunk(.standardOutput, bytes)]
  }

  private func width(_ scene: Scene) -> Int {
    min(scene.columns - 1, Self.widest)
  }

  private func fit(_ text: DisplayText) -> DisplayText {
    glyphs.fit(text)
  }
}
