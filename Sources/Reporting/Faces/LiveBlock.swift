// The lines of the live block: what they say at this moment, and which fit the window.

import Model
import Terminal

/// Lays out the frames of the block.
struct LiveBlock: Sendable {
  /// Cells; longer lines are harder to read.
  private static let widest = 100
  /// Windows with fewer columns get one line only.
  private static let narrow = 40
  /// Nanoseconds.
  private static let spinnerTick: Int64 = 100_000_000

  /// What a frame shows besides the state.
  struct Content {
    /// The time since the run began.
    let age: Duration
    /// The status that the pacer shows.
    let status: SyncStatus
    /// The eased fraction of the run.
    let fraction: Double
    /// Shown after Ctrl-C or a signal; nil before.
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
  static func width(_ view: RunView) -> Int { min(view.columns - 1, widest) }

  /// The block; lines that do not fit the window are dropped from the bottom.
  mutating func frame(_ content: Content, _ view: RunView) -> Frame {
    let (messages, glyphs, width) = (messages, glyphs, Self.width(view))
    let wall = view.now.wall
    let isNarrow = view.columns < Self.narrow
    let isMeasured = view.state.hasStages || view.state.progress.isKnown
    let most = isNarrow ? 1 : max(1, min(4, view.rows - 3))
    var bar = StageBar(
      fraction: content.fraction, current: view.state.stage, finished: view.state.finishedStages,
      width: width
    )
    if !view.state.hasStages { bar.plainPercent = view.state.percent }
    let status = topLine(
      content, view, percent: isNarrow && isMeasured ? bar.percent : nil, width: width)
    let turns = Int(content.age.nanoseconds / Self.spinnerTick)
    let spinner = glyphs.spinner[turns % glyphs.spinner.count]
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
      add(stageBar.spans(for: bar) { $0.spans(messages: messages, glyphs: glyphs) })
    }
    if most > 2, view.state.hasScores {
      let scores = ScoreLine(
        view.state.scores, today: day(at: wall), age: content.age, width: width)
      add(scoreLine.spans(for: scores) { $0.spans(messages: messages, glyphs: glyphs) })
    }
    if most > 3, view.state.run?.isSync == true, let first = content.firstTip,
      let tip = TipLine(age: content.age, first: first, width: width)
    {
      add(tipLine.spans(for: tip) { $0.spans(messages: messages, glyphs: glyphs) })
    }
    return Frame(lines: lines, cursorColumn: 1)
  }

  private func topLine(
    _ content: Content, _ view: RunView, percent: Int?, width: Int
  ) -> StatusLine {
    let now = view.now.moment
    if let text = content.stopping { return StatusLine(topic: .stopping(text), width: width) }
    if let signIn = view.state.signIn {
      return StatusLine(topic: .signIn(signIn.source), width: width)
    }
    if let wait = view.state.wait(at: now) {
      let seconds = view.state.waits.left(at: now).inSeconds.rounded(.up)
      return StatusLine(topic: .wait(wait, left: .seconds(seconds)), width: width)
    }
    // Beside the name of a program its newest line is shown anyway.
    let isNamed = content.status == .initial && view.state.run?.wrappedName != nil
    let question = isNamed ? nil : view.state.question(at: now).map(StatusLine.Topic.question)
    var line = StatusLine(
      topic: question ?? topic(content.status, view), percent: percent, width: width)
    // Count and time left are shown only beside the status that they belong to.
    if question == nil, let item = view.state.counted(beside: content.status) {
      line.count = item.count
      line.left = view.state.timeLeft(of: item, at: now)
    }
    if !view.state.hasStages, !view.state.progress.isKnown {
      line.elapsed = .seconds(view.state.duration(at: now).components.seconds)
    }
    return line
  }

  private func topic(_ status: SyncStatus, _ view: RunView) -> StatusLine.Topic {
    if case .initial = status, let name = view.state.run?.wrappedName {
      let line = view.state.lastLine(at: view.now.moment)
      return .program(name, line: line?.text, grows: line?.grows == true)
    }
    return .status(status)
  }

  /// The local day, computed once a minute.
  private mutating func day(at stamp: Timestamp) -> Day {
    let minute = stamp.seconds / 60
    if today.minute != minute { today = (minute, messages.day(of: stamp)) }
    return today.day
  }
}

/// Keeps the last line with the content it was built from. Most frames change only the spinner; a kept
/// line costs no text and no widths, and compares quickly in the painter.
struct Memo<Content: Equatable & Sendable>: Sendable {
  private var content: Content?
  private var spans: [Span] = []

  /// The spans for `content`; calls `make` only if the content has changed.
  mutating func spans(for content: Content, make: (Content) -> [Span]) -> [Span] {
    if content != self.content {
      spans = make(content)
      self.content = content
    }
    return spans
  }
}
