// The screen contents after each operation of the painter.

import Support
import Model
import Terminal
import Testing

private let palette = Palette([
  .ok: 32, .error: 31, .warn: 33, .accent: 36, .value: 1, .muted: 2,
])

private func frame(_ lines: String..., column: Int = 1) -> Frame {
  Frame(lines: lines.map { Line([Span(DisplayText($0))]) }, cursorColumn: column)
}

@Suite(.blocking) struct PainterTests {
  private var screen = TestScreen(columns: 40, rows: 6)
  private var painter = Painter(palette: palette)

  private mutating func show(_ frame: Frame, columns: Int = 40) {
    screen.feed(painter.paint(frame, columns: columns))
  }

  @Test mutating func cursorRestsAfterTheSpinner() {
    show(frame("⠋ Contacting Strava…", "○ Routine", "  Recovery"))
    expectEqual(screen.visibleLines, ["⠋ Contacting Strava…", "○ Routine", "  Recovery"])
    expectEqual(screen.cursor, .init(row: 0, column: 1))
    expectEqual(screen.synchronizedUpdates, 1)
    #expect(!screen.isSynchronizing)
  }

  @Test mutating func paintsOverTypedAheadInput() {
    screen.feed("make me a sandwich")
    show(frame("⠋ Loading…"))
    expectEqual(screen.visibleLines, ["⠋ Loading…"])
  }

  @Test mutating func equalFramesSendNothing() {
    show(frame("⠋ Loading…", "○ Routine"))
    expectEqual(painter.paint(frame("⠋ Loading…", "○ Routine"), columns: 40), [])
  }

  @Test mutating func shorterTextErasesTheRest() {
    show(frame("⠋ Downloading 183 activities…     62 of 183", "○ Routine ━━━━"))
    show(frame("⠙ Saving…", "● Routine"))
    expectEqual(screen.visibleLines, ["⠙ Saving…", "● Routine"])
  }

  @Test mutating func singleLineChangeHasNoSynchronizationMarks() {
    show(frame("⠋ Loading…"))
    show(frame("⠙ Downloading…"))
    expectEqual(screen.synchronizedUpdates, 0)
  }

  @Test mutating func rolesSetAndResetColours() {
    show(
      Frame(
        lines: [
          Line([Span("✓ ", .ok), Span("Strava "), Span("12", .value), Span(" new ", .muted)])
        ], cursorColumn: 1))
    expectEqual(screen.style(of: "✓"), [32])
    expectEqual(screen.style(of: "Strava"), [])
    expectEqual(screen.style(of: "12"), [1])
    expectEqual(screen.style(of: "new"), [2])
    expectEqual(screen.style.parameters, [])
  }

  @Test mutating func changedRoleIsRepainted() {
    show(Frame(lines: [Line([Span("◌ ––", .muted)])]))
    show(Frame(lines: [Line([Span("◌ ––", .plain)])]))
    expectEqual(screen.style(of: "◌"), [])
  }

  @Test func rolesAreInvisibleWithoutColours() {
    var painter = Painter()
    let first = painter.paint(Frame(lines: [Line([Span("◌ ––", .muted)])]), columns: 40)
    #expect(!String(decoding: first, as: UTF8.self).contains("m"))
    expectEqual(painter.paint(Frame(lines: [Line([Span("◌ ––", .plain)])]), columns: 40), [])
  }

  @Test mutating func spinnerTurnsInAnyFrame() {
    let text = Span("ここ 🚴 e\u{301}", .value)
    func frame(_ spinner: DisplayText, _ role: Role) -> Frame {
      Frame(
        lines: [Line([Span(spinner, role), text]), Line([Span("○ Routine")])], cursorColumn: 1)
    }
    show(frame("⠋ ", .plain))
    for (spinner, role) in [("⠙ ", .plain), ("⠙ ", .ok), ("✓ ", .ok), ("✓✓", .ok), ("日", .ok)]
      as [(DisplayText, Role)]
    {
      show(frame(spinner, role))
      expectEqual(screen.visibleLines, ["\(spinner)ここ 🚴 e\u{301}", "○ Routine"])
      expectEqual(screen.cursor, .init(row: 0, column: 1))
    }
    expectEqual(screen.style(of: "日"), [32])
    expectEqual(screen.style(of: "ここ"), [1])
    expectEqual(screen.style.parameters, [])
  }

  /// A person types while a wrapped command works, or answers what it has written at the cursor.
  @Test mutating func whatIsTypedIntoASharedBlockStaysInPlace() {
    painter = Painter(isShared: true)
    func with(_ spinner: DisplayText, _ elapsed: DisplayText) -> Frame {
      Frame(lines: [Line([Span(spinner), Span(" make      "), Span(elapsed)])], cursorColumn: 1)
    }
    show(with("⠋", "3 s"))
    for letter in ["y", "e", "s"] {
      screen.feed(letter)
      screen.feed(painter.turn(to: SpinnerGlyph("⠙")) ?? [])
      screen.feed(painter.turn(to: SpinnerGlyph("⠹")) ?? [])
    }
    show(with("⠸", "4 s"))
    expectEqual(screen.visibleLines, ["⠸yeske      4 s"])
    expectEqual(screen.cursor, .init(row: 0, column: 4))
    screen.feed(painter.insert([Line([Span("notice")])]))
    expectEqual(screen.visibleLines, ["notice", "⠸ make      4 s"])
    expectEqual(screen.unknown, [])
  }

