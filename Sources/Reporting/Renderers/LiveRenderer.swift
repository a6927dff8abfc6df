// The live renderer: a block of up to four lines, redrawn in place and replaced by the result.

package import Model
package import Terminal

/// The live renderer.
package struct LiveRenderer: Renderer {
  /// Nothing is drawn before this, so a shorter run prints only its result.
  private static let firstFrame = Duration.milliseconds(300)
  /// Nanoseconds between frames: for the spinner alone, and while the bar or a tip moves.
  private static let spinnerTick: Int64 = 100_000_000
  private static let easeTick: Int64 = 50_000_000

  private let messages: Messages
  let glyphs: Glyphs
  let style: LiveStyle
  private let troubles: TroubleLines
  /// When the run began, in animation time.
  private let began: Moment
  var painter: Painter
  private var taskbar: Taskbar?
  private var bar: Ease
  private var pacer: Pacer?
  /// When the first frame of this attempt may be drawn, in animation time.
  private var start: Moment
  private var drawn: SyncStatus?
  /// Shown after Ctrl-C or a signal; nil before.
  private var stopping: DisplayText?
  /// Lines to insert above the block with the next output.
  var pending = PendingLines()
  /// When the block makes way for the result or the panel, in run time; nil while the work goes on.
  private var exit: Moment?
  private var isGone = false
  private var hasRung = false
  private var overview = OverviewTurn()
  /// The last frame and when it was drawn, while nothing can change before the next second but the
  /// spinner: laying it out again would cost most of what a silent run costs.
  private var still: (frame: Frame, second: Int64, child: ChildView)?

  /// - Parameter began: in animation time.
  package init(
    messages: Messages, glyphs: Glyphs, palette: Palette, style: LiveStyle, began: Moment
  ) {
    self.messages = messages
    self.glyphs = glyphs
    self.style = style
    self.began = began
    troubles = TroubleLines(messages: messages, glyphs: glyphs)
    painter = Painter(palette: palette)
    taskbar = style.taskbar
    bar = Ease(at: began)
    start = began + Self.firstFrame
  }

  package mutating func begin(_ view: RunView) -> [Chunk] {
    painter.resized(columns: view.columns, rows: view.rows)
    return []
  }

  package mutating func step(_ signal: Signal, _ view: RunView) -> [Chunk] {
    pending.follow(view, glyphs)
    if case .tick = signal {} else { still = nil }
    switch signal {
    case .event(let event): return overviewLines(event, view) + step(event, view)
    case .output(let change): return log(change, view)
    case .tick: return frame(view)
    case .ended:
      guard let offer = view.offer else { return [] }
      if view.state.summary == nil { end(offer.report.outcome, view) }
      return frame(view)
    case .interrupt, .terminate, .hangup: return stop(messages.stopping(signal), view)
    case .progressRequest:
      // Answered at once, even in the background.
      pending.add([Line([Span(glyphs.fit(messages.progressLine(view.state, at: view.now)))])])
      return released()
    case .resize: return begin(view) + frame(view)
    case .suspend: return released() + standardOutput(painter.erase() + inTaskbar(.none))
    case .resume:
      // Other programs may have written over the block.
      painter.forget()
      return frame(view)
    case .line, .key, .inputClosed, .bytes, .bytesEnded, .childStopped, .childEnded, .outputClosed:
      return []
    }
  }

  package func wakeUp(_ view: RunView) -> Moment? {
    guard !isGone, view.state.hasBlock, !isPanel(view) else { return nil }
    if view.animation < start { return exit }
    return earlier(pacer?.nextChange(after: view.now.moment), exit)
  }

  package func nextFrame(_ view: RunView) -> Moment? {
    let now = view.animation
    if pending.areDue || pending.isBehind(view) { return now }
    guard !isGone, view.state.hasBlock || view.state.isChecking else { return nil }
    // A panel does not move, but no signal says when the process returns to the foreground.
    if isPanel(view) { return view.isForeground ? nil : tick(after: now, Self.spinnerTick) }
    if now < start { return exit == nil ? start : nil }
    guard pacer != nil || view.state.hasTopic(at: view.now.moment) else { return nil }
    let isQuick =
      bar.isMoving(at: now) || exit != nil
      || (style.hasTips(view.state) && LiveBlock.hasFadingTip(age: now - began))
      || style.isAtTopSpeed
    return tick(after: now, isQuick ? Self.easeTick : Self.spinnerTick)
  }

  /// The next tick; ticks are counted from the beginning of the run.
  private func tick(after moment: Moment, _ length: Int64) -> Moment {
    let age = moment.nanoseconds - began.nanoseconds
    return Moment(nanoseconds: moment.nanoseconds + length - age % length)
  }

  package var isDone: Bool { exit == nil || isGone }

  /// Whether the panel has taken the place of the block.
  private func isPanel(_ view: RunView) -> Bool {
    view.offer != nil && exit.map { $0 <= view.now.moment } ?? false
  }

  private mutating func step(_ event: SyncEvent, _ view: RunView) -> [Chunk] {
    switch event.kind {
    case .runStarted(let run):
      guard run.attempt > 1 else { return [] }
      beginAgain(view)
      return frame(view)
    case .status(let status):
      if let hold = status.hold { pacer?.post(status, hold: hold, emitted: event.at) }
      if style.isAtTopSpeed { return [] }
      return pacer == nil || changedStatus(view) ? frame(view) : []
    case .waiting:
      pacer?.flush()
      return style.isAtTopSpeed ? [] : frame(view)
    // Stands below the list.
    case .notice(.rideList): return []
    // Is part of the result.
    case .notice(.loadsRecomputed): return []
    // Stands below the result.
    case .notice(let notice) where view.state.isNextStep(notice): return []
    case .notice(let notice) where notice.isDetail && !style.isVerbose: return []
    case .notice(let notice): return above(messages.text(notice), .muted, view)
    case .request(let trace):
      return style.isVerbose ? above(messages.text(trace), .muted, view) : []
    case .warning:
      let width = style.errorsAreHere ? view.columns : nil
      return between(troubles.lines(for: event, view.state, width: width), view)
    case .log(let line): return log(line, view)
    case .failure:
      pacer?.flush()
      return style.errorsAreHere ? [] : troubles.lines(for: event, view.state)
    case .sourceFinished(let result):
      // If no other source is working, the result follows and says it.
      guard view.state.isWorking(besides: result.source),
        let failure = view.state.failures.last(where: { $0.source == result.source })
      else { return [] }
      return above(messages.text(result.source, failure), .warn, view)
    case .source(let report): return rows(report, view)
    case .signIn(let signIn):
      // Without blanks before the address, to copy it.
      return above(messages.text(signIn), .plain, view, indent: 0) + frame(view)
    case .summary(let summary):
      let errors = style.errorsAreHere ? [] : troubles.lines(for: event, view.state)
      if view.offer == nil { end(summary.outcome, view) } else { exit = event.at }
      return errors + frame(view)
    case .stageFinished:
      pacer?.hurry()
      return []
    case .stageStarted, .work, .progress, .score, .prep, .fitness, .power, .chart,
      .activity, .total, .routine, .foreign:
      return []
    }
  }

  private mutating func stop(_ text: DisplayText, _ view: RunView) -> [Chunk] {
    // While the panel is shown, there is no work to stop.
    if view.offer != nil { return [] }
    if exit != nil { exit = view.now.moment } else { stopping = text }
    pacer?.flush()
    guard painter.isShowing else {
      return view.isForeground ? above(text, .plain, view) : []
    }
    return frame(view)
  }

  /// Another attempt: the block replaces the panel without the initial delay.
  private mutating func beginAgain(_ view: RunView) {
    start = view.animation
    (pacer, drawn, stopping, exit) = (nil, nil, nil, nil)
    hasRung = false
    if view.state.progress.fraction < bar.target {
      bar = Ease(at: view.animation, value: view.state.progress.fraction)
    }
  }

  /// The work has ended: what the block still shows before it makes way.
  private mutating func end(_ outcome: RunSummary.Outcome, _ view: RunView) {
    let moment = view.now.moment
    exit = moment
    guard painter.isShowing, outcome != .interrupted, let readable = pacer?.readableAt else {
      return
    }
    exit = max(moment, readable)
    guard outcome != .failed, view.state.isMeasured else { return }
    exit = pacer?.end(
      at: moment, after: moment - view.state.started, from: bar.value(at: view.animation),
      stages: view.state.hasStages ? Stage.allCases : [])
  }

  private mutating func rows(_ report: SourceReport, _ view: RunView) -> [Chunk] {
    let now = view.now.wall
    if view.state.run?.isListing == true {
      return messages.rows(report, glyphs, now: now, width: view.columns)
    }
    if view.state.run?.isOverview == true { return [] }
    if view.state.listsSources {
      return above([Span(glyphs.fit(messages.text(report, now: now)))], view)
    }
    return above(
      [Span(glyphs.ok, .ok), Span(" "), Span(glyphs.fit(messages.connection(report)))], view)
  }

  /// The output of `status` or `chart`, printed once.
  private mutating func overviewLines(_ event: SyncEvent, _ view: RunView) -> [Chunk] {
    guard overview.isDue(event, view.state) else { return [] }
    pending.add(
      Overview.lines(
        view, messages, glyphs, width: LiveBlock.width(view), rows: view.rows))
    return released()
  }

  /// Advances the pacer; true if another status must be drawn.
  private mutating func changedStatus(_ view: RunView) -> Bool {
    follow(view)
    return pacer != nil && pacer?.status(at: view.now.moment) != drawn
  }

  private mutating func follow(_ view: RunView) {
    let now = view.now.moment
    pacer?.follow(view.state.wait(at: now), left: view.state.waits.left(at: now), at: now)
    pacer?.advance(to: now)
  }

  /// The block as it is now, or the result once the run has ended.
  mutating func frame(_ view: RunView) -> [Chunk] {
    guard !isGone else { return dueLines(view) }
    let now = view.now.moment
    let second = (now - view.state.started).nanoseconds / 1_000_000_000
    if var still, still.second == second, still.child == view.state.child,
      view.isForeground, !pending.areDue
    {
      still.frame.lines[0].spans[0] = LiveBlock.spinner(glyphs, age: view.animation - began)
      return standardOutput(painter.paint(still.frame, columns: view.columns))
    }
    if let exit, exit <= now {
      if let offer = view.offer, view.state.summary == nil { return panel(offer, view) }
      return leave(view)
    }
    if pacer == nil {
      guard view.animation >= start else { return dueLines(view) }
      // A run that waits before its first status has a block, too.
      if let hold = view.state.status.hold ?? (view.state.isAgain ? .zero : nil) {
        pacer = Pacer(rule: style.rule, at: now)
        pacer?.post(view.state.status, hold: hold, emitted: now)
      } else if !view.state.hasTopic(at: now) {
        return dueLines(view) + standardOutput(painter.erase())
      }
    }
    follow(view)
    guard view.isForeground else { return dueLines(view) }
    let above = pending.release(&painter)
    let status = pacer?.status(at: now) ?? .initial
    drawn = status
    let fraction = view.state.progress.fraction
    // Another bar begins where it is.
    if fraction < bar.target { bar = Ease(at: view.animation, value: fraction) }
    bar.aim(at: fraction, at: view.animation)
    let block = LiveBlock(
      messages: messages, glyphs: glyphs, view: view, age: view.animation - began, status: status,
      wait: pacer == nil ? view.state.wait(at: now) : pacer?.wait(at: now),
      fraction: pacer?.fraction(at: now) ?? bar.value(at: view.animation),
      isDone: pacer?.fraction(at: now) == 1, stopping: stopping, firstTip: style.firstTip)
    let frame = block.frame
    let bytes = painter.paint(frame, columns: view.columns)
    let isStill = view.state.isStill(at: now) && exit == nil
    still = isStill ? (frame, second, view.state.child) : nil
    let isWaiting = view.state.wait(at: now) != nil
    return standardOutput(
      above + bytes + inTaskbar(view) { isWaiting ? .paused(percent: $0) : .normal(percent: $0) })
  }

  /// The error and the keys that can be pressed.
  private mutating func panel(_ offer: RetryPrompt, _ view: RunView) -> [Chunk] {
    guard view.isForeground else { return [] }
    let above = pending.release(&painter)
    let lines = ResultBlock(messages, glyphs, view).panel(offer)
    let mark = lines.first?.spans.first?.text.cells ?? 0
    let bytes = painter.paint(Frame(lines: lines, cursorColumn: mark), columns: view.columns)
    return standardOutput(
      above + ring(offer.report) + bytes + inTaskbar(view) { .error(percent: $0) })
  }

  /// Replaces the block by the result.
  private mutating func leave(_ view: RunView) -> [Chunk] {
    isGone = true
    guard var summary = view.state.summary else {
      return standardOutput(painter.erase() + inTaskbar(.none))
    }
    // Leaving the panel keeps its report, whichever key was pressed.
    if let offer = view.offer { summary = offer.report }
    let lines = ResultBlock(messages, glyphs, view).lines(summary)
    var bytes = pending.leave(&painter, with: lines)
    // In the background the shell's prompt is on the current line.
    if !view.isForeground, !bytes.isEmpty { bytes = Array("\r\n".utf8) + bytes }
    return standardOutput(ring(summary) + bytes + inTaskbar(.none))
  }

  /// The bell, once per attempt: one for success, two for failure.
  private mutating func ring(_ summary: RunSummary) -> [UInt8] {
    guard style.rings, !hasRung else { return [] }
    hasRung = true
    switch summary.outcome {
    case .ok: return [0x07]
    case .partial, .failed: return [0x07, 0x07]
    case .interrupted: return []
    }
  }

  /// The progress in the terminal's taskbar: the real fraction, not the eased one.
  private mutating func inTaskbar(
    _ view: RunView, as progress: (_ percent: Int) -> Taskbar.State
  ) -> [UInt8] {
    view.state.isMeasured ? inTaskbar(progress(view.state.percent)) : []
  }

  private mutating func inTaskbar(_ state: Taskbar.State) -> [UInt8] { taskbar?.show(state) ?? [] }
}
