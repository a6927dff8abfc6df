// Rapid resizes: there is always exactly one block.

import Support
import Model
import Terminal
import Testing

@Suite(.blocking) struct ScreenStormTests {
  /// Four lines, wider than most windows.
  private static func frame(_ tick: Int) -> Frame {
    let spinner = ["⠋", "⠙", "⠹", "⠸"][tick % 4]
    return Frame(
      lines: [
        Line([
          Span(DisplayText(spinner)), Span(" Downloading Strava activities…"),
          Span(DisplayText(String(repeating: " ", count: 40) + "\(tick) of 183"), .muted),
        ]),
        Line([Span("◐ Routine "), Span(DisplayText(String(repeating: "━", count: 90)), .accent)]),
        Line([Span("  Recovery ◑ 71 Good 朝の記録   Sleep "), Span("◌ ––", .muted)]),
        Line([Span("  Did you know? 🚴 Sleep is only scored when your watch saw it.", .muted)]),
      ], cursorColumn: 1)
  }

  @Test(arguments: TestScreen.Resizing.allCases, Tier.cases(UInt64(1)...2, quick: 1))
  func `keeps exactly one block`(_ resizing: TestScreen.Resizing, seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var (columns, rows) = (80, 24)
    var screen = TestScreen(columns: columns, rows: rows)
    var ours = Screen(palette: Palette([.muted: 2, .accent: 36]))
    screen.feed("$ velo-sync\r\n")
    screen.feed(ours.show(Self.frame(0), columns: columns))
    for step in 1...100 {
      // Some windows are resized several times between frames.
      for _ in 0...random.pick(0...2) {
        (columns, rows) = (random.pick(1...200), random.pick(1...60))
        screen.resize(columns: columns, rows: rows, resizing)
        ours.resized(columns: columns, rows: rows)
      }
      var frame = Self.frame(step)
      frame.lines = Array(frame.lines.prefix(max(1, min(4, rows - 3))))
      screen.feed(ours.show(frame, columns: columns))

      let top = screen.cursor.row
      let below = screen.lines[min(rows, top + frame.lines.count)...]
      #expect(below.allSatisfy { $0.isEmpty }, "step \(step): \(columns) x \(rows)")
      let blocks = screen.lines.filter { line in "⠋⠙⠹⠸".contains { line.hasPrefix(String($0)) } }
      // A window of one column shows no block; the old one may remain.
      #expect(columns == 1 || blocks.count == 1, "step \(step): \(columns) x \(rows)")
      #expect(blocks.count <= 1)
      expectEqual(screen.cursor.column, min(1, columns - 1))
    }
    screen.resize(columns: 80, rows: 24, resizing)
    ours.resized(columns: 80, rows: 24)
    screen.feed(ours.leave([Line([Span("✓ Updated just now: nothing new")])]))
    expectEqual(screen.visibleLines.last, "✓ Updated just now: nothing new")
    expectEqual(screen.visibleLines.filter { $0.hasPrefix("✓") }.count, 1)
    expectEqual(screen.cursor.column, 0)
    #expect(screen.lines.allSatisfy { !$0.contains("━") && !$0.contains("⠋") })
    #expect(screen.style == ScreenStyle() && screen.unknown == [])
  }
}