  @Test mutating func spinnerTurnsWithoutAFrame() {
    let block = frame("x")
    func with(_ spinner: DisplayText, _ text: DisplayText) -> Frame {
      Frame(
        lines: [Line([Span(spinner), Span(" "), Span(text)]), Line([Span("○ Routine")])],
        cursorColumn: 1)
    }
    expectEqual(painter.turn(to: SpinnerGlyph("⠙")), nil)
    show(with("⠋", "Loading…"))
    for glyph in ["⠙", "⠹", "⠸"] as [DisplayText] {
      expectEqual(painter.turn(to: SpinnerGlyph(glyph)), Array("\u{8}\(glyph)".utf8))
    }
    expectEqual(painter.turn(to: SpinnerGlyph("⠸")), [])
    screen.feed(painter.turn(to: SpinnerGlyph("⠴")) ?? [])
    screen.feed(painter.insert([Line([Span("notice")])]))
    expectEqual(screen.visibleLines, ["notice", "⠴ Loading…", "○ Routine"])
    screen.feed(painter.turn(to: SpinnerGlyph("⠦")) ?? [])
    // The spinner's glyph of the frame before it turned on its own.
    show(with("⠋", "Saving…"))
    expectEqual(screen.visibleLines, ["notice", "⠋ Saving…", "○ Routine"])
    screen.feed(painter.turn(to: SpinnerGlyph("⠦")) ?? [])
    show(with("⠦", "Saving…"))
    show(with("⠋", "Saving…"))
    expectEqual(screen.visibleLines, ["notice", "⠋ Saving…", "○ Routine"])
    // Not a spinner, so it cannot turn.
    expectEqual(painter.turn(to: SpinnerGlyph("日")), nil)
    painter.resized(columns: 40, rows: 6)
    expectEqual(painter.turn(to: SpinnerGlyph("⠙")), nil)
    show(block)
    expectEqual(screen.visibleLines, ["notice", "x"])
  }

  @Test mutating func linesEndOneColumnEarly() {
    show(frame(String(repeating: "x", count: 60), String(repeating: "日", count: 30)))
    expectEqual(screen.lines[0], String(repeating: "x", count: 39))
    expectEqual(screen.lines[1], String(repeating: "日", count: 19))
  }

  @Test mutating func blockGrowsAtTheBottomOfTheScreen() {
    screen.feed("$ one\r\n$ two\r\n$ three\r\n$ four\r\n$ five\r\n")
    show(frame("⠋ Loading…"))
    show(frame("⠙ Loading…", "○ Routine", "  Recovery"))
    show(frame("⠹ Loading…", "○ Routine"))
    show(frame("⠸ Loading…", "○ Routine", "", "  Did you know?"))
    expectEqual(
      screen.transcript,
      [
        "$ one", "$ two", "$ three", "$ four", "$ five", "⠸ Loading…", "○ Routine", "",
        "  Did you know?",
      ])
    expectEqual(screen.cursor.column, 1)
  }

  @Test mutating func insertsLineAboveTheBlock() {
    show(frame("⠋ Loading…", "○ Routine", "  Recovery"))
    screen.feed(painter.insert([Line([Span("Intervals.icu: no answer", .warn)])]))
    expectEqual(
      screen.transcript, ["Intervals.icu: no answer", "⠋ Loading…", "○ Routine", "  Recovery"])
    expectEqual(screen.style(of: "Intervals"), [33])
    expectEqual(screen.cursor, .init(row: 1, column: 1))
    show(frame("⠙ Loading…", "○ Routine", "  Recovery"))
    expectEqual(screen.visibleLines[1], "⠙ Loading…")
  }

  @Test mutating func insertedLongLineWraps() {
    let long = String(repeating: "0123456789", count: 10)
    show(frame("⠋ Loading…", "○ Routine " + String(repeating: "━", count: 28), "  Recovery"))
    screen.feed(painter.insert([Line([Span(DisplayText(long))]), Line([Span("short")])]))
    expectEqual(screen.transcript.prefix(3).joined(), long)
    expectEqual(screen.transcript.dropFirst(3).prefix(2), ["short", "⠋ Loading…"])
  }

