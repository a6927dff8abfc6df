// Line 2 of the live block: three stages with marks, a bar and the percentage; or one plain bar.

import Model
import Terminal

/// The stage bar at one moment.
struct StageBar: Hashable, Sendable {
  /// 0…1, eased.
  let fraction: Double
  let current: Stage?
  let finished: Set<Stage>
  /// Cells of the whole line.
  let width: Int
  /// The percentage of one bar, without stages; nil for the bar of stages.
  var plainPercent: Int?

  /// The percentage, 0…100: that of a program as it says, the other counted up with the bar.
  var percent: Int { plainPercent ?? Int((fraction * 100).rounded(.down)) }

  /// The line; empty if the window is too narrow for a bar.
  func spans(messages: Messages, glyphs: Glyphs) -> [Span] {
    plainPercent == nil ? stages(messages, glyphs) : plain(messages, glyphs)
  }

  private func plain(_ messages: Messages, _ glyphs: Glyphs) -> [Span] {
    let room = width - glyphs.barOpen.cells - glyphs.barClose.cells - 2 - 5
    guard room >= 1 else { return [] }
    let percent = messages.percent(percent)
    return bar(fraction, cells: room, glyphs)
      + [Span(blanks(2 + 5 - percent.cells)), Span(percent)]
  }

  private func stages(_ messages: Messages, _ glyphs: Glyphs) -> [Span] {
    let heads = Stage.allCases.map {
      DisplayText("\(mark($0, glyphs).description) \(messages.name($0)) ")
    }
    let caps = glyphs.barOpen.cells + glyphs.barClose.cells
    // One blank between stages, two before the percentage, and five cells for "100 %".
    let labels = heads.map(\.cells).reduce(0, +) + heads.count * caps
    let fixed = labels + 2 + 2 + 5
    let room = width - fixed
    guard room >= heads.count else { return [] }
    var spans: [Span] = []
    for (index, stage) in Stage.allCases.enumerated() {
      let cells = room / heads.count + (index < room % heads.count ? 1 : 0)
      if index > 0 { spans.append(Span(" ")) }
      spans.append(Span(mark(stage, glyphs), markRole(stage)))
      spans.append(Span(" \(messages.name(stage)) ", stage == current ? .plain : .muted))
      spans += bar(of: stage, cells: cells, glyphs)
    }
    let percent = messages.percent(percent)
    spans.append(Span(blanks(2 + 5 - percent.cells)))
    spans.append(Span(percent))
    return spans
  }

  private func bar(of stage: Stage, cells: Int, _ glyphs: Glyphs) -> [Span] {
    let span = stage.span
    let share = (fraction - span.lowerBound) / (span.upperBound - span.lowerBound)
    return bar(share, cells: cells, glyphs)
  }

  private func bar(_ share: Double, cells: Int, _ glyphs: Glyphs) -> [Span] {
    let halves = Int(min(1, max(0, share)) * Double(2 * cells))
    let full = halves / 2
    let half = halves % 2
    let filled = repeated(glyphs.barFull, full) + (half == 1 ? glyphs.barHalf : "")
    let empty = repeated(glyphs.barEmpty, cells - full - half)
    return [
      Span(glyphs.barOpen, .muted), Span(filled, .accent), Span(empty, .muted),
      Span(glyphs.barClose, .muted),
    ]
  }

  private func mark(_ stage: Stage, _ glyphs: Glyphs) -> DisplayText {
    if finished.contains(stage) { return glyphs.done }
    return stage == current ? glyphs.now : glyphs.ahead
  }

  private func markRole(_ stage: Stage) -> Role {
    if finished.contains(stage) { return .ok }
    return stage == current ? .accent : .muted
  }

  private func repeated(_ glyph: DisplayText, _ count: Int) -> DisplayText {
    DisplayText(String(repeating: glyph.description, count: max(0, count)))
  }
}
