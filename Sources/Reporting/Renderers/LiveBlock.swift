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

  /// Cells of both ends of a bar.
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
