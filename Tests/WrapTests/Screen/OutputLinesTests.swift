// Splitting a command's output into lines.

import Support
import Model
import Terminal
import Testing

@testable import Wrap

@Suite(.blocking) struct OutputLinesTests {
  /// The lines of an output that arrives in these chunks and then ends.
  private func lines(_ pieces: [[UInt8]]) -> [String] {
    var output = CommandOutput(.rows)
    var lines: [String] = []
    func add(_ line: LogLine) { lines.append(line.text.description) }
    for piece in pieces { output.take(piece) { add($0) } }
    output.end { add($0) }
    return lines
  }

  private func lines(_ text: String) -> [String] { lines([Array(text.utf8)]) }

  static let cases: [(text: String, lines: [String])] = [
    ("", []),
    ("\n", [""]),
    ("one\ntwo\n", ["one", "two"]),
    ("one\r\ntwo\r\n\r\n", ["one", "two", ""]),
    ("no end", ["no end"]),
    ("no end\r", ["no end"]),
    (" 10 %\r 50 %\r100 %\n", ["100 %"]),
    (" 10 %\r 50 %\r100 %\r\n", ["100 %"]),
    (" 10 %\r 50 %\r", [" 50 %"]),
    (" 10 %\r\u{1B}[K", []),
    ("a\rb\r\r\nc", ["b", "c"]),
    ("\u{1B}[31mred\u{1B}[0m\tblank\u{7}\n", ["red     blank"]),
    // Text that is overwritten, erased and moved over.
    ("abcdef\rxy\n", ["xycdef"]),
    ("abcdef\rxy\u{1B}[K\n", ["xy"]),
    ("abc\u{8}\u{8}x\n", ["axc"]),
    (" 0/16\u{8}\u{8}\u{8}\u{8}\u{8}     \u{8}\u{8}\u{8}\u{8}\u{8}done\n", ["done"]),
    ("abcdef\u{1B}[3D\u{1B}[1K\n", ["    ef"]),
    ("abcdef\u{1B}[2Kg\n", ["      g"]),
    ("a\u{1B}[5Gb\u{1B}[2Cc\n", ["a   b  c"]),
    ("a\tbc\tdefghijk\tl\n", ["a       bc      defghijk        l"]),
    ("aé\t€\n日\tx\n", ["aé      €", "日      x"]),
    (
      String(repeating: "a", count: 1100) + "\tb\n",
      [String(repeating: "a", count: 1100) + "    b"]
    ),
    // A wide glyph is never cut.
    ("日本\u{8}x\n", ["日 x"]),
    ("e\u{301}a\u{8}b\n", ["e\u{301}b"]),
    // Movements up reach the lines that are kept.
    ("one\ntwo\n\u{1B}[2Anew\n\n", ["one", "two", "new"]),
    ("a 1\nb 1\n\u{1B}[2Aa 2\nb 2\n\u{1B}[2Aa 3\nb 3\n", ["a 1", "b 1", "a 3", "b 3"]),
    ("x\u{1B}[1Ay\n\n", ["xy", ""]),
    (
      "one\u{1B}[99999999999A\u{1B}[99999999999B\u{1B}[99999999999Cz\n",
      ["one" + String(repeating: " ", count: 1020) + "z"]
    ),
    ("\u{1B}[1;2;3;4;5;6;7;8;9;1;2;3;4;5;6;7;8;9;1;2;3;4;5;6;7;8;9;1;2;3;4;5;6;7mtext\n", ["text"]),
    ("\u{1B}[?25lshown\u{1B}[?25h\u{1B}(B\u{1B}=\n", ["shown"]),
    ("\u{9B}31mred\u{9D}hidden\u{9C}\n", ["red"]),
    // A line may hide only its own rest.
    ("shown\u{1B}]0;hidden\nnext\n", ["shown", "next"]),
    ("\u{1B}]0;title\u{7}shown\u{202E}\n", ["shown"]),
    (
      "before\u{1B}]1337;File=\(String(repeating: "QUJD", count: 100))\u{7}after\nnext\n",
      ["beforeafter", "next"]
    ),
  ]

