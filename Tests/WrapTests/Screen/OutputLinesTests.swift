// Splitting a command's output into lines.

import Model
import Support
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

  /// A screen still shows rows that are erased just before the output ends, and erases them too.
  @Test func `rows erased at the end are open to the screen`() {
    var output = CommandOutput(.rows)
    output.take(Array("kept\none\ntwo\n\u{1B}[2A\u{1B}[J".utf8)) { _ in }
    output.end { _ in }
    expectEqual(output.openRows.first, 1)
  }

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
  @Test func `lines match a terminal`() {
    for (text, expected) in Self.cases {
      expectEqual(lines(text.utf8.map { [$0] }), expected)
      for cut in 0...text.utf8.count {
        let parts = [Array(text.utf8.prefix(cut)), Array(text.utf8.dropFirst(cut))]
        expectEqual(lines(parts), expected)
      }
    }
  }

  @Test func `replaces invalid UTF-8 but not split characters`() {
    expectEqual(lines([[0x61, 0xFF, 0x62, 0x0A]]), ["a\u{FFFD}b"])
    expectEqual(lines([[0xE2, 0x82], [0xAC, 0x0A]]), ["€"])
  }

  /// Endless lines of every kind are split.
  @Test(.long, arguments: ["a", "\t", "é", "e\u{301}\u{302}", "\u{1B}[31ma\u{1B}[32mb", "日"])
  func `endless lines are split`(_ piece: String) {
    var output = CommandOutput(.rows)
    let chunk = Array(String(repeating: piece, count: 1000).utf8)
    var sizes: [Int] = []
    for _ in 0..<300 { output.take(chunk) { sizes.append($0.text.description.utf8.count) } }
    output.end { sizes.append($0.text.description.utf8.count) }
    #expect(sizes.count > 1 && sizes.allSatisfy { $0 <= OutputRows.longest })
  }

  @Test func `splits overlong lines`() {
    let long = String(repeating: "é", count: 400_000)
    let pieces = lines(Array(long.utf8).chunks(of: 10_000))
    expectEqual(pieces.count, 4)
    #expect(pieces.allSatisfy { $0.utf8.count <= OutputRows.longest })
    expectEqual(pieces.joined(), long)
  }

  /// Whether lines come as many at once depends on how they arrive, what they are does not.
  @Test(arguments: Tier.cases(UInt64(1)...20, quick: 5))
  func `lines are the same however they arrive`(_ seed: UInt64) {
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
      _ = output.feed(piece, from: .standardOutput, at: Moment(nanoseconds: 0)) {
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

  /// Whatever a program writes, on a screen of any size and in a log: nothing is out of range,
  /// nothing but clean text arrives, and what is kept stays small.
  @Test(arguments: Tier.cases(UInt64(1)...40, quick: 3))
  func `any sequences are carried out`(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let pieces = [
      "a", " ", "é", "日", "e\u{301}", "👩‍🚀", "\t", "\r", "\n", "\r\n", "\u{8}", "\u{1B}7",
      "\u{1B}8", "\u{1B}[6n", "\u{1B}M", "\u{1B}D", "\u{1B}[2;5r", "\u{1B}[31m", "\u{1B}[m",
      "\u{1B}[38:2::1:2:3m", "\u{1B}[H", "\u{1B}[s", "\u{1B}[u", "\u{9B}5D", "\u{1B}P", "\u{202E}",
      "\u{1B}]9;4;1;45\u{7}", "plain line\n",
    ]
    let finals = Array("ABCDEFGJKPH@LMSTr").map { String($0) }
    var output = CommandOutput(random.pick([.log, .rows, .terminal]))
    var (given, taken) = (0, 0)
    func check(_ line: LogLine) {
      taken += line.text.description.utf8.count
      #expect(
        line.text.description.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{7F}" })
      expectEqual(line.styled.map { DisplayText($0.sequence) } ?? line.text, line.text)
    }
    for step in 0..<400 {
      if random.pick(0...20) == 0 {
        output.fit(
          WindowSize(
            columns: random.pick([1, 2, 7, 20, 80]), rows: random.pick([1, 2, 9, 50, 900])))
      }
      var bytes: [UInt8] = []
      for _ in 0..<random.pick(1...6) {
        let count = random.pick(["", "0", "1", "2", "7", "80", "65535"])
        let piece =
          random.pick(0...2) == 0
          ? "\u{1B}[\(count)\(random.pick(finals))"
          : String(repeating: random.pick(pieces), count: random.pick([1, 2, 7, 20, 300]))
        bytes += piece.utf8
      }
      for _ in 0..<random.pick(0...3) {
        let place = random.pick(0...bytes.count - 1)
        let end = place + random.pick(0...1)
        bytes.replaceSubrange(place..<end, with: [UInt8(truncatingIfNeeded: random.next())])
      }
      given += bytes.count
      let stream: OutputStream = random.pick([.standardOutput, .standardError])
      let moment = Moment(nanoseconds: Int64(step) * random.pick([1, 1_000_000_000]))
      output.take(bytes, from: stream, at: moment, check)
      let open = output.openRows
      #expect(open.lines.count <= 900 && open.cursor.map { $0.up <= open.lines.count } != false)
      #expect(output.openLine?.text.description.utf8.count ?? 0 <= 1 << 17)
      if random.pick(0...40) == 0 { output.cut { $0.newLines.forEach(check) } }
    }
    for stream in OutputStream.allCases { output.end(stream, check) }
    #expect(output.openLine == nil && taken > 100 && taken < given * 1100)
  }

  // MARK: Colours

  /// Each line with its sequences, ESC shown as `^`; nil for a line without colours.
  private func colors(_ text: String) -> [String?] {
    var output = CommandOutput(.rows)
    var lines: [String?] = []
    func add(_ line: LogLine) {
      lines.append(line.styled?.sequence.replacing("\u{1B}", with: "^"))
    }
    output.take(Array(text.replacing("^", with: "\u{1B}").utf8)) { add($0) }
    output.end { add($0) }
    return lines
  }

  private static let colored: [(text: String, lines: [String?])] = [
    ("plain\n", [nil]),
    ("^[31mred^[0m text\n", ["^[31mred^[0m text"]),
    ("^[31mred", ["^[31mred^[0m"]),
    ("^[1;31mred^[m\n", ["^[1;31mred^[0m"]),
    // A colour lasts until it is changed, and every line is plain at its end.
    ("^[32mone\ntwo\n^[mthree\n", ["^[32mone^[0m", "^[32mtwo^[0m", nil]),
    ("^[31m^[32mgreen^[39m plain\n", ["^[32mgreen^[0m plain"]),
    ("^[38;5;208ma^[48;2;1;2;300mb^[0m\n", ["^[38;5;208ma^[0m^[38;5;208;48;2;1;2;255mb^[0m"]),
    (
      "^[38:2::1:2:3ma^[38:5:9mb^[4:3mc^[4:0md\n",
      ["^[38;2;1;2;3ma^[0m^[91mb^[0m^[4;91mc^[0m^[91md^[0m"]
    ),
    (
      "^[97;101ma^[2mb^[22;3;4;7;9mc^[23;24;27;29md\n",
      ["^[97;101ma^[0m^[2;97;101mb^[0m^[3;4;7;9;97;101mc^[0m^[97;101md^[0m"]
    ),
    // Blinking and concealed text is shown.
    ("^[5;8mshown\n", [nil]),
    ("^[38;5mx^[38;2;1my^[38mz^[999mw\n", [nil]),
    ("^[31mred\rgr^[32meen\n", ["^[31mgr^[0m^[32meen^[0m"]),
    ("^[31mred^[0m\r\r^[K\n", [nil]),
    ("^[31m\n^[0m^[7m \n", [nil, "^[7m ^[0m"]),
    ("^[31m日^[0m本\n", ["^[31m日^[0m本"]),
  ]

  @Test func `colors are kept`() {
    for (text, lines) in Self.colored { expectEqual(colors(text), lines) }
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

  @Test func `unfinished line is available`() {
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
  func `wrapped lines are cut whole`(_ text: String, _ lines: [String]) {
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
    _ = output.feed(
      Array(text.utf8), from: .standardOutput, at: Moment(nanoseconds: 0), show)
    output.cut(show)
    expectEqual(shown.sorted { $0.key < $1.key }.map(\.value), lines)
  }

  @Test func `cut line continues as another`() {
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

extension CommandOutput {
  /// Calls `body` with every new line, also with those that come as many at once. No screen is
  /// asked for.
  mutating func take(
    _ bytes: [UInt8], from stream: OutputStream = .standardOutput,
    at moment: Moment = Moment(nanoseconds: 0), _ body: (LogLine) -> Void
  ) {
    _ = feed(bytes, from: stream, at: moment) { (change: OutputChange) in
      change.newLines.forEach(body)
    }
  }

  /// What a text asks of the terminal.
  mutating func requests(of text: String) -> TerminalRequests {
    feed(Array(text.utf8), from: .standardOutput, at: Moment(nanoseconds: 0)) { (_: OutputChange) in
    }
  }

  /// Calls `body` with every line that is left.
  mutating func end(_ stream: OutputStream = .standardOutput, _ body: (LogLine) -> Void) {
    end(stream) { (change: OutputChange) in change.newLines.forEach(body) }
  }
}

extension Array {
  func chunks(of size: Int) -> [[Element]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}