  /// Many lines look like as many single ones, with a block and without.
  @Test(arguments: [nil, frame("⠋ Loading…", "○ Routine ━━━━"), frame("⠋ Loading…")])
  mutating func manyLinesAreLines(_ block: Frame?) throws {
    let texts = (1...100).map { "line \($0)" } + [String(repeating: "wide", count: 20), "end"]
    var end = 0
    let text = texts.joined(separator: "\n") + String(repeating: "\nrest", count: 16) + "\n"
    let many = try #require(PlainLines(in: Array(text.utf8), from: 0, to: &end))
    var (others, single) = (screen, painter)
    if let block {
      show(block)
      others.feed(single.paint(block, columns: 40))
    }
    let last = [Line([Span("last")])]
    screen.feed(painter.insert(last, after: many))
    others.feed(single.insert(texts.map { Line([Span(DisplayText($0))]) } + last))
    expectEqual(screen.visibleLines, others.visibleLines)
    expectEqual(screen.cursor, others.cursor)
  }

  @Test mutating func lineOfWindowWidthLeavesNoGap() {
    let exact = String(repeating: "x", count: 40)
    show(frame("⠋ Loading…", "○ Routine"))
    screen.feed(painter.insert([Line([Span(DisplayText(exact))])]))
    expectEqual(screen.visibleLines, [exact, "⠋ Loading…", "○ Routine"])
  }

  @Test mutating func linesBeforeTheFirstFrameAreWrittenAtOnce() {
    screen.feed(painter.insert([Line([Span("early")])]))
    expectEqual(screen.visibleLines, ["early"])
    show(frame("⠋ Loading…"))
    expectEqual(screen.visibleLines, ["early", "⠋ Loading…"])
  }

  @Test mutating func erasingLeavesCursorOnAnEmptyLine() {
    screen.feed("$ velo-sync\r\n")
    show(frame("⠋ Loading…", "○ Routine", "  Recovery"))
    screen.feed(painter.erase())
    expectEqual(screen.visibleLines, ["$ velo-sync"])
    expectEqual(screen.cursor, .init(row: 1, column: 0))
    expectEqual(painter.erase(), [])
    #expect(!painter.isShowing)
  }

  @Test mutating func resultReplacesTheBlock() {
    show(frame("⠋ Loading…", "○ Routine", "  Recovery"))
    screen.feed(painter.leave([Line([Span("✓", .ok), Span(" Updated just now: nothing new")])]))
    expectEqual(screen.visibleLines, ["✓ Updated just now: nothing new"])
    expectEqual(screen.cursor, .init(row: 1, column: 0))
    expectEqual(screen.synchronizedUpdates, 2)
  }

  @Test(arguments: TestScreen.Resizing.allCases)
  mutating func narrowingLeavesOneBlock(_ resizing: TestScreen.Resizing) {
    screen.feed("$ velo-sync\r\n")
    let wide = frame(
      "⠋ Downloading activities…   62 of 183", "○ Routine ━━━━━━━━━━━━━━━━━━━━", "  Recovery")
    show(wide)
    screen.resize(columns: 16, rows: 10, resizing)
    painter.resized(columns: 16, rows: 10)
    show(frame("⠙ Downloading …"), columns: 16)
    expectEqual(screen.visibleLines, ["$ velo-sync", "⠙ Downloading …"])
    screen.resize(columns: 50, rows: 10, resizing)
    show(wide, columns: 50)
    expectEqual(screen.visibleLines.count, 4)
    expectEqual(screen.visibleLines[1], "⠋ Downloading activities…   62 of 183")
  }

  @Test mutating func insertsLineRightAfterResize() {
    show(frame("⠋ Downloading activities…   62 of 183", "○ Routine ━━━━━━━━━━━━━━━━━━━━"))
    screen.resize(columns: 20, rows: 6)
    painter.resized(columns: 20, rows: 6)
    screen.feed(painter.insert([Line([Span("notice")])]))
    expectEqual(screen.visibleLines, ["notice", "⠋ Downloading activ", "○ Routine ━━━━━━━━━"])
  }

  @Test mutating func neverMoreLinesThanRows() {
    painter.resized(columns: 40, rows: 2)
    screen.resize(columns: 40, rows: 2)
    show(frame("a", "b", "c", "d"))
    expectEqual(screen.transcript, ["a", "b"])
  }

  @Test mutating func drawsAtTheCursorAfterAStop() {
    show(frame("⠋ Loading…", "○ Routine"))
    screen.feed(painter.erase())
    screen.feed("[1]+ Stopped\r\n$ fg\r\n")
    show(frame("⠋ Loading…", "○ Routine"))
    expectEqual(screen.visibleLines, ["[1]+ Stopped", "$ fg", "⠋ Loading…", "○ Routine"])
  }

  @Test mutating func overwritingHalfAWideGlyphErasesIt() {
    show(frame("a日本b"))
    show(frame("ax本b"))
    expectEqual(screen.visibleLines, ["ax本b"])
    show(frame("日x日b"))
    expectEqual(screen.visibleLines, ["日x日b"])
    show(frame("x日x日"))
    expectEqual(screen.visibleLines, ["x日x日"])
    expectEqual(screen.unknown, [])
  }
}
