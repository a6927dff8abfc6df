// The lines of the live block: what they say at this moment, and which fit the window.

import Model
import Terminal

/// The block at one moment: status, stages, scores and tip.
struct LiveBlock {
  /// Cells; longer lines are harder to read.
  private static let widest = 100
  /// Windows with fewer columns get one line only.
  private static let narrow = 40
  /// Nanoseconds.
  private static let spinnerTick: Int64 = 100_000_000

  /// What changes without a signal, but the spinner: blocks with the same content are equal.
  struct Content: Equatable {
    let headline: Headline
    /// The eased fraction of the run.
    let fraction: Double
    let percent: Int
    /// Whether all is done, and the spinner at rest.
    let isDone: Bool
    /// Shown after Ctrl-C or a signal; nil before.
    let stopping: DisplayText?
    /// Whether placeholders are at the brighter level of their pulse.
    let isBright: Bool
    /// The tip; nil for none.
    let tip: Tip?
    /// Of the run, for how long it takes.
    let second: Int64
    let wall: Timestamp
    let child: ChildView
  }

  let messages: Messages
  let glyphs: Glyphs
  let view: RunView
  let content: Content

  var state: RunState { view.state }
  private var fraction: Double { content.fraction }

  /// Cells a line may have.
  static func width(_ view: RunView) -> Int { min(view.columns - 1, widest) }
  var width: Int { Self.width(view) }

  /// The block, with room for the spinner; lines that do not fit the window are dropped from the
  /// bottom.
  var frame: Frame {
    let isNarrow = view.columns < Self.narrow
    let most = isNarrow ? 1 : max(1, min(4, view.rows - 3))
    var lines = [
      [Span(glyphs.ok, .ok)] + statusLine(percent: isNarrow && state.isMeasured ? percent : nil)
    ]
    if most > 1, state.isMeasured { lines.append(state.hasStages ? stageBar : plainBar) }
    if most > 2, state.hasScores { lines.append(scoreLine) }
    if most > 3, state.run?.isSync == true { lines.append(tipLine) }
    return Frame(lines: lines.filter { !$0.isEmpty }.map { Line($0) }, cursorColumn: 1)
  }

  static func spinner(_ glyphs: Glyphs, age: Duration) -> Span {
    Span(glyphs.spinner[Int(age.nanoseconds / spinnerTick) % glyphs.spinner.count])
  }

  // MARK: Line 2: three stages with marks, a bar and the percentage; or one plain bar

  /// Of a program as it says; the other is counted up with the bar.
  private var percent: Int {
    state.hasStages ? Int((fraction * 100).rounded(.down)) : state.percent
  }

  /// Two blanks and five cells for "100 %".
  private static let percentWidth = 2 + 5

  private var percentSpans: [Span] {
    let text = messages.percent(percent)
    return [Span(blanks(Self.percentWidth - text.cells)), Span(text)]
  }

  /// Empty if the window is too narrow for a bar.
  private var plainBar: [Span] {
    let room = width - caps - Self.percentWidth
    return room < 1 ? [] : bar(fraction, cells: room) + percentSpans
  }

  /// Empty if the window is too narrow for the bars.
  private var stageBar: [Span] {
    let stages = Stage.allCases
    let heads = stages.map(head)
    // One blank between stages.
    let labels = heads.joined().reduce(0) { $0 + $1.text.cells } + stages.count * caps
    let room = width - labels - (stages.count - 1) - Self.percentWidth
    guard room >= stages.count else { return [] }
    var spans: [Span] = []
    for (index, stage) in stages.enumerated() {
      let cells = room / stages.count + (index < room % stages.count ? 1 : 0)
      let (start, end) = (stage.span.lowerBound, stage.span.upperBound)
      if index > 0 { spans.append(Span(" ")) }
      spans += heads[index] + bar((fraction - start) / (end - start), cells: cells)
    }
    return spans + percentSpans
  }

  private var caps: Int { glyphs.barOpen.cells + glyphs.barClose.cells }

  private func bar(_ share: Double, cells: Int) -> [Span] {
    let halves = Int(min(1, max(0, share)) * Double(2 * cells))
    let (full, half) = halves.quotientAndRemainder(dividingBy: 2)
    let filled = repeated(glyphs.barFull, full) + (half == 1 ? glyphs.barHalf : "")
    return [
      Span(glyphs.barOpen, .muted), Span(filled, .accent),
      Span(repeated(glyphs.barEmpty, cells - full - half), .muted), Span(glyphs.barClose, .muted),
    ]
  }

