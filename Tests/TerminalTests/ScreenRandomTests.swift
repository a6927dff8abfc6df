// Random frames, resizes and lines: the screen always shows the last frame, and every line once.

import Support
import Model
import Terminal
import Testing

/// A glyph and its width in cells.
private let glyphs: [(text: String, cells: Int)] = [
  ("a", 1), ("b", 1), ("7", 1), (" ", 1), (" ", 1), ("━", 1), ("…", 1), ("e\u{301}", 1),
  ("日", 2), ("한", 2), ("🚴", 2), ("👨‍👩‍👧", 2), ("🇨🇭", 2),
]

/// A line and its expected cells.
private struct RandomLine {
  var line = Line()
  private var looks: [(text: String, cells: Int, role: Role)] = []

  init(_ random: inout SeededRandom) {
    for _ in 0..<random.pick(0...6) {
      let role = random.pick(Array(Role.allCases))
      var text = ""
      for _ in 0..<random.pick(0...12) {
        let glyph = random.pick(glyphs)
        text += glyph.text
        looks.append((glyph.text, glyph.cells, role))
      }
      line.spans.append(Span(DisplayText(text), role))
    }
  }

  /// The contents of each column of a window.
  func cells(columns: Int, palette: [Role: UInt8]) -> [ScreenCell] {
    var cells: [ScreenCell] = []
    for look in looks {
      guard cells.count + look.cells <= columns - 1 else { break }
      cells.append(cell(look.text, palette[look.role]))
      if look.cells == 2 { cells.append(cell("", palette[look.role])) }
    }
    while cells.count < columns { cells.append(ScreenCell()) }
    return cells
  }

  private func cell(_ text: String, _ sgr: UInt8?) -> ScreenCell {
    var cell = ScreenCell()
    cell.text = text
    if let sgr { cell.style.apply(Int(sgr)) }
    return cell
  }
}

@Suite(.blocking) struct ScreenRandomTests {
  private static let palette: [Role: UInt8] = [.ok: 32, .error: 31, .value: 1, .muted: 2]

  @Test(arguments: Tier.cases(1...24, quick: 3))
  func `screen shows the frame`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var (columns, rows) = (random.pick(2...60), random.pick(4...12))
    var screen = TestScreen(columns: columns, rows: rows)
    var ours = Screen(palette: Palette(Self.palette))
    ours.resized(columns: columns, rows: rows)
    var inserted = 0
    var lines: [RandomLine] = []
    for _ in 0..<150 {
      switch random.pick(0...19) {
      case 0:
        (columns, rows) = (random.pick(2...60), random.pick(4...12))
        screen.resize(columns: columns, rows: rows, random.pick(TestScreen.Resizing.allCases))
        ours.resized(columns: columns, rows: rows)
      case 1...3:
        let new = (0..<random.pick(1...3)).map { _ in
          inserted += 1
          // Unique and too short to wrap in any window.
          return Line([Span(DisplayText(name(inserted)), random.pick(Array(Role.allCases)))])
        }
        ours.add(new.map { LineAbove($0) })
        screen.feed(ours.flush())
        if lines.isEmpty { continue }
      case 4:
        screen.feed(ours.erase())
        lines = []
        continue
      default:
        break
      }
      // Mostly small changes, as in real runs.
      if lines.isEmpty || random.pick(0...3) == 0 {
        lines = (0..<random.pick(1...4)).map { _ in RandomLine(&random) }
      } else {
        lines[random.pick(0...lines.count - 1)] = RandomLine(&random)
      }
      let frame = Frame(lines: lines.map(\.line), cursorColumn: random.pick(0...1))
      screen.feed(ours.show(frame, columns: columns))

      let top = screen.cursor.row
      expectEqual(screen.cursor.column, min(frame.cursorColumn, columns - 1))
      for (index, line) in lines.enumerated() {
        let expected = line.cells(columns: columns, palette: Self.palette)
        let shown = expected.indices.map { screen.cell(row: top + index, column: $0) }
        #expect(zip(expected, shown).allSatisfy(looksLike), "line \(index)")
      }
      for row in top + lines.count..<max(rows, top + lines.count) {
        expectEqual(screen.lines[row], "", "below the block")
      }
      expectEqual(ours.show(frame, columns: columns), [])
      expectEqual(screen.style, ScreenStyle())
      #expect(!screen.isSynchronizing && !screen.isMidway)
    }
    screen.feed(ours.erase())
    expectEqual(screen.transcript, (1..<max(1, inserted + 1)).map(name))
    expectEqual(screen.unknown, [])
  }

  @Test(arguments: Tier.cases(1...12, quick: 2))
  func `long lines stay whole`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let columns = random.pick(10...40)
    var screen = TestScreen(columns: columns, rows: 8)
    var ours = Screen()
    var expected: [String] = []
    for number in 1...60 {
      let text = (0..<random.pick(1...50)).map { "\(number).\($0)" }.joined(separator: ",")
      let frame = Frame(lines: (0...random.pick(0...3)).map { _ in RandomLine(&random).line })
      screen.feed(ours.show(frame, columns: columns))
      ours.add([LineAbove(Line([Span(DisplayText(text))]))])
      screen.feed(ours.flush())
      for start in stride(from: 0, to: text.count, by: columns) {
        expected.append(String(text.dropFirst(start).prefix(columns)))
      }
    }
    screen.feed(ours.erase())
    expectEqual(screen.transcript, expected)
  }

  /// Two letters at most, so that it fits into every window.
  private func name(_ number: Int) -> String {
    let letters = (0..<100).compactMap { Unicode.Scalar(UInt32(0x2801 + $0)) }.map { String($0) }
    return letters[number / 100 % 100] + letters[number % 100]
  }

  /// A blank looks the same in every colour.
  private func looksLike(_ left: ScreenCell, _ right: ScreenCell) -> Bool {
    left.text == right.text && (left.style == right.style || left.text == " ")
  }
}
