// The status line that people watch: one calm block, redrawn in place, gone when done.

package import SyncModel
package import Terminal

/// The live face.
package struct LiveFace: Face {
  /// Nothing is drawn before; a run that is shorter prints only its result.
  private static let firstFrame = Duration.milliseconds(300)
  /// Nanoseconds between two frames: for the spinner alone, and while something moves.
  private static let spinnerTick: Int64 = 100_000_000
  private static let easeTick: Int64 = 50_000_000

  private let words: Words
  private let glyphs: Glyphs
  private let style: LiveStyle
  private let troubles: TroubleLines
  /// When the run began, by the time of the animation.
  private let began: Moment
  private var painter: Painter
  private var taskbar = Taskbar()
  private var block: LiveBlock
  private var bar: Ease
  private var pacer: Pacer?
  /// When the first frame of this attempt may be drawn, by the time of the animation.
  private var start: Moment
  private var stillness: Stillness?
  /// The status drawn last.
  private var drawn: SyncStatus?
  /// What is said since somebody wished to leave.
  private var stopping: DisplayText?
  /// Lines that wait until the process may draw again.
  private var held: [Line] = []
  /// Whether they go out with the next frame, which comes at once.
  private var areLinesDue = false
  /// When the block goes, by the time of the run; nil while the work goes on.
  private var exit: Moment?
  private var isGone = false
  private var bell: Bell
  /// The line of a program that stands as its status.
  private var followed: DisplayText?
  private var overview = OverviewTurn()

  /// - Parameter began: by the time of the animation.
  package init(words: Words, glyphs: Glyphs, palette: Palette, style: LiveStyle, began: Moment) {
    self.words = words
    self.glyphs = glyphs
    self.style = style
    self.began = began
    troubles = TroubleLines(words: words, glyphs: glyphs)
    painter = Painter(palette: palette)
    block = LiveBlock(words: words, glyphs: glyphs)
    bar = Ease(at: began)
    bell = Bell(rings: style.rings)
    start = began + Self.firstFrame
  }

  package mutating func step(_ signal: Signal, _ board: Board, _ scene: Scene) -> [Chunk] {
    let stillness = stillness
    self.stillness = nil
    switch signal {
    case .event(let event):
      return picture(event, board, scene) + step(event, board, scene)
    case .tick:
      return tick(stillness, board, scene)
    case .ended:
      return scene.offer == nil ? [] : frame(board, scene)
    case .interrupt, .terminate, .hangup:
      return stop(words.stopping(signal), board, scene)
    case .progressRequest:
      // Somebody asked: that is no reason to wait.
      held.append(Line([Span(fit(words.progressLine(board, at: scene.now)))]))
      return standardOutput(released())
    case .resize:
      painter.resized(columns: scene.columns, rows: scene.rows)
      return frame(board, scene)
    case .suspend:
      return standardOutput(painter.erase() + taskbar.show(.none))
    case .resume:
      // Whatever was on the screen, others have written there since.
      painter.forget()
      return frame(board, scene)
    case .line, .key, .inputClosed, .bytes, .bytesEnded, .childEnded, .outputClosed:
      return []
    }
  }

  package func wakeUp(_ board: Board, _ scene: Scene) -> Moment? {
    guard !isGone, board.hasBlock, scene.offer == nil else { return nil }
    if scene.animation < start { return exit }
    return [pacer?.nextChange, exit].compactMap { $0 }.min()
  }

  package func nextFrame(_ board: Board, _ scene: Scene) -> Moment? {
    let now = scene.animation
    if areLinesDue { return now }
    guard !isGone, board.hasBlock else { return nil }
    // A panel stands still; but the process may come back to the foreground without a signal.
    if scene.offer != nil { return scene.isForeground ? nil : tick(after: now, Self.spinnerTick) }
    if stillness != nil { return tick(after: now, Self.spinnerTick) }
    if now < start { return exit == nil ? start : nil }
    guard pacer != nil || hasTopic(board, at: scene.now.moment) else { return nil }
    let isQuick =
      bar.isMoving(at: now) || (hasTips(board) && TipLine.isFading(age: now - began))
      || style.rushes
    return tick(after: now, isQuick ? Self.easeTick : Self.spinnerTick)
  }

  /// The next tick of a clock that began with the run.
  private func tick(after moment: Moment, _ length: Int64) -> Moment {
    let age = moment.nanoseconds - began.nanoseconds
    return Moment(nanoseconds: moment.nanoseconds + length - age % length)
  }

  package func isDone(_ scene: Scene) -> Bool {
    exit == nil || isGone
  }

  // MARK: Events

  private mutating func step(_ event: SyncEvent, _ board: Board, _ scene: Scene) -> [Chunk] {
    switch event.kind {
    case .runStarted(let run):
      if run.attempt > 1 { beginAgain(board, scene) }
      return []
    case .status(let status):
      if let hold = status.hold { pacer?.post(status, hold: hold, emitted: event.at) }
      if style.rushes { return [] }
      return pacer == nil || changedStatus(scene) ? frame(board, scene) : []
    case .waiting:
      pacer?.flush(at: event.at)
      return style.rushes ? [] : frame(board, scene)
    case .notice(let notice):
      return above(Line([Span(fit(words.text(notice)), .muted)]), board, scene)
    case .request(let trace):
      guard style.isVerbose else { return [] }
      return above(Line([Span(fit(words.text(trace)), .muted)]), board, scene)
    case .warning:
      return between(troubles.lines(for: event, board), board, scene)
    case .log(let line):
      return log(line, board, scene)
    case .failure:
      pacer?.flush(at: event.at)
      return style.errorsAreHere ? [] : troubles.lines(for: event, board)
    case .sourceFinished(let result):
      // Unless the others still work, the result is about to say it.
      guard board.isWorking(besides: result.source),
        let failure = board.failures.last(where: { $0.source == result.source })
      else { return [] }
      return above(Line([Span(fit(words.text(result.source, failure)), .warn)]), board, scene)
    case .source(let report):
      return rows(report, board, scene)
    case .signIn(let signIn):
      return above(Line([Span(fit(words.text(signIn)))]), board, scene) + frame(board, scene)
    case .summary(let summary):
      let errors = style.errorsAreHere ? [] : troubles.lines(for: event, board)
      return errors + end(summary, at: event.at, board, scene)
    case .stageStarted, .stageFinished, .work, .progress, .score, .prep, .fitness, .routine,
      .foreign:
      return []
    }
  }

  private mutating func stop(
    _ text: DisplayText, _ board: Board, _ scene: Scene
  ) -> [Chunk] {
    // At the panel nothing is being done that could be stopped.
    if scene.offer != nil { return [] }
    stopping = text
    pacer?.flush(at: scene.now.moment)
    guard painter.isShowing else {
      return scene.isForeground ? above(Line([Span(fit(text))]), board, scene) : []
    }
    return frame(board, scene)
  }

  /// A further attempt: the panel gives way to the line as soon as there is something to say.
  private mutating func beginAgain(_ board: Board, _ scene: Scene) {
    start = scene.animation
    pacer = nil
    drawn = nil
    stopping = nil
    exit = nil
    bell.rest()
    if board.progress.fraction < bar.target {
      bar = Ease(at: scene.animation, value: board.progress.fraction)
    }
  }

  private mutating func end(
    _ summary: RunSummary, at moment: Moment, _ board: Board, _ scene: Scene
  ) -> [Chunk] {
    let isCalm = summary.outcome == .ok || summary.outcome == .partial
    exit = moment
    // Where a panel stands already nothing is left to be read.
    if isCalm, scene.offer == nil {
      exit = pacer?.finish(at: moment, after: moment - board.started) ?? moment
    }
    return frame(board, scene)
  }

  private mutating func rows(
    _ report: SourceReport, _ board: Board, _ scene: Scene
  ) -> [Chunk] {
    if board.run?.isListing == true { return SourceRows(words, glyphs).rows(report, scene) }
    if board.run?.isOverview == true { return [] }
    let done = [Span(glyphs.ok, .ok), Span(" "), Span(fit(words.connection(report)))]
    let row = [Span(fit(words.text(report, now: scene.now.wall)))]
    return above(Line(board.listsSources ? row : done), board, scene)
  }

  /// How everything stands, where nothing is redrawn.
  private mutating func picture(
    _ event: SyncEvent, _ board: Board, _ scene: Scene
  ) -> [Chunk] {
    guard overview.isDue(event, board) else { return [] }
    let width = LiveBlock.width(scene)
    held += Overview(board, words, glyphs, now: scene.now.wall, width: width).lines
    return standardOutput(released())
  }

  // MARK: Drawing

  /// A frame, by the shortest way: while the last one holds, the spinner alone.
  private mutating func tick(
    _ stillness: Stillness?, _ board: Board, _ scene: Scene
  ) -> [Chunk] {
    let age = scene.animation.nanoseconds - began.nanoseconds
    guard let stillness, stillness.holds(board, scene),
      let bytes = painter.turn(to: block.spinner(age: age))
    else { return frame(board, scene) }
    self.stillness = stillness
    return standardOutput(bytes)
  }

  /// How long the frame just drawn stays true; nil while something moves or is counted down.
  private func stillness(
    of moving: LiveBlock.Moving, _ board: Board, _ scene: Scene
  ) -> Stillness? {
    guard held.isEmpty, exit == nil, pacer?.nextChange == nil, !style.rushes,
      !bar.isMoving(at: scene.animation)
    else { return nil }
    return Stillness(of: moving, board, scene, hasTips: hasTips(board))
  }

  /// Whether there is something to say before the first status.
  private func hasTopic(_ board: Board, at moment: Moment) -> Bool {
    board.displacesStatus(at: moment) || board.run?.program != nil
  }

  private func hasTips(_ board: Board) -> Bool {
    style.firstTip != nil && board.run?.isSync == true
  }

  /// Goes on to what is due; true when another status is to be drawn.
  private mutating func changedStatus(_ scene: Scene) -> Bool {
    pacer?.advance(to: scene.now.moment)
    return pacer != nil && pacer?.current != drawn
  }

  /// The block as it is now, or what stays of it when its time is over.
  private mutating func frame(_ board: Board, _ scene: Scene) -> [Chunk] {
    guard !isGone else { return dueLines(board, scene) }
    let now = scene.now.moment
    if let exit, exit <= now { return leave(board, scene) }
    if let offer = scene.offer { return panel(offer, board, scene) }
    if pacer == nil {
      guard scene.animation >= start else { return dueLines(board, scene) }
      // A run that waits before its first status has a line, too.
      if let hold = board.status.hold {
        pacer = Pacer(rule: style.rule, at: now)
        pacer?.post(board.status, hold: hold, emitted: now)
      } else if !hasTopic(board, at: now) {
        return dueLines(board, scene) + standardOutput(painter.erase())
      }
    }
    follow(board, at: now)
    pacer?.advance(to: now)
    guard scene.isForeground else { return dueLines(board, scene) }
    let status = pacer?.current ?? .initial
    drawn = status
    // When all is done there may be no time to ease: the last frames must not show less.
    if board.progress.fraction == 1 { bar = Ease(at: scene.animation, value: 1) }
    bar.aim(at: board.progress.fraction, at: scene.animation)
    let moving = LiveBlock.Moving(
      age: scene.animation - began, status: status, fraction: bar.value(at: scene.animation),
      stopping: stopping, firstTip: style.firstTip)
    stillness = stillness(of: moving, board, scene)
    let bytes = painter.paint(block.frame(moving, board, scene), columns: scene.columns)
    let isWaiting = board.wait(at: now) != nil
    return standardOutput(
      released() + bytes
        + inTaskbar(board) { isWaiting ? .paused(percent: $0) : .normal(percent: $0) })
  }

  /// A program that does not say what it does has its last line for a status.
  private mutating func follow(_ board: Board, at moment: Moment) {
    guard case .initial = board.status, let line = board.lastLine(at: moment), line != followed
    else { return }
    followed = line
    // One that goes on is the same status with another text.
    let name: DisplayText? = board.openLine == nil ? nil : "open line"
    let status = SyncStatus.free(FreeStatus(name: name, text: line, spoken: line))
    if pacer == nil { pacer = Pacer(rule: style.rule, at: moment) }
    pacer?.post(status, hold: .zero, emitted: moment)
  }

  /// What is wrong, and the keys that can be pressed.
  private mutating func panel(_ offer: Offer, _ board: Board, _ scene: Scene) -> [Chunk] {
    guard scene.isForeground else { return [] }
    let result = ResultBlock(words: words, glyphs: glyphs, width: LiveBlock.width(scene))
    // Where there is no room for all the prompt stays.
    let most = max(1, scene.rows - 1)
    let prompt = result.prompt(offer.remedy).suffix(most)
    let lines =
      result.lines(offer.report, board, now: scene.now, remedy: offer.remedy)
      .prefix(most - prompt.count) + prompt
    let mark = lines.first?.spans.first?.text.cells ?? 0
    let bytes = painter.paint(
      Frame(lines: Array(lines), cursorColumn: mark), columns: scene.columns)
    return standardOutput(
      released() + bell.ring(offer.report) + bytes + inTaskbar(board) { .error(percent: $0) })
  }

  /// Takes the block away and leaves the result.
  private mutating func leave(_ board: Board, _ scene: Scene) -> [Chunk] {
    isGone = true
    guard var summary = board.summary else {
      return standardOutput(painter.erase() + taskbar.show(.none))
    }
    // Whoever leaves the panel leaves what it said, by whatever key.
    if let offer = scene.offer { summary = offer.report }
    let lines = ResultBlock(words: words, glyphs: glyphs, width: LiveBlock.width(scene))
      .lines(summary, board, now: scene.now)
    var bytes = painter.leave(held + lines)
    // In the background a shell has its prompt on the line.
    if !scene.isForeground, !bytes.isEmpty { bytes = Array("\r\n".utf8) + bytes }
    held = []
    areLinesDue = false
    return standardOutput(bell.ring(summary) + bytes + taskbar.show(.none))
  }

  /// The progress in the taskbar, where there is one: what is true, not what is eased.
  private mutating func inTaskbar(
    _ board: Board, as state: (_ percent: Int) -> Taskbar.State
  ) -> [UInt8] {
    guard style.hasTaskbar, board.hasStages || board.progress.isKnown else { return [] }
    return taskbar.show(state(Int((board.progress.fraction * 100).rounded(.down))))
  }

  // MARK: Lines beside the block

  /// Lines above the block, whole, in order. While a sync is in the background they wait.
  private mutating func above(_ line: Line, _ board: Board, _ scene: Scene) -> [Chunk] {
    held.append(line)
    return mayWrite(board, scene) ? standardOutput(released()) : []
  }

  private func mayWrite(_ board: Board, _ scene: Scene) -> Bool {
    scene.isForeground || board.run?.isSync != true
  }

  /// A line of a wrapped command. Many may come at once: they go out together, with one repaint.
  private mutating func log(_ line: LogLine, _ board: Board, _ scene: Scene) -> [Chunk] {
    if line.stream == .standardError, !style.errorsAreHere {
      return [Chunk(.standardError, line: line.text)]
    }
    held.append(Line([Span(line.text)]))
    areLinesDue = mayWrite(board, scene)
    return []
  }

  /// The lines that are due, where no frame takes them along.
  private mutating func dueLines(_ board: Board, _ scene: Scene) -> [Chunk] {
    areLinesDue && mayWrite(board, scene) ? standardOutput(released()) : []
  }

  private mutating func released() -> [UInt8] {
    areLinesDue = false
    defer { held = [] }
    return painter.insert(held)
  }

  /// Lines of the other output, with the block out of their way when they share a terminal.
  private mutating func between(
    _ chunks: [Chunk], _ board: Board, _ scene: Scene
  ) -> [Chunk] {
    let before = dueLines(board, scene)
    guard style.errorsAreHere, painter.isShowing else { return before + chunks }
    return before + standardOutput(painter.erase()) + chunks + frame(board, scene)
  }

  private func standardOutput(_ bytes: [UInt8]) -> [Chunk] {
    bytes.isEmpty ? [] : [Chunk(.standardOutput, bytes)]
  }

  private func fit(_ text: DisplayText) -> DisplayText {
    glyphs.fit(text)
  }
}
