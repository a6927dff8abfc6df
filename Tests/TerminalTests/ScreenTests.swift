// The screen contents after each operation.

import Support
import Model
import Terminal
import Testing

private let palette = Palette([.ok: 32, .error: 31, .warn: 33, .accent: 36, .value: 1, .muted: 2])

private func line(_ text: String) -> Line { Line([Span(DisplayText(text))]) }

private func frame(_ lines: String...) -> Frame { Frame(lines: lines.map(line), cursorColumn: 1) }

/// A block of two lines whose spinner is at this glyph.
private func loading(_ spinner: String) -> Frame {
  let first = Line([Span(DisplayText(spinner)), Span(" Loading…")])
  return Frame(lines: [first, line("○ Routine")], cursorColumn: 1)
}

@Suite(.blocking) struct ScreenTests {
  private var screen = TestScreen(columns: 40, rows: 6)
  private var ours = Screen(palette: palette)

  private mutating func show(_ frame: Frame, columns: Int = 40) {
    screen.feed(ours.show(frame, columns: columns))
  }

  /// A line above the block.
  private mutating func insert(_ text: String) {
    ours.add([LineAbove(line(text))])
    screen.feed(ours.flush())
  }

  /// And a change of a single line has no synchronization marks.
  @Test mutating func `paints over typed ahead input`() {
    screen.feed("make me a sandwich")
    show(frame("⠋ Loading…"))
    expectEqual(screen.visibleLines, ["⠋ Loading…"])
    show(frame("⠙ Downloading…"))
    expectEqual(screen.synchronizedUpdates, 0)
  }

  @Test func `roles are invisible without colours`() {
    var ours = Screen()
    let first = ours.show(Frame(lines: [Line([Span("◌ ––", .muted)])]), columns: 40)
    #expect(!String(decoding: first, as: UTF8.self).contains("m"))
    expectEqual(ours.show(Frame(lines: [Line([Span("◌ ––", .plain)])]), columns: 40), [])
  }

  @Test mutating func `spinner turns in any frame`() {
    let text = Span("ここ 🚴 e\u{301}", .value)
    func frame(_ spinner: DisplayText, _ role: Role) -> Frame {
      Frame(lines: [Line([Span(spinner, role), text]), line("○ Routine")], cursorColumn: 1)
    }
    show(frame("⠋ ", .plain))
    for (spinner, role) in [("⠙ ", .plain), ("⠙ ", .ok), ("✓ ", .ok), ("✓✓", .ok), ("日", .ok)]
      as [(DisplayText, Role)]
    {
      show(frame(spinner, role))
      expectEqual(screen.visibleLines, ["\(spinner)ここ 🚴 e\u{301}", "○ Routine"])
      expectEqual(screen.cursor, .init(row: 0, column: 1))
    }
    let runs = screen.runs(inRow: 0)
    expectEqual(runs.map(\.text), ["日", "ここ 🚴 e\u{301}"])
    expectEqual(runs.map(\.style), [[32], [1]])
    expectEqual(screen.style.parameters, [])
  }

  /// The cursor of a program stays in its row while the block below changes and lines come above.
  @Test mutating func `the cursor stays where a program has it`() {
    ours.resized(columns: 40, rows: 6)
    func ask(_ text: DisplayText) {
      let row = LogLine(stream: .standardOutput, text: text, number: 0)
      let rows = OpenRows(lines: [row], cursor: OpenCursor(up: 1, column: text.cells))
      ours.follow(rows, as: [Line([Span(text)])], columns: 40)
    }
    ask("Name: ")
    screen.feed(ours.flush())
    expectEqual(screen.cursor, .init(row: 0, column: 6))
    for glyph in ["⠋", "⠙", "⠹"] {
      show(loading(glyph))
      expectEqual(screen.visibleLines, ["Name:", "\(glyph) Loading…", "○ Routine"])
      expectEqual(screen.cursor, .init(row: 0, column: 6))
    }
    screen.feed("jo")
    ask("Name: jo")
    insert("notice")
    expectEqual(screen.visibleLines, ["notice", "Name: jo", "⠹ Loading…", "○ Routine"])
    expectEqual(screen.cursor, .init(row: 1, column: 8))
    screen.feed(ours.erase())
    expectEqual(screen.visibleLines, ["notice", "Name: jo"])
    expectEqual(screen.cursor, .init(row: 2, column: 0))
    expectEqual(screen.unknown, [])
  }

  @Test mutating func `a turn of the spinner sends only its glyph`() {
    show(loading("⠋"))
    for glyph in ["⠙", "⠹", "⠸"] {
      expectEqual(ours.show(loading(glyph), columns: 40), Array("\u{8}\(glyph)".utf8))
    }
    expectEqual(ours.show(loading("⠸"), columns: 40), [])
  }

