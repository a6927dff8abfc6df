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
  var screen: Screen
  private var taskbar: Taskbar?
  private var bar: Ease
  private var pacer: Pacer?
  /// When the first frame of this attempt may be drawn, in animation time.
  private var start: Moment
  private var drawn: SyncStatus?
  /// Shown after Ctrl-C or a signal; nil before.
  private var stopping: DisplayText?
  /// When the block makes way for the result or a prompt, in run time; nil while the work goes on.
  private var leavesAt: Moment?
  private var isGone = false
  private var hasRung = false
  private var overview = OverviewTurn()
  /// The last frame, if nothing but ticks has come since: laying it out again would cost most of
  /// what a silent run costs.
  private var last: (content: LiveBlock.Content, frame: Frame)?

  /// - Parameter began: in animation time.
  package init(
    messages: Messages, glyphs: Glyphs, palette: Palette, style: LiveStyle, began: Moment
  ) {
    self.messages = messages
    self.glyphs = glyphs
    self.style = style
    self.began = began
    troubles = TroubleLines(messages: messages, glyphs: glyphs)
    screen = Screen(palette: palette)
    taskbar = style.taskbar
    bar = Ease(at: began)
    start = began + Self.firstFrame
  }

  package mutating func begin(_ view: RunView) -> [Chunk] {
    screen.resized(columns: view.columns, rows: view.rows)
    return []
  }

  package mutating func step(_ signal: Signal, _ view: RunView) -> [Chunk] {
    follow(view.state.child.rows, view)
    if case .tick = signal {} else { last = nil }
    switch signal {
    case .event(let event): return overviewLines(event, view) + step(event, view)
    case .output(let change): return log(change, view)
    case .tick: return frame(view)
    case .retryPrompted:
      if let prompt = view.retryPrompt { end(prompt.summary.outcome, view) }
      return frame(view)
    case .interrupt, .terminate, .hangup: return stop(messages.stopping(signal), view)
    case .progressRequest:
      // Answered at once, even in the background.
      let line = Line([Span(glyphs.fit(messages.progressLine(view.state, at: view.now)))])
      screen.add([LineAbove(line)])
      return standardOutput(screen.flush())
    case .resize: return begin(view) + frame(view)
    case .suspend: return standardOutput(screen.flush() + screen.erase() + inTaskbar(.none))
    case .resume:
      // Other programs may have written over the block.
      screen.forget()
      return frame(view)
    case .ended, .line, .key, .inputClosed, .bytes, .bytesEnded, .childStopped, .childEnded,
      .outputClosed:
      return []
    }
  }

  package func wakeUp(_ view: RunView) -> Moment? {
    guard !isGone, view.state.hasBlock, !isPrompting(view) else { return nil }
    if view.animation < start { return leavesAt }
    return earlier(pacer?.nextChange(after: view.now.moment), leavesAt)
  }

  package func nextFrame(_ view: RunView) -> Moment? {
    let now = view.animation
    if screen.isDue || isBehind(view) { return now }
    guard !isGone, view.state.hasBlock || view.state.isChecking else { return nil }
    // A prompt does not move, but no signal says when the process returns to the foreground.
    if isPrompting(view) { return view.isForeground ? nil : tick(after: now, Self.spinnerTick) }
    if now < start { return leavesAt == nil ? start : nil }
    guard pacer != nil || view.state.hasTopic(at: view.now.moment) else { return nil }
    let hasTips = style.firstTip != nil && view.state.run?.isSync == true
    let isQuick =
      bar.isMoving(at: now) || leavesAt != nil
      || (hasTips && LiveBlock.hasFadingTip(age: now - began)) || style.isAtTopSpeed
    return tick(after: now, isQuick ? Self.easeTick : Self.spinnerTick)
  }

  /// The next tick; ticks are counted from the beginning of the run.
  private func tick(after moment: Moment, _ length: Int64) -> Moment {
    let age = moment.nanoseconds - began.nanoseconds
    return Moment(nanoseconds: moment.nanoseconds + length - age % length)
  }

  package var isDone: Bool { leavesAt == nil || isGone }

  /// Whether the prompt has taken the place of the block.
  private func isPrompting(_ view: RunView) -> Bool {
    leavesAt.map { $0 <= view.now.moment } ?? false && view.retryPrompt != nil
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
      advance(view)
      return pacer == nil || pacer?.status(at: view.now.moment) != drawn ? frame(view) : []
    case .waiting:
      pacer?.flush()
      return style.isAtTopSpeed ? [] : frame(view)
    case .notice(let notice) where view.state.isOfResult(notice): return []
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
      // The line goes on with a source that is still working.
      let now = view.state.headline(at: view.now.moment).status
      if now.identity != view.state.status.identity, let hold = now.hold {
        pacer?.post(now, hold: hold, emitted: event.at)
      }
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
      if view.retryPrompt == nil { end(summary.outcome, view) } else { leavesAt = event.at }
      return errors + frame(view)
    case .stageFinished:
      pacer?.hurry()
      return []
    case .stageStarted, .work, .progress, .score, .prep, .fitness, .power, .chart,
      .activity, .total, .routine, .foreign:
      // What they change is in the next frame.
      return []
    }
  }

  private mutating func stop(_ text: DisplayText, _ view: RunView) -> [Chunk] {
    // While the prompt is shown, there is no work to stop.
    if view.retryPrompt != nil { return [] }
    if leavesAt != nil { leavesAt = view.now.moment } else { stopping = text }
    pacer?.flush()
    guard screen.isShowing else { return view.isForeground ? above(text, .plain, view) : [] }
    return frame(view)
  }

  /// Another attempt: the block replaces the prompt without the initial delay.
  private mutating func beginAgain(_ view: RunView) {
    start = view.animation
    (pacer, drawn, stopping, leavesAt) = (nil, nil, nil, nil)
    hasRung = false
    // The time since the prompt was posted is left out: an ease that went on below it would be
    // seen twice.
    bar = Ease(at: view.animation, value: view.state.progress.fraction)
  }

  /// The work has ended: what the block still shows before it makes way.
  private mutating func end(_ outcome: RunSummary.Outcome, _ view: RunView) {
    let moment = view.now.moment
    leavesAt = moment
    guard screen.isShowing, outcome != .interrupted, let readable = pacer?.readableAt else {
      return
    }
    leavesAt = max(moment, readable)
    guard outcome != .failed, view.state.isMeasured else { return }
    leavesAt = pacer?.end(
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
      return above([[Span(glyphs.fit(messages.text(report, now: now)))]], view)
    }
    return above(
      [[Span(glyphs.ok, .ok), Span(" "), Span(glyphs.fit(messages.connection(report)))]], view)
  }

  /// The page of `status`, `chart`, `rides` or `ride`, printed once.
  private mutating func overviewLines(_ event: SyncEvent, _ view: RunView) -> [Chunk] {
    guard overview.isDue(event, view.state) else { return [] }
    let page = Page(view, messages, glyphs, width: LiveBlock.width(view), rows: view.rows)
    screen.add(page.lines.map { LineAbove($0) })
    return standardOutput(screen.flush())
  }

  private mutating func advance(_ view: RunView) {
    let now = view.now.moment
    pacer?.follow(view.state.wait(at: now), left: view.state.waits.left(at: now), at: now)
    pacer?.advance(to: now)
  }

  /// The block as it is now, or the result once the run has ended.
  mutating func frame(_ view: RunView) -> [Chunk] {
    guard !isGone else { return dueLines(view) }
    let now = view.now.moment
    if let leavesAt, leavesAt <= now {
      if let prompt = view.retryPrompt, view.state.summary == nil { return show(prompt, view) }
      return leave(view)
    }
    if pacer == nil {
      guard view.animation >= start else { return dueLines(view) }
      // A run that waits before its first status has a block, too.
      if let hold = view.state.status.hold ?? (view.state.isAgain ? .zero : nil) {
        pacer = Pacer(rule: style.rule, at: now)
        pacer?.post(view.state.status, hold: hold, emitted: now)
      } else if !view.state.hasTopic(at: now) {
        return dueLines(view) + standardOutput(screen.erase())
      }
    }
    advance(view)
    guard view.isForeground else { return dueLines(view) }
    let status = pacer?.status(at: now) ?? .initial
    drawn = status
    let (fraction, age) = (view.state.progress.fraction, view.animation - began)
    // Another bar begins where it is.
    if fraction < bar.target { bar = Ease(at: view.animation, value: fraction) }
    bar.aim(at: fraction, at: view.animation)
    let wait = pacer == nil ? view.state.wait(at: now) : pacer?.wait(at: now)
    var headline = view.state.headline(showing: status, wait, at: now)
    // A second more would come and go.
    let shown = last?.content.headline.left
    if headline.left == (shown ?? .zero) + .seconds(1) { headline.left = shown }
    let content = LiveBlock.Content(
      headline: headline, fraction: pacer?.fraction(at: now) ?? bar.value(at: view.animation),
      percent: view.state.percent, isDone: pacer?.fraction(at: now) == 1, stopping: stopping,
      isBright: view.state.hasScores && LiveBlock.isBright(age: age),
      tip: view.state.run?.isSync == true ? LiveBlock.tip(age: age, first: style.firstTip) : nil,
      second: (now - view.state.started).components.seconds, wall: view.now.wall,
      child: view.state.child)
    assert(-1e-9...1 + 1e-9 ~= content.fraction, "the bar is outside its line")
    var frame =
      if let last, last.content == content {
        last.frame
      } else {
        LiveBlock(messages: messages, glyphs: glyphs, view: view, content: content).frame
      }
    last = (content, frame)
    if !content.isDone { frame.lines[0].spans[0] = LiveBlock.spinner(glyphs, age: age) }
    let bytes = screen.show(frame, columns: view.columns)
    let isWaiting = view.state.wait(at: now) != nil
    return standardOutput(
      bytes + inTaskbar(view) { isWaiting ? .paused(percent: $0) : .normal(percent: $0) })
  }

  /// The error and the keys that can be pressed.
  private mutating func show(_ prompt: RetryPrompt, _ view: RunView) -> [Chunk] {
    guard view.isForeground else { return [] }
    let lines = ResultBlock(messages: messages, glyphs: glyphs, view: view).retryPrompt(prompt)
    let mark = lines.first?.spans.first?.text.cells ?? 0
    let above = screen.flush() + ring(prompt.summary)
    let bytes = screen.show(Frame(lines: lines, cursorColumn: mark), columns: view.columns)
    return standardOutput(above + bytes + inTaskbar(view) { .error(percent: $0) })
  }

  /// Replaces the block by the result.
  private mutating func leave(_ view: RunView) -> [Chunk] {
    isGone = true
    guard var summary = view.state.summary else {
      return standardOutput(screen.erase() + inTaskbar(.none))
    }
    // Leaving the prompt keeps its summary, whichever key was pressed.
    if let prompt = view.retryPrompt { summary = prompt.summary }
    var bytes = screen.leave(
      ResultBlock(messages: messages, glyphs: glyphs, view: view).lines(summary))
    // In the background the shell's prompt is on the current line.
    if !view.isForeground, !bytes.isEmpty { bytes = Array("\r\n".utf8) + bytes }
    return standardOutput(ring(summary) + bytes + inTaskbar(.none))
  }

  /// The bell, once per attempt: one for success, two for failure.
  private mutating func ring(_ summary: RunSummary) -> [UInt8] {
    guard style.rings, !hasRung else { return [] }
    hasRung = true
    let times = summary.outcome == .interrupted ? 0 : summary.outcome == .ok ? 1 : 2
    return Array(repeating: 0x07, count: times)
  }

  /// The progress in the terminal's taskbar: the real fraction, not the eased one.
  private mutating func inTaskbar(
    _ view: RunView, as progress: (_ percent: Int) -> Taskbar.State
  ) -> [UInt8] {
    view.state.isMeasured ? inTaskbar(progress(view.state.percent)) : []
  }

  private mutating func inTaskbar(_ state: Taskbar.State) -> [UInt8] { taskbar?.show(state) ?? [] }
}

/// The user's choices and the terminal's abilities.
package struct LiveStyle: Sendable {
  let rule: PaceRule
  let isVerbose: Bool
  /// Whether standard error is the block's terminal, so that errors are shown only once.
  let errorsAreHere: Bool
  /// The number of the first tip, any number from 0; nil for no tips.
  let firstTip: Int?
  /// Whether the bell rings at the end: once on success, twice otherwise.
  let rings: Bool
  /// Where the terminal shows progress; nil if it is not known to.
  let taskbar: Taskbar?
  /// Whether statuses are drawn only with the next frame: for replays at top speed, where nobody
  /// could see them all.
  let isAtTopSpeed: Bool

  package init(
    rule: PaceRule = PaceRule(), isVerbose: Bool = false, errorsAreHere: Bool = true,
    firstTip: Int? = nil, rings: Bool = false, taskbar: Taskbar? = nil, isAtTopSpeed: Bool = false
  ) {
    (self.rule, self.isVerbose, self.errorsAreHere) = (rule, isVerbose, errorsAreHere)
    (self.firstTip, self.rings, self.taskbar) = (firstTip, rings, taskbar)
    self.isAtTopSpeed = isAtTopSpeed
  }
}