  /// Lines match those of a terminal; chunk boundaries do not change them.
  @Test func linesMatchATerminal() {
    for (text, expected) in Self.cases {
      expectEqual(lines(text.utf8.map { [$0] }), expected)
      for cut in 0...text.utf8.count {
        let parts = [Array(text.utf8.prefix(cut)), Array(text.utf8.dropFirst(cut))]
        expectEqual(lines(parts), expected)
      }
    }
  }

  @Test func replacesInvalidUTF8ButNotSplitCharacters() {
    expectEqual(lines([[0x61, 0xFF, 0x62, 0x0A]]), ["a\u{FFFD}b"])
    expectEqual(lines([[0xE2, 0x82], [0xAC, 0x0A]]), ["€"])
  }

  @Test func splitsOverlongLines() {
    let long = String(repeating: "é", count: 400_000)
    let pieces = lines(Array(long.utf8).chunks(of: 10_000))
    expectEqual(pieces.count, 4)
    #expect(pieces.allSatisfy { $0.utf8.count <= OutputRows.longest })
    expectEqual(pieces.joined(), long)
  }

  /// Whether lines come as many at once depends on how they arrive, what they are does not.
  @Test(arguments: Tier.cases(UInt64(1)...20, quick: 5))
  func linesAreTheSameHoweverTheyArrive(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var text: [UInt8] = []
    for _ in 0..<random.pick(1...12) {
      let end = random.pick(["\n", "\r\n"])
      for number in 0...random.pick(0...300) { text += Array("line \(number)\(end)".utf8) }
      text += Array(
        random.pick([
          "", "\n", "é\n", "\u{1B}[31mred\n", " 10 %\r 20 %\n", "blank \n", "blank \r\n",
          "\u{301}mark\n", "a\(String(repeating: "\u{301}", count: 99))\n", "rest",
        ]).utf8)
    }
    var output = CommandOutput(.rows)
    var (found, count) = ([String](), 0)
    for piece in text.chunks(of: random.pick([100, 3000, 1 << 16])) {
      _ = output.take(piece, from: .standardOutput, at: Moment(nanoseconds: 0)) {
        (change: OutputChange) in
        found += change.newLines.map(\.text.description)
        guard case .lines(let lines) = change else { return }
        count += lines.count
        expectEqual(lines.count, Array(lines).count)
        expectEqual(lines.lastWritten, Array(lines).last)
      }
    }
    output.end { found.append($0.text.description) }
    expectEqual(found, lines(text.chunks(of: 1)))
    #expect(count == 0 || found.count > count)
  }

  @Test func oneLineInManyIsNotBlank() {
    var blank = -1
    let blanks = [UInt8](repeating: 0x0A, count: 150)
    func lines(in bytes: [UInt8]) -> PlainLines? {
      PlainLines(in: bytes, of: .standardOutput, from: 0, to: &blank)
    }
    let many = lines(in: blanks + Array("one\n".utf8) + blanks)
    expectEqual(many?.lastWritten, "one")
    let none = lines(in: blanks)
    #expect(none?.count == 100 && none?.lastWritten == nil)
  }

  /// Whatever a program writes, on a screen of any size and in a log: nothing is out of range, and
  /// what is kept stays small.
  @Test(arguments: Tier.cases(UInt64(1)...40, quick: 3))
  func anySequencesAreCarriedOut(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let pieces = [
      "a", " ", "é", "日", "e\u{301}", "\t", "\r", "\n", "\r\n", "\u{8}", "\u{1B}7", "\u{1B}8",
      "\u{1B}[6n", "\u{1B}M", "\u{1B}D", "\u{1B}[2;5r", "\u{1B}[31m", "\u{1B}[m", "\u{1B}[H",
      "\u{1B}[s", "\u{1B}[u",
    ]
    let finals = Array("ABCDEFGJKPH@LMSTr").map { String($0) }
    var output = CommandOutput(random.pick([.log, .rows, .terminal]))
    for step in 0..<400 {
      if random.pick(0...20) == 0 {
        output.fit(
          WindowSize(
            columns: random.pick([1, 2, 7, 20, 80]), rows: random.pick([1, 2, 9, 50, 900])))
      }
      var text = ""
      for _ in 0..<random.pick(1...6) {
        let count = random.pick(["", "0", "1", "2", "7", "80", "65535"])
        text +=
          random.pick(0...2) == 0
          ? "\u{1B}[\(count)\(random.pick(finals))"
          : String(repeating: random.pick(pieces), count: random.pick([1, 2, 7, 20, 300]))
      }
      let moment = Moment(nanoseconds: Int64(step) * random.pick([1, 1_000_000_000]))
      output.take(Array(text.utf8), at: moment) { _ in }
      let open = output.openRows
      #expect(open.lines.count <= 400 && open.cursor.map { $0.up <= open.lines.count } != false)
      _ = (output.openLine, output.takePositions())
      if random.pick(0...40) == 0 { output.cut { _ in } }
    }
    output.end { _ in }
    expectEqual(output.openLine, nil)
  }

