// Lines that a wrapped command redraws: above the block they look as on a terminal of its own.

import Model
import Reporting
import Support
import Terminal
import Testing
import Wrap

/// A wrapped command whose output is shown by the live renderer.
private struct Wrapped {
  var show: Show
  var output = CommandOutput(.rows)
  private var screen: TestScreen
  /// More than all lines, so that none leaves the screen.
  static let rows = 150
  /// How much of the output is on the screen.
  private var fed = 0

  init(columns: Int = 80) {
    screen = TestScreen(columns: columns, rows: Self.rows)
    show = live(columns: columns, rows: Self.rows)
    show.wrap()
  }

  mutating func write(_ text: String) {
    var changes: [OutputChange] = []
    output.fit(WindowSize(columns: show.columns, rows: Self.rows))
    show.state.child.rows = OpenRows()
    _ = output.feed(Array(text.utf8), from: .standardOutput, at: show.view.now.moment) {
      (change: OutputChange) in changes.append(change)
    }
    finish(changes)
  }

  mutating func end() {
    var changes: [OutputChange] = []
    output.end(.standardOutput) { (change: OutputChange) in changes.append(change) }
    finish(changes)
    show.exit(.ok)
    show.signal(.ended)
  }

  private mutating func finish(_ changes: [OutputChange]) {
    for change in changes { show.output(change) }
    show.state.child.rows = output.openRows
    show.state.child.openLine = output.openLine
  }

  /// The lines above the block, without blank ones at the end.
  mutating func above() -> [String] {
    screen.feed(Array(show.out[fed...]))
    fed = show.out.count
    #expect(screen.unknown.isEmpty)
    var screen = screen
    // The cursor may be where the program has it.
    if let up = show.state.child.rows.cursor?.up { screen.feed(Array("\u{1B}[\(up)B".utf8)) }
    screen.feed(Array("\r\u{1B}[C\u{1B}[J\r\u{1B}[K".utf8))
    return withoutBlankEnd(screen.transcript)
  }
}

private func withoutBlankEnd(_ lines: [String]) -> [String] {
  Array(lines[...(lines.lastIndex { $0 != "" } ?? -1)])
}

/// A program that prints and redraws lines at random.
private struct RedrawingProgram {
  var random: SeededRandom
  /// The lines above the cursor's row, and how far it is above the last of its rows.
  private var (lines, up) = (0, 0)

  init(_ seed: UInt64) {
    random = SeededRandom(seed: seed)
  }

  mutating func next() -> String {
    if up > 0 {
      defer { up = 0 }
      return text() + "\u{1B}[\(up)B\r"
    }
    let reach = min(lines, random.pick(1...12))
    switch random.pick(0...10) {
    case 10 where lines < 40:
      // A page, over what is there or on an empty screen, and below what is there.
      let page = random.pick(1...12)
      lines = max(lines, page)
      let isErased = random.pick(0...1) == 0
      if isErased { lines = page }
      let rows = (0..<page).map { _ in text() + "\u{1B}[K\n" }.joined()
      let end = isErased || lines == page ? "" : "\u{1B}[\(lines - page)B"
      let start = isErased ? random.pick(["\u{1B}[H\u{1B}[2J", "\u{1B}[2J\u{1B}[H"]) : "\u{1B}[H"
      return start + rows + end
    case 0...3:
      let new = random.pick(1...4)
      lines += new
      return (0..<new).map { _ in text() + "\n" }.joined()
    case 4 where reach > 0:
      // The cursor rests above, as that of a bar of several.
      up = reach
      return "\u{1B}[\(reach)A\r" + text()
    case 5 where reach > 0:
      // What is below goes, and less comes.
      lines -= reach
      return "\u{1B}[\(reach)A\r\u{1B}[J"
    case 6 where reach > 0:
      // There and back.
      return "\u{1B}7\u{1B}[\(reach)A\r\u{1B}[2K" + text() + "\u{1B}8"
    case _ where reach > 0:
      let rows = (0..<reach).map { _ in
        switch random.pick(0...3) {
        case 0: ""
        case 1: "\u{1B}[3C" + text()
        case 2: "\u{1B}[2K\u{1B}[32m" + text() + "\u{1B}[m"
        default: text() + "\u{1B}[K"
        }
      }
      return "\u{1B}[\(reach)A" + rows.map { "\r" + $0 + "\n" }.joined()
    default:
      lines += 1
      return "\n"
    }
  }

  private mutating func text() -> String {
    let glyphs = ["a", "b", "7", " ", "é", "日", "█"]
    let count = random.pick([0, 3, 8, 20])
    return (0..<count).map { _ in random.pick(glyphs) }.joined() + "."
  }
}

@Suite(.blocking) struct RedrawnLinesTests {
  /// Also lines that are as wide as the window, before the first frame.
  @Test(arguments: [20, 90, 200])
  func `wide lines are taken back`(_ columns: Int) {
    var wrapped = Wrapped(columns: columns)
    let bar = String(repeating: "█", count: columns)
    wrapped.write("one\n\(bar)\n")
    wrapped.show.wait(100)
    wrapped.write("\u{1B}[1A\r\u{1B}[2Ktwo\n")
    wrapped.show.wait(1000)
    expectEqual(wrapped.above(), ["one", "two"])
    for glyph in ["a", "日", "c"] {
      let count = glyph == "日" ? columns / 2 : columns
      let text = String(repeating: glyph, count: count)
      wrapped.write("\u{1B}[1A\r\u{1B}[2K\(text)\r\n")
      wrapped.show.wait(1000)
      expectEqual(wrapped.above(), ["one", text])
    }
  }

  @Test(arguments: Tier.cases(UInt64(1)...24, quick: 2))
  func `lines look as on a terminal`(_ seed: UInt64) {
    var program = RedrawingProgram(seed)
    var terminal = TestScreen(columns: 80, rows: Wrapped.rows, keepsErased: false)
    var wrapped = Wrapped()
    wrapped.show.wait(program.random.pick([0, 500]))
    for _ in 0..<40 {
      let text = program.next()
      terminal.feed(Array(text.replacing("\n", with: "\r\n").utf8))
      // A chunk may end anywhere.
      let cut = program.random.pick(0...text.unicodeScalars.count)
      wrapped.write(String(String.UnicodeScalarView(text.unicodeScalars.prefix(cut))))
      wrapped.write(String(String.UnicodeScalarView(text.unicodeScalars.dropFirst(cut))))
      wrapped.show.wait(program.random.pick([0, 1, 50, 150, 2500]))
      wrapped.show.wait(1)
      let (above, expected) = (wrapped.above(), withoutBlankEnd(terminal.transcript))
      expectEqual(above, expected)
      if above != expected { return }
    }
    wrapped.end()
    expectEqual(
      withoutBlankEnd(wrapped.above().dropLast()), withoutBlankEnd(terminal.transcript))
  }
}
