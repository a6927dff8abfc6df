// The number of bytes that updates of the block take.

import Support
import Model
import Terminal
import Testing

private let palette = Palette([
  .ok: 32, .error: 31, .warn: 33, .accent: 36, .value: 1, .muted: 2,
])

/// The block of a download.
private struct Block {
  var tick = 0
  /// Half cells of the first stage's bar, 0…36.
  var bar = 0
  var percent = 0
  var status = "Downloading 183 Strava activities…"
  var detail = ""
  var placeholder = Role.muted

  var frame: Frame {
    let spinner = Array("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")[tick % 10]
    let room = 79 - 2 - status.count - detail.count
    let full = String(repeating: "━", count: bar / 2) + (bar % 2 == 1 ? "╸" : "")
    let empty = String(repeating: "─", count: 18 - full.count)
    let number = String(repeating: " ", count: percent < 10 ? 2 : 1) + "\(percent) %"
    return Frame(
      lines: [
        Line([
          Span(DisplayText("\(spinner) \(status)")),
          Span(DisplayText(String(repeating: " ", count: room) + detail), .muted),
        ]),
        Line([
          Span("◐ Routine "), Span(DisplayText(full), .accent), Span(DisplayText(empty), .muted),
          Span(" ○ Prep ─────────────── ○ Saving ───────────", .muted),
          Span(DisplayText(number)),
        ]),
        Line([
          Span("  Recovery "), Span("◌ ––", placeholder), Span("   Sleep "),
          Span("◌ ––", placeholder), Span("   Strain "), Span("◌ ––", placeholder),
        ]),
        Line([Span("  Did you know? Sleep is only scored when your watch saw it.", .muted)]),
      ], cursorColumn: 1)
  }
}

@Suite(.blocking) struct PainterBytesTests {
  private var block = Block()
  private var painter = Painter(palette: palette)

  private mutating func cost() -> Int {
    painter.paint(block.frame, columns: 80).count
  }

  @Test mutating func aTickIsABackspaceAndAGlyph() {
    _ = cost()
    block.tick = 1
    expectEqual(painter.paint(block.frame, columns: 80), Array("\u{8}⠙".utf8))
  }

  @Test mutating func everyTickAtMostEight() {
    _ = cost()
    for tick in 1...100 {
      block.tick = tick
      #expect(cost() <= 8)
    }
  }

  @Test mutating func everyBarStepAtMostForty() {
    _ = cost()
    for bar in 1...36 {
      block.bar = bar
      #expect(cost() <= 40)
    }
  }

  @Test mutating func nineOfTenFramesAtMostSixty() {
    _ = cost()
    var costs: [Int] = []
    for step in 1...36 {
      block.tick = step
      block.bar = step
      block.percent = step
      costs.append(cost())
    }
    costs.sort()
    #expect(costs[costs.count * 9 / 10] <= 60)
    #expect(costs.allSatisfy { $0 <= 80 })
  }

  @Test mutating func countsAndTimeLeftAtMostEighty() {
    block.detail = "10 of 183 · 60 s left"
    _ = cost()
    for step in 1...36 {
      block.tick = step
      block.bar = step
      block.percent = step
      block.detail = "\(10 + step) of 183 · \(60 - step) s left"
      #expect(cost() <= 80)
    }
  }

  @Test mutating func anEasedJumpAtMostEighty() {
    _ = cost()
    for step in 1...9 {
      block.tick = step
      block.bar = step * 4
      block.percent = step * 4
      #expect(cost() <= 80)
    }
  }

  @Test mutating func placeholdersPulseCheaply() {
    _ = cost()
    // Twice in 1.2 s, each time with a tick, beside ten ticks a second of four bytes each.
    block.placeholder = .plain
    block.tick += 1
    let brighter = cost()
    block.placeholder = .muted
    block.tick += 1
    let darker = cost()
    #expect(max(brighter, darker) <= 90)
    #expect(Double(brighter + darker) / 1.2 + 40 <= 200)
  }

  @Test mutating func tipTakesThreeWrites() {
    var frame = block.frame
    _ = painter.paint(frame, columns: 80)
    var sum = 0
    let tip = DisplayText("  Did you know? " + String(repeating: "tip ", count: 11))
    for (text, role) in [(tip, Role.muted), (tip, .plain), (tip, .muted)] {
      frame.lines[3] = Line([Span(text, role)])
      sum += painter.paint(frame, columns: 80).count
    }
    #expect(sum <= 350)
  }
}