  /// The marks follow the bar: a stage is done when the bar has passed it.
  private func head(_ stage: Stage) -> [Span] {
    let isDone = fraction >= stage.span.upperBound
    let isNow = !isDone && fraction >= stage.span.lowerBound
    let mark = isDone ? glyphs.done : isNow ? glyphs.now : glyphs.ahead
    return [
      Span(mark, isDone ? .ok : isNow ? .accent : .muted),
      Span(" \(messages.name(stage)) ", isNow ? .plain : .muted),
    ]
  }

  private func repeated(_ glyph: DisplayText, _ count: Int) -> DisplayText {
    DisplayText(String(repeating: glyph.description, count: max(0, count)))
  }
}

extension LiveBlock {
  /// The line after its spinner.
  ///
  /// - Parameter percent: shown at the right end instead of the count, 0…100; nil for no
  ///   percentage.
  func statusLine(percent: Int?) -> [Span] {
    let headline = content.headline
    if let stopping = content.stopping { return line(stopping, .warn) }
    if let signIn = state.signIn {
      let left = max(0, signIn.until.seconds - view.now.wall.seconds)
      return line(
        fitting(
          messages.awaitingSignIn(signIn.source, left: signIn.isPasted ? nil : .seconds(left))))
    }
    if let wait = headline.wait {
      let left = max(.seconds(1), headline.waitLeft)
      let texts = [messages.text(wait, left: left)] + messages.shortTexts(wait, left: left)
      return line(fitting(texts), .warn)
    }
    // Beside the name of a program its newest line is shown anyway.
    let program = headline.status == .initial ? state.run?.wrappedName : nil
    let room = max(0, width - 2)
    if let percent {
      let right = messages.percent(percent)
      let most = room - right.cells - 1
      let left = cut(text(program, room: most), to: most)
      return [Span(" "), Span(left), Span(blanks(room - left.cells - right.cells)), Span(right)]
    }
    var details = details
    let text = text(program, room: room - joined(details).cells - 2)
    func fits(_ details: [String]) -> Bool { text.cells + 2 + joined(details).cells <= room }
    // The name is shown only if everything else fits, too.
    if let name = headline.count?.name?.description, fits([name] + details) {
      details.insert(name, at: 0)
    }
    while !details.isEmpty, !fits(details) { details.removeLast() }
    let left = cut(text, to: room)
    let right = joined(details)
    let gap = Span(blanks(room - left.cells - right.cells))
    return [Span(" "), Span(left)] + (right.isEmpty ? [] : [gap, Span(right, .muted)])
  }

  /// The first text that fits, else the last.
  private func fitting(_ texts: [DisplayText]) -> DisplayText {
    texts.first { glyphs.fit($0).cells <= width - 2 } ?? texts.last ?? ""
  }

  /// A line that has nothing beside it.
  private func line(_ text: DisplayText, _ role: Role = .plain) -> [Span] {
    [Span(" "), Span(cut(glyphs.fit(text), to: max(0, width - 2)), role)]
  }

  /// The newest line of a program, or the status.
  private func text(_ program: DisplayText?, room: Int) -> DisplayText {
    guard let program else {
      return glyphs.fit(
        state.isChecking
          ? messages.checking
          : content.headline.status == .initial && state.isAgain
            ? messages.tryingAgain : messages.text(content.headline.status, now: view.now.wall))
    }
    let line = state.lastLine
    return glyphs.fit(
      messages.running(program, line?.text, grows: line?.grows == true, room: max(0, room), glyphs))
  }

  /// Count and time left, shown only beside the status that they belong to; the duration so far if
  /// no progress is known.
  private var details: [String] {
    let headline = content.headline
    if let silence = headline.silence { return [messages.silent(silence)] }
    return [
      headline.count.flatMap(messages.fileCount), headline.count.flatMap(messages.text),
      headline.left.map(messages.left),
      state.isMeasured ? nil : messages.elapsed(state.duration(at: view.now.moment)),
    ].compactMap { $0 }
  }

  private func joined(_ details: [String]) -> DisplayText {
    glyphs.fit(DisplayText(details.joined(separator: " · ")))
  }