  // MARK: Unfinished lines

  /// The visible text after each chunk of a line.
  private func seen(_ pieces: [String]) -> [String?] {
    var output = CommandOutput(.rows)
    return pieces.map {
      output.take(Array($0.utf8)) { _ in }
      return output.openLine?.text.description
    }
  }

  @Test func unfinishedLineIsAvailable() {
    expectEqual(seen(["one\ntw", "o", "\n", "three\n"]), ["tw", "two", nil, nil])
    expectEqual(seen(["10 %", "\r", "20 %\r", "30", " %\n"]), ["10 %", "10 %", "20 %", "30", nil])
    expectEqual(seen(["\r\u{1B}[K", "\u{1B}[1mName\u{1B}[", "0m: "]), [nil, "Name", "Name: "])
    var output = CommandOutput(.rows)
    output.take([0x61, 0xE2, 0x82]) { _ in }
    expectEqual(output.openLine?.text, "a")
    output.take([0xAC]) { _ in }
    expectEqual(output.openLine?.text, "a€")
    let dots = String(repeating: ".", count: 500)
    let count = seen(Array(repeating: dots, count: 100)).last??.utf8.count ?? 0
    #expect(count > 1000 && count < 10_000)
  }

  /// What a stop finds on the screen stays on it, also where the end of a wrapped line was erased.
  @Test(arguments: [
    ("0123456789abc", ["0123456789abc"]), ("0123456789abc\r\u{1B}[K", ["0123456789"]),
    ("0123456789a\u{8} \u{8}", ["0123456789"]), ("0123456789\u{1B}[E", ["0123456789"]),
    ("0123456789abc\ntwo\u{1B}[A", ["0123456789abc", "two"]),
    ("0123456789abc\n\u{1B}[2Anew", ["new3456789abc"]),
  ])
  func wrappedLinesAreCutWhole(_ text: String, _ lines: [String]) {
    var output = CommandOutput(.rows)
    output.fit(WindowSize(columns: 10, rows: 9))
    var shown: [Int: String] = [:]
    func show(_ change: OutputChange) {
      switch change {
      case .line(let line), .again(let line):
        shown = shown.filter { $0.key < line.number ?? 0 }
        shown[line.number ?? 0] = line.text.description
      case .lines, .cleared: break
      }
    }
    _ = output.take(
      Array(text.utf8), from: .standardOutput, at: Moment(nanoseconds: 0), show)
    output.cut(show)
    expectEqual(shown.sorted { $0.key < $1.key }.map(\.value), lines)
  }

  @Test func cutLineContinuesAsAnother() {
    var output = CommandOutput(.rows)
    var lines: [String] = []
    func take(_ text: String) {
      output.take(Array(text.utf8)) { lines.append($0.text.description) }
    }
    func cut() -> String? {
      var cut: String?
      output.cut { cut = $0.newLines.last?.text.description }
      return cut
    }
    take("Go on? ")
    expectEqual(cut(), "Go on? ")
    #expect(cut() == nil && output.openLine == nil)
    take("yes\n\nnext")
    expectEqual(lines, ["yes", "", "next"].dropLast())
    expectEqual(cut(), "next")
    // A line end alone is not a line.
    take("\r\n\n")
    expectEqual(lines, ["yes", "", ""])
    take("\u{1B}]0;hid")
    expectEqual(cut(), nil)
    take("den\u{7}shown\n")
    expectEqual(lines.last, "shown")
  }
}
