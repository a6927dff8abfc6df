// Line 2 of the live block: the three stages with their marks, a bar across them, the percentage.

import SyncModel
import Terminal

/// The stage bar at one moment.
struct StageBar: Sendable {
  /// 0…1, eased.
  let fraction: Double
  let current: Stage?
  let finished: Set<Stage>
  let words: Words
  let glyphs: Glyphs

  /// The percentage, counted up with the bar: "22 %".
  var percent: DisplayText {
    "\(Int((fraction * 100).rounded(.down))) %"
  }

  /// The line in `width` cells; nil when there is no room for a bar.
  func line(width: Int) -> Line? {
    let heads = Stage.allCases.map { DisplayText("\(mark($0).description) \(words.name($0)) ") }
    let caps = glyphs.barOpen.cells + glyphs.barClose.cells
    // Between the stages one blank, before the percentage two, and room for "100 %".
    let labels = heads.map(\.cells).reduce(0, +) + heads.count * caps
    let fixed = labels + 2 + 2 + 5
    let room = width - fixed
    guard room >= heads.count else { return nil }
    var spans: [Span] = []
    for (index, stage) in Stage.allCases.enumerated() {
      let cells = room / heads.count + (index < room % heads.count ? 1 : 0)
      if index > 0 { spans.append(Span(" ")) }
      spans.append(Span(mark(stage), markRole(stage)))
      spans.append(Span(" \(words.name(stage)) ", stage == current ? .plain : .muted))
      spans += bar(of: stage, cells: cells)
    }
    spans.append(Span(blanks(2 + 5 - percent.cells)))
    spans.append(Span(percent))
    return Line(spans)
  }

  private func bar(of stage: Stage, cells: Int) -> [Span] {
    let share = (fraction - stage.span.lowerBound) / (stage.span.upperBound - stage.span.lowerBound)
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

  private func mark(_ stage: Stage) -> DisplayText {
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
