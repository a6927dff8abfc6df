// The lines of the live block: what they say at this moment, as far as the window has room.

import Model
import Terminal

/// Makes the block, frame after frame.
struct LiveBlock: Sendable {
  /// Wider lines are no easier to read.
  private static let widest = 100
  /// In narrower windows there is one line.
  private static let narrow = 40
  /// Nanoseconds.
  private static let spinnerTick: Int64 = 100_000_000

  /// What a frame shows beside the board.
  struct Moving {
    /// The time since the run began.
    let age: Duration
    /// The status that the pacing has reached.
    let status: SyncStatus
    /// The eased fraction of the run.
    let fraction: Double
    /// What is said since somebody wished to leave.
    let stopping: DisplayText?
    /// The number of the first tip; nil for none.
    let firstTip: Int?
  }

  private let messages: Messages
  private let glyphs: Glyphs
  private var statusLine = Memo<StatusLine>()
  private var stageBar = Memo<StageBar>()
  private var scoreLine = Memo<ScoreLine>()
  private var tipLine = Memo<TipLine>()
  private var today = (minute: Int64.min, day: Day(number: 0))

  init(messages: Messages, glyphs: Glyphs) {
    self.messages = messages
    self.glyphs = glyphs
  }

  /// Cells a line may have.
  static func width(_ context: RenderContext) -> Int {
    min(context.columns - 1, widest)
  }

  /// The spinner at a moment.
  ///
  /// - Parameter age: nanoseconds since the run began.
  func spinner(age: Int64) -> DisplayText {
    glyphs.spinner[Int(age / Self.spinnerTick) % glyphs.spinner.count]
  }

  /// The block from its first line on; lines without room are dropped from the bottom.
  mutating func frame(_ moving: Moving, _ state: RunState, _ context: RenderContext) -> Frame {
    let (messages, glyphs, width) = (messages, glyphs, Self.width(context))
    let wall = context.now.wall
    let isNarrow = context.columns < Self.narrow
    let isMeasured = state.hasStages || state.progress.isKnown
    let most = isNarrow ? 1 : max(1, min(4, context.rows - 3))
    var bar = StageBar(
      fraction: moving.fraction, current: state.stage, finished: state.finishedStages, width: width)
    let status = topLine(
      moving, state, context, percent: isNarrow && isMeasured ? bar.percent : nil, width: width)
    let spinner = spinner(age: moving.age.nanoseconds)
    var lines = [
      Line(
        [Span(spinner)]
          + statusLine.spans(for: status) {
            $0.spans(messages: messages, glyphs: glyphs, now: wall)
          })
    ]
    func add(_ spans: [Span]) {
      if !spans.isEmpty { lines.append(Line(spans)) }
    }
    if most > 1, isMeasured {
      if !state.hasStages { bar.isPlain = true }
      add(stageBar.spans(for: bar) { $0.spans(messages: messages, glyphs: glyphs) })
    }
    if most > 2, state.hasScores {
      let scores = ScoreLine(state.scores, today: day(at: wall), age: moving.age, width: width)
      add(scoreLine.spans(for: scores) { $0.spans(messages: messages, glyphs: glyphs) })
    }
    if most > 3, state.run?.isSync == true, let first = moving.firstTip,
      let tip = TipLine(age: moving.age, first: first, width: width)
    {
      add(tipLine.spans(for: tip) { $0.spans(messages: messages, glyphs: glyphs) })
    }
    return Frame(lines: lines, cursorColumn: 1)
  }

  private func topLine(
    _ moving: Moving, _ state: RunState, _ context: RenderContext, percent: Int?, width: Int
  ) -> StatusLine {
    let now = context.now.moment
    if let text = moving.stopping { return StatusLine(topic: .stopping(text), width: width) }
    if let signIn = state.signIn {
      return StatusLine(topic: .signIn(signIn.source), width: width)
    }
    if let wait = state.wait(at: now) {
      let seconds = state.waits.left(at: now).inSeconds.rounded(.up)
      return StatusLine(topic: .wait(wait, left: .seconds(seconds)), width: width)
    }
    let question = state.question(at: now).map(StatusLine.Topic.question)
    var line = StatusLine(
      topic: question ?? topic(moving.status, state), percent: percent, width: width)
    // Counts and time left stand only beside the status they belong to.
    if question == nil, let item = state.counted(beside: moving.status) {
      line.count = item.count
      line.left = state.timeLeft(of: item, at: now)
    }
    if !state.hasStages, !state.progress.isKnown {
      line.elapsed = .seconds(state.duration(at: now).components.seconds)
    }
    return line
  }

  private func topic(_ status: SyncStatus, _ state: RunState) -> StatusLine.Topic {
    if case .initial = status, let program = state.run?.program { return .program(program) }
    return .status(status)
  }

  /// The local day, asked for once a minute.
  private mutating func day(at stamp: Timestamp) -> Day {
    let minute = stamp.seconds / 60
    if today.minute != minute { today = (minute, messages.day(of: stamp)) }
    return today.day
  }
}