  private func cut(_ text: DisplayText, to room: Int) -> DisplayText {
    text.truncated(to: room, ellipsis: glyphs.fit("…"))
  }
}

/// `count` blanks; none if it is negative.
func blanks(_ count: Int) -> DisplayText {
  DisplayText(String(decoding: repeatElement(0x20, count: max(0, count)), as: UTF8.self))
}

extension LiveBlock {
  /// The duration of one of the two levels of the pulse.
  private static let level = Duration.milliseconds(600)

  /// Whether the pulse is at its brighter level.
  static func isBright(age: Duration) -> Bool { age.nanoseconds / level.nanoseconds % 2 == 1 }

  /// The scores. In a narrow window the bands are dropped first, then scores from the right.
  var scoreLine: [Span] {
    let gap = Span("   ")
    var scores = scores(withBands: true)
    func line() -> [Span] { [Span("  ")] + scores.joined(separator: [gap]) }
    if Line(line()).cells > width { scores = self.scores(withBands: false) }
    while scores.count > 1, Line(line()).cells > width { scores.removeLast() }
    return line()
  }

  private func scores(withBands hasBands: Bool) -> [[Span]] {
    let today = messages.day(of: view.now.wall)
    let scores = state.scoreKinds.map { kind in
      let name = Span("\(messages.name(kind)) ", .muted)
      let report = state.scores[kind]
      guard let report, let value = report.score.value else {
        // A placeholder pulses while a value may still come: a saved score without one may be
        // computed anew.
        let isAwaited = report?.cached ?? true
        return [name, Span(glyphs.placeholder, content.isBright && isAwaited ? .plain : .muted)]
      }
      let band = hasBands ? report.score.band.map(messages.name) : nil
      var spans = [name] + glyphs.score(value, isLeast: report.score.atLeast, band: band)
      if report.date != today {
        spans.append(Span(" (\(messages.date(report.date, today: today)))", .muted))
      }
      return spans
    }
    let ride = messages.ride(state, now: view.now.wall).map { text in
      [Span(messages.latestRide + " ", .muted), Span(text, .value)]
    }
    return figures + scores + (ride.map { [$0] } ?? [])
  }

  /// Fitness and form in place of recovery and sleep, for a rider without health data.
  private var figures: [[Span]] {
    guard state.lacksHealthData else { return [] }
    let day = state.fitnessDay
    return [(messages.fitness, day?.fitness), (messages.form, day?.form)].compactMap {
      name, figure in
      let text =
        figure.map { Span(messages.rounded($0), .value) }
        ?? (state.scores[.strain] == nil ? Span(glyphs.placeholder, .muted) : nil)
      return text.map { [Span(name + " ", .muted), $0] }
    }
  }

  /// How long each tip is shown, and the delay before the first.
  private static let turn = Duration.seconds(3)
  /// A tip starts muted, is plain between these moments, and muted again.
  private static let (plainFrom, mutedFrom) = (
    Duration.milliseconds(150), Duration.milliseconds(300)
  )

  static func hasFadingTip(age: Duration) -> Bool {
    age >= turn && age.nanoseconds % turn.nanoseconds < mutedFrom.nanoseconds
  }

  struct Tip: Equatable {
    /// The number of the first tip of the run, and how many came after it.
    let first, turn: Int
    let isPlain: Bool
  }

  /// The tip of this moment; nil before the first.
  static func tip(age: Duration, first: Int?) -> Tip? {
    guard let first, age >= turn else { return nil }
    let turns = Int(age.nanoseconds / turn.nanoseconds)
    return Tip(
      first: first, turn: turns - 1, isPlain: (plainFrom..<mutedFrom).contains(age - turn * turns))
  }

  /// The tip; its lead is dropped first if there is no room. Empty before the first tip, and in
  /// windows too narrow for the longest, so that the block keeps its height.
  var tipLine: [Span] {
    let indent: DisplayText = "  "
    guard let tip = content.tip, width >= indent.cells + Messages.longestTip else { return [] }
    let tips = Messages.tips(for: state.run)
    var lead = indent + "\(messages.tipLead) "
    if lead.cells + Messages.longestTip > width { lead = indent }
    let text = glyphs.fit(tips[(tip.first % tips.count + tip.turn) % tips.count])
    return [Span(lead, .muted), Span(text, tip.isPlain ? .plain : .muted)]
  }
}
