// The live face: a block of up to four lines, redrawn in place and replaced by the result.

package import Model
package import Terminal

/// The live face.
package struct LiveFace: Face {
  /// Nothing is drawn before this, so a shorter run prints only its result.
  private static let firstFrame = Duration.milliseconds(300)
  /// Nanoseconds between frames: for the spinner alone, and while the bar or a tip moves.
  private static let spinnerTick: Int64 = 100_000_000
  private static let easeTick: Int64 = 50_000_000

  private let messages: Messages
  private let glyphs: Glyphs
  private let style: LiveStyle
  private let troubles: TroubleLines
  /// When the run began, in animation time.
  private let began: Moment
  private var painter: Painter
  private var taskbar = Taskbar()
  private var block: LiveBlock
  private var bar: Ease
  private var pacer: Pacer?
  /// When the first frame of this attempt may be drawn, in animation time.
  private var start: Moment
  /// The last status drawn.
  private var drawn: SyncStatus?
  /// Shown after Ctrl-C or a signal; nil before.
  private var stopping: DisplayText?
  /// Lines to insert above the block with the next output.
  private var pending = PendingLines()
  /// When the block disappears, in run time; nil while the work goes on.
  private var exit: Moment?
  private var isGone = false
  private var bell: Bell
  /// Set while the block makes way for a question of a wrapped command.
  private var question = OpenQuestion()
  /// The lines that were typed before the last frame.
  private var typedLines = 0
  private var overview = OverviewTurn()

  /// - Parameter began: in animation time.
  package init(
    messages: Messages, glyphs: Glyphs, palette: Palette, style: LiveStyle, began: Moment
  ) {
    self.messages = messages
    self.glyphs = glyphs
    self.style = style
    self.began = began
    troubles = TroubleLines(messages: messages, glyphs: glyphs)
    painter = Painter(palette: palette, isShared: style.isShared)
    block = LiveBlock(messages: messages, glyphs: glyphs)
    bar = Ease(at: began)
    bell = Bell(rings: style.rings)
    start = began + Self.firstFrame
  }

  package mutating func begin(_ context: RenderContext) -> [Chunk] {
    painter.resized(columns: context.columns, rows: context.rows)
    return []
  }

  package mutating func step(
    _ signal: Signal, _ state: RunState, _ context: RenderContext
  ) -> [Chunk] {
    pending.follow(state, glyphs, context)
    switch signal {
    case .event(let event):
      return overviewLines(event, state, context) + step(event, state, context)
    case .output(let change):
      return log(change, state, context)
    case .tick:
      return frame(state, context)
    case .ended:
      return context.offer == nil ? [] : frame(state, context)
    case .interrupt, .terminate, .hangup:
      return stop(messages.stopping(signal), state, context)
    case .progressRequest:
      // Answered at once, even in the background.
      pending.add([Line([Span(glyphs.fit(messages.progressLine(state, at: context.now)))])])
      return released()
    case .resize:
      return begin(context) + frame(state, context)
    case .suspend:
      return released() + standardOutput(painter.erase() + taskbar.show(.none))
    case .resume:
      // Other programs may have written over the block.
      painter.forget()
      return frame(state, context)
    case .line, .key, .inputClosed, .bytes, .bytesEnded, .childStopped, .childEnded, .outputClosed:
      return []
    }
  }

  package func wakeUp(_ state: RunState, _ context: RenderContext) -> Moment? {
    guard !isGone, state.hasBlock, context.offer == nil else { return nil }
    if context.animation < start { return exit }
    return earlier(pacer?.nextChange, exit)
  }

  package func nextFrame(_ state: RunState, _ context: RenderContext) -> Moment? {
    let now = context.animation
    if pending.areDue || pending.isBehind(state, context) { return now }
    if context.isForeground, question.isBehind(state.child.openLine) { return now }
    guard !isGone, state.hasBlock else { return nil }
    // A panel does not move, but no signal says when the process returns to the foreground.
    if context.offer != nil {
      return context.isForeground ? nil : tick(after: now, Self.spinnerTick)
    }
    if now < start { return exit == nil ? start : nil }
    guard pacer != nil || state.hasTopic(at: context.now.moment) else { return nil }
    let isQuick =
      bar.isMoving(at: now) || (style.hasTips(state) && TipLine.isFading(age: now - began))
      || style.isAtTopSpeed
    return tick(after: now, isQuick ? Self.easeTick : Self.spinnerTick)
  }

  /// The next tick; ticks are counted from the beginning of the run.
  private func tick(after moment: Moment, _ length: Int64) -> Moment {
    let age = moment.nanoseconds - began.nanoseconds
    return Moment(nanoseconds: moment.nanoseconds + length - age % length)
  }

  package func isDone(_ context: RenderContext) -> Bool { exit == nil || isGone }

  private mutating func step(
    _ event: SyncEvent, _ state: RunState, _ context: RenderContext
  ) -> [Chunk] {
    switch event.kind {
    case .runStarted(let run):
      if run.attempt > 1 { beginAgain(state, context) }
      return []
    case .status(let status):
      if let hold = status.hold { pacer?.post(status, hold: hold, emitted: event.at) }
      if style.isAtTopSpeed { return [] }
      return pacer == nil || changedStatus(context) ? frame(state, context) : []
    case .waiting:
      pacer?.flush(at: event.at)
      return style.isAtTopSpeed ? [] : frame(state, context)
    case .notice(let notice):
      return above([Span(glyphs.fit(messages.text(notice)), .muted)], state, context)
    case .request(let trace):
      guard style.isVerbose else { return [] }
      return above([Span(glyphs.fit(messages.text(trace)), .muted)], state, context)
    case .warning:
      return between(troubles.lines(for: event, state), state, context)
    case .log(let line):
      return log(line, state, context)
    case .failure:
      pacer?.flush(at: event.at)
      return style.errorsAreHere ? [] : troubles.lines(for: event, state)
    case .sourceFinished(let result):
      // If no other source is working, the result follows and says it.
      guard state.isWorking(besides: result.source),
        let failure = state.failures.last(where: { $0.source == result.source })
      else { return [] }
      return above(
        [Span(glyphs.fit(messages.text(result.source, failure)), .warn)], state, context)
    case .source(let report):
      return rows(report, state, context)
    case .signIn(let signIn):
      return above([Span(glyphs.fit(messages.text(signIn)))], state, context)
        + frame(state, context)
    case .summary(let summary):
      let errors = style.errorsAreHere ? [] : troubles.lines(for: event, state)
      return errors + end(summary, at: event.at, state, context)
    case .stageStarted, .stageFinished, .work, .progress, .score, .prep, .fitness, .power, .chart,
      .routine, .foreign:
      return []
    }
  }

  private mutating func stop(
    _ text: DisplayText, _ state: RunState, _ context: RenderContext
  ) -> [Chunk] {
    // While the panel is shown, there is no work to stop.
    if context.offer != nil { return [] }
    stopping = text
    pacer?.flush(at: context.now.moment)
    guard painter.isShowing else {
      return context.isForeground ? above([Span(glyphs.fit(text))], state, context) : []
    }
    return frame(state, context)
  }

  /// Another attempt: the block replaces the panel without the initial delay.
  private mutating func beginAgain(_ state: RunState, _ context: RenderContext) {
    start = context.animation
    (pacer, drawn, stopping, exit) = (nil, nil, nil, nil)
    bell.rest()
    if state.progress.fraction < bar.target {
      bar = Ease(at: context.animation, value: state.progress.fraction)
    }
  }

  private mutating func end(
    _ summary: RunSummary, at moment: Moment, _ state: RunState, _ context: RenderContext
  ) -> [Chunk] {
    exit = moment
    // With a panel on the screen, no status is left to be read.
    if context.offer == nil, [.ok, .partial].contains(summary.outcome) {
      exit = pacer?.finish(at: moment, after: moment - state.started) ?? moment
    }
    return frame(state, context)
  }

  private mutating func rows(
    _ report: SourceReport, _ state: RunState, _ context: RenderContext
  ) -> [Chunk] {
    let rows = SourceRows(messages, glyphs)
    if state.run?.isListing == true { return rows.rows(report, context) }
    if state.run?.isOverview == true { return [] }
    return above(rows.line(report, state, context), state, context)
  }

  /// The output of `status` or `chart`, printed once.
  private mutating func overviewLines(
    _ event: SyncEvent, _ state: RunState, _ context: RenderContext
  ) -> [Chunk] {
    guard overview.isDue(event, state) else { return [] }
    pending.add(Overview.lines(state, messages, glyphs, context))
    return released()
  }

  /// Advances the pacer; true if another status must be drawn.
  private mutating func changedStatus(_ context: RenderContext) -> Bool {
    pacer?.advance(to: context.now.moment)
    return pacer != nil && pacer?.current != drawn
  }

  /// The block as it is now, or the result once the run has ended.
  private mutating func frame(_ state: RunState, _ context: RenderContext) -> [Chunk] {
    guard !isGone else { return dueLines(state, context) }
    let now = context.now.moment
    if let exit, exit <= now { return leave(state, context) }
    if let offer = context.offer { return panel(offer, state, context) }
    if pacer == nil {
      guard context.animation >= start else { return dueLines(state, context) }
      // A run that waits before its first status has a block, too.
      if let hold = state.status.hold {
        pacer = Pacer(rule: style.rule, at: now)
        pacer?.post(state.status, hold: hold, emitted: now)
      } else if !state.hasTopic(at: now) {
        return dueLines(state, context) + standardOutput(painter.erase())
      }
    }
    pacer?.advance(to: now)
    guard context.isForeground else { return dueLines(state, context) }
    let isTaken = state.child.keyboard.isTaken
    let asked = state.openQuestion(at: now, style, after: question)
    // In the order of the bytes: each step changes what the next one finds on the screen.
    let repair = asked == nil && !isTaken ? repair(state) : []
    let above = repair + pending.release(&painter, &question)
    if let bytes = question.frame(asked, isTaken: isTaken, context, style, &painter) {
      return standardOutput(above + bytes)
    }
    let status = pacer?.current ?? .initial
    drawn = status
    let fraction = state.progress.fraction
    // At the end there may be no time to ease, and the last frames must show 100 %. Another bar
    // begins where it is.
    if fraction == 1 || fraction < bar.target { bar = Ease(at: context.animation, value: fraction) }
    bar.aim(at: fraction, at: context.animation)
    let content = LiveBlock.Content(
      age: context.animation - began, status: status, fraction: bar.value(at: context.animation),
      stopping: stopping, firstTip: style.firstTip)
    let bytes = painter.paint(block.frame(content, state, context), columns: context.columns)
    let isWaiting = state.wait(at: now) != nil
    return standardOutput(
      above + bytes + inTaskbar(state) { isWaiting ? .paused(percent: $0) : .normal(percent: $0) })
  }

  /// The error and the keys that can be pressed.
  private mutating func panel(
    _ offer: RetryPrompt, _ state: RunState, _ context: RenderContext
  ) -> [Chunk] {
    guard context.isForeground else { return [] }
    let above = pending.release(&painter, &question)
    let lines = ResultBlock(messages: messages, glyphs: glyphs, width: LiveBlock.width(context))
      .panel(offer, state, context)
    let mark = lines.first?.spans.first?.text.cells ?? 0
    let bytes = painter.paint(Frame(lines: lines, cursorColumn: mark), columns: context.columns)
    return standardOutput(
      above + bell.ring(offer.report) + bytes + inTaskbar(state) { .error(percent: $0) })
  }

  /// Replaces the block by the result.
  private mutating func leave(_ state: RunState, _ context: RenderContext) -> [Chunk] {
    isGone = true
    guard var summary = state.summary else {
      return standardOutput(painter.erase() + taskbar.show(.none))
    }
    // Leaving the panel keeps its report, whichever key was pressed.
    if let offer = context.offer { summary = offer.report }
    let lines = ResultBlock(messages: messages, glyphs: glyphs, width: LiveBlock.width(context))
      .lines(summary, state, now: context.now)
    var bytes = question.endOfTyping + pending.leave(&painter, with: lines)
    // In the background the shell's prompt is on the current line.
    if !context.isForeground, !bytes.isEmpty { bytes = Array("\r\n".utf8) + bytes }
    return standardOutput(bell.ring(summary) + bytes + taskbar.show(.none))
  }

  /// The progress in the terminal's taskbar: the real fraction, not the eased one.
  private mutating func inTaskbar(
    _ state: RunState, as progress: (_ percent: Int) -> Taskbar.State
  ) -> [UInt8] {
    style.showsTaskbar(state) ? taskbar.show(progress(state.percent)) : []
  }

  // MARK: Lines above the block

  /// Inserts a line above the block. A sync in the background keeps it until later.
  private mutating func above(
    _ spans: [Span], _ state: RunState, _ context: RenderContext
  ) -> [Chunk] {
    pending.add([Line(spans)])
    return context.mayWrite(during: state) ? released() : []
  }

  /// A change of a wrapped command's lines.
  private mutating func log(
    _ change: OutputChange, _ state: RunState, _ context: RenderContext
  ) -> [Chunk] {
    switch change {
    case .line(let line), .again(let line):
      return log(line, state, context)
    case .lines(let lines):
      if lines.stream == .standardError, !style.errorsAreHere { return change.logged }
      guard !question.isUnfinished, context.mayWrite(during: state) else {
        return change.newLines.flatMap { log($0, state, context) }
      }
      defer { pending.add(lines) }
      return released()
    case .retracted(let count):
      pending.retractLines(count)
      return []
    }
  }

  /// A line of a wrapped command. Lines that arrive together are written with one repaint.
  private mutating func log(
    _ line: LogLine, _ state: RunState, _ context: RenderContext
  ) -> [Chunk] {
    if line.stream == .standardError, !style.errorsAreHere {
      return [Chunk(.standardError, line: line.text)]
    }
    if let bytes = pending.add(line, after: &question, &painter) { return standardOutput(bytes) }
    pending.areDue = context.mayWrite(during: state)
    return []
  }

  /// The lines that are due, when no frame is drawn.
  private mutating func dueLines(_ state: RunState, _ context: RenderContext) -> [Chunk] {
    pending.areDue && context.mayWrite(during: state) ? released() : []
  }

  private mutating func released() -> [Chunk] {
    standardOutput(pending.release(&painter, &question))
  }

  /// Removes what a line typed into the block has left.
  private mutating func repair(_ state: RunState) -> [UInt8] {
    let typed = state.child.keyboard.typedLines
    defer { typedLines = typed }
    return typedLines == typed ? [] : painter.eraseFromRowAbove()
  }

  /// Lines of standard error; the block is erased first if both streams share the terminal.
  private mutating func between(
    _ chunks: [Chunk], _ state: RunState, _ context: RenderContext
  ) -> [Chunk] {
    let before = dueLines(state, context)
    guard style.errorsAreHere else { return before + chunks }
    let erased = standardOutput(painter.erase())
    painter.forget()
    return before + erased + chunks + (erased.isEmpty ? [] : frame(state, context))
  }

  private func standardOutput(_ bytes: [UInt8]) -> [Chunk] {
    bytes.isEmpty ? [] : [Chunk(.standardOutput, bytes)]
  }
}