  /// Many lines look like as many single ones, with a block and without.
  @Test(arguments: [nil, frame("⠋ Loading…", "○ Routine ━━━━"), frame("⠋ Loading…")])
  mutating func `many lines are lines`(_ block: Frame?) throws {
    let texts = (1...100).map { "line \($0)" } + [String(repeating: "wide", count: 20), "end"]
    var end = 0
    let text = texts.joined(separator: "\n") + String(repeating: "\nrest", count: 50) + "\n"
    let many = try #require(
      PlainLines(in: Array(text.utf8), of: .standardOutput, from: 0, to: &end))
    var (others, single) = (screen, ours)
    if let block {
      show(block)
      others.feed(single.show(block, columns: 40))
    }
    let last = [LineAbove(line("last"))]
    ours.add(many)
    ours.add(last)
    screen.feed(ours.flush())
    single.add(texts.map { LineAbove(line($0)) } + last)
    others.feed(single.flush())
    expectEqual(screen.visibleLines, others.visibleLines)
    expectEqual(screen.cursor, others.cursor)
  }

  @Test mutating func `line of window width leaves no gap`() {
    let exact = String(repeating: "x", count: 40)
    show(frame("⠋ Loading…", "○ Routine"))
    insert(exact)
    expectEqual(screen.visibleLines, [exact, "⠋ Loading…", "○ Routine"])
  }

  @Test mutating func `erasing leaves cursor on an empty line`() {
    screen.feed("$ velo-sync\r\n")
    show(frame("⠋ Loading…", "○ Routine", "  scores"))
    screen.feed(ours.erase())
    expectEqual(screen.visibleLines, ["$ velo-sync"])
    expectEqual(screen.cursor, .init(row: 1, column: 0))
    expectEqual(ours.erase(), [])
    #expect(!ours.isShowing)
    // As after a stop.
    screen.feed("[1]+ Stopped\r\n$ fg\r\n")
    show(frame("⠋ Loading…", "○ Routine"))
    expectEqual(screen.visibleLines.suffix(3), ["$ fg", "⠋ Loading…", "○ Routine"])
  }

  @Test(arguments: TestScreen.Resizing.allCases)
  mutating func `narrowing leaves one block`(_ resizing: TestScreen.Resizing) {
    screen.feed("$ velo-sync\r\n")
    let wide = frame(
      "⠋ Downloading activities…   62 of 183", "○ Routine ━━━━━━━━━━━━━━━━━━━━", "  scores")
    show(wide)
    screen.resize(columns: 16, rows: 10, resizing)
    ours.resized(columns: 16, rows: 10)
    show(frame("⠙ Downloading …"), columns: 16)
    expectEqual(screen.visibleLines, ["$ velo-sync", "⠙ Downloading …"])
    screen.resize(columns: 50, rows: 10, resizing)
    show(wide, columns: 50)
    expectEqual(screen.visibleLines.count, 4)
    expectEqual(screen.visibleLines[1], "⠋ Downloading activities…   62 of 183")
  }

  /// tmux narrows a window first and tells the program later.
  @Test(arguments: TestScreen.Resizing.allCases)
  mutating func `frames of a window that was narrowed meanwhile leave one block`(
    _ resizing: TestScreen.Resizing
  ) {
    screen.resize(columns: 50, rows: 10)
    func tick(_ number: Int) -> Frame {
      frame(
        "⠋ Downloading activities…   \(number * 11) of 183",
        "○ Routine \(String(repeating: "━", count: number * 3)) \(number * 11) %", "  scores")
    }
    screen.feed("$ velo-sync\r\n")
    show(tick(1), columns: 50)
    screen.resize(columns: 24, rows: 10, resizing)
    for number in 2...9 { screen.feed(ours.show(tick(number), columns: 50)) }
    ours.resized(columns: 24, rows: 10)
    show(frame("⠙ Downloading …"), columns: 24)
    expectEqual(screen.visibleLines, ["$ velo-sync", "⠙ Downloading …"])
  }

  @Test mutating func `inserts line right after resize`() {
    show(frame("⠋ Downloading activities…   62 of 183", "○ Routine ━━━━━━━━━━━━━━━━━━━━"))
    screen.resize(columns: 20, rows: 6)
    ours.resized(columns: 20, rows: 6)
    insert("notice")
    expectEqual(screen.visibleLines, ["notice", "⠋ Downloading activ", "○ Routine ━━━━━━━━━"])
  }

  @Test mutating func `never more lines than rows`() {
    ours.resized(columns: 40, rows: 2)
    screen.resize(columns: 40, rows: 2)
    show(frame("a", "b", "c", "d"))
    expectEqual(screen.transcript, ["a", "b"])
  }
}
