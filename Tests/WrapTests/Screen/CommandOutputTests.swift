// The combined order of a command's two outputs.

import Model
import Support
import Terminal
import Testing
import Wrap

@Suite struct CommandOutputTests {
  private var output = CommandOutput(.rows)
  private var lines: [String] = []
  private var milliseconds: Int64 = 0

  private var now: Moment { Moment(nanoseconds: milliseconds * 1_000_000) }

  private mutating func take(
    _ text: String, _ stream: OutputStream = .standardOutput, after wait: Int64 = 0
  ) {
    milliseconds += wait
    output.take(Array(text.utf8), from: stream, at: now) {
      lines.append(($0.stream == .standardOutput ? "out " : "err ") + $0.text.description)
    }
  }

  /// The lines that are left when an output ends.
  private mutating func end(_ stream: OutputStream) -> [DisplayText] {
    var last: [DisplayText] = []
    output.end(stream) { (line: LogLine) in last.append(line.text) }
    return last
  }

  /// On a screen and off it, lines are passed on when they end.
  @Test(arguments: [OutputKind.rows, .log]) mutating func `lines await an end`(_ kind: OutputKind) {
    output = CommandOutput(kind)
    take("Compi")
    take("note\n", .standardError, after: 100)
    expectEqual(output.openLine?.text, "Compi")
    take("ling\n\r10 %", after: 1000)
    take("note\n", .standardError, after: 1000)
    take("\r99 %", after: 1000)
    expectEqual(output.openLine?.text, "99 %")
    take("\n", after: 1000)
    expectEqual(lines, ["err note", "out Compiling", "err note", "out 99 %"])
    expectEqual(output.openLine, nil)
    take("last")
    expectEqual(end(.standardOutput), ["last"])
  }

  /// A terminal can rewrite only the last row of a line that is too long for it.
  @Test mutating func `a line of several rows is newest at its end`() {
    output.fit(WindowSize(columns: 10, rows: 80))
    take("\r10% of disk")
    expectEqual(output.openLine?.text, "10% of disk")
    take("\r20% of disk")
    expectEqual(output.openLine?.text, "20% of disk")
    take("\r30% of ")
    expectEqual(output.openLine?.text, "30% of ")
    expectEqual(
      output.openRows.lines.map(\.text), ["10% of dis", "20% of dis", "30% of"])
    take("disk\nnext")
    expectEqual(lines, ["out 10% of dis20% of dis30% of disk"])
    expectEqual(output.openLine?.text, "next")
  }

  /// Blanks and an erased line show nothing.
  @Test mutating func `an erased line is gone`() {
    take("start\n\r10 %\r\u{1B}[K")
    expectEqual(output.openLine, nil)
    take("20 %")
    take("\r\u{1B}[K", after: 100)
    expectEqual(output.openLine, nil)
    expectEqual(output.openRows.lines, [])
    take("30 %")
    #expect(output.openLine?.text == "30 %" && output.openLine?.isRedrawn == true)
    take("\r\u{1B}[K")
    take("10 files", .standardError)
    expectEqual(output.openLine?.text, "10 files")
    take("done\n ")
    expectEqual(output.openLine?.text, "10 files")
    #expect(end(.standardError) == ["10 files"] && output.openLine == nil)
  }

  /// As it is on a terminal of that width, with the cursor.
  @Test(arguments: [
    ("Name: ", ["Name: "], 1, 6), ("Name: ab\u{1B}[2D", ["Name: ab"], 1, 6),
    ("\rName: \u{1B}[K", ["Name:"], 1, 6), ("0123456789", ["0123456789"], 1, 9),
    ("0123456789abc", ["0123456789", "abc"], 1, 3),
    ("0123456789abc\u{1B}[A", ["0123456789", "abc"], 2, 3),
    ("one\ntwo\n\u{1B}[2A\u{1B}[3C", ["one", "two"], 2, 3),
  ])
  mutating func `the cursor is where the program has it`(
    _ text: String, _ rows: [String], _ up: Int, _ column: Int
  ) {
    output.fit(WindowSize(columns: 10, rows: 80))
    take("start\n\(text)")
    expectEqual(output.openRows.lines.map(\.text.description), rows)
    expectEqual(output.openRows.cursor, OpenCursor(up: up, column: column))
  }

  /// Rows that a program redraws are its progress until they are above as many lines as it has
  /// moved up, and then lines.
  @Test mutating func `redrawn rows are not lines`() {
    take("start\n")
    for step in 1...9 {
      take("\u{1B}[2K\rDown \(step)\n\u{1B}[2K\rUp \(step)\n\u{1B}[2A", after: 100)
    }
    expectEqual(lines, ["out start", "out Down 1", "out Up 1"])
    expectEqual(output.openLine?.isRedrawn, true)
    take("\n\n")
    expectEqual(output.openLine?.text, "Up 9")
    take("one\ntwo\nthree\n", after: 100)
    expectEqual(lines.dropFirst(3), ["out Down 9", "out Up 9", "out one"])
    take("four\n")
    expectEqual(lines.last, "out two")
  }

  @Test mutating func `quiet rows are lines`() {
    take("a\nb\n\u{1B}[2Ac\nd\n")
    expectEqual(lines, ["out a", "out b"])
    take("e\n", after: 3000)
    expectEqual(lines, ["out a", "out b", "out c", "out d", "out e"])
    // Those below the cursor were erased.
    take("\u{1B}[3A\u{1B}[Jf")
    take("\n", after: 3000)
    expectEqual(lines.last, "out f")
  }

  /// A row keeps its number when others scroll out of reach and come back.
  @Test mutating func `a row keeps its number`() {
    take((1...300).map { "\($0) line\n" }.joined())
    output.fit(WindowSize(columns: 80, rows: 9))
    take("\u{1B}[3A\rnew")
    expectEqual(output.openRows.lines.map(\.number), [297, 298, 299])
    expectEqual(output.openRows.lines.first?.text, "new line")
    take("\u{1B}[50A\rfirst")
    expectEqual(output.openRows.lines.first?.text, "firstine")
    expectEqual(output.openRows.lines.count, 8)
    take("\u{1B}[2J\u{1B}[Hpage\nrest")
    expectEqual(output.openRows.lines.map(\.text), ["page", "rest"])
    expectEqual(output.openRows.lines.first?.number, 301)
  }

  /// Where a saved cursor was is still the same row when others have been added.
  @Test mutating func `a saved cursor stays in its row`() {
    take("one\n\u{1B}7two\nthree\n\u{1B}8\u{1B}[Knew\u{1B}[2B\r")
    expectEqual(output.openRows.lines.map(\.text), ["new", "three"])
    take("\u{1B}[s\u{1B}[A\u{1B}[J\u{1B}[uend\n", after: 3000)
    take("\n", after: 3000)
    expectEqual(lines, ["out one", "out two", "out three", "out new", "out ", "out end", "out "])
  }

  /// Line editors erase the rest of the screen before they ask, and set the cursor afterwards.
  @Test(arguments: [
    "\u{1B}[1G\u{1B}[0JName: \u{1B}[7G", "\u{1B}[J\u{1B}[0mName:\u{1B}[5D\u{1B}[6C",
    "%   \r \r\r\u{1B}[JName: \u{1B}[K", "\rName: \u{1B}[K\r\u{1B}[6C",
    "old\n\u{1B}[H\u{1B}[2JName: ", "old\n\u{1B}[2J\u{1B}[Hnew\nName: ", "old\n\u{1B}cName: ",
    "old\n\u{1B}[H\u{1B}[JName: ",
  ])
  mutating func `the cursor is behind the question of a line editor`(_ text: String) {
    take(text)
    expectEqual(output.openLine?.text.description.hasPrefix("Name:"), true)
    expectEqual(output.openRows.lines.last?.text.description.hasPrefix("Name:"), true)
    expectEqual(output.openRows.cursor, OpenCursor(up: 1, column: 6))
  }

  /// A log keeps what an erased screen has shown.
  @Test(arguments: ["\u{1B}[H\u{1B}[2J", "\u{1B}[2J\u{1B}[H", "\u{1B}c", "\u{1B}[3;9H"])
  mutating func `pages of a log follow each other`(_ erasure: String) {
    output = CommandOutput(.log)
    take("one\ntwo\n\u{1B}[1Anew\n\(erasure)three\nfour\(erasure)five\n")
    expectEqual(lines, ["out one", "out two", "out new", "out three", "out four", "out five"])
  }

  /// A log repeats a redrawn line only if it shows something else now, however far up it is and
  /// however the lines arrive.
  @Test(arguments: [1, 300, 1 << 16])
  mutating func `a log repeats only what has changed`(_ size: Int) {
    output = CommandOutput(.log)
    let begun = (1...200).map { "line \($0) \($0 % 2 == 0 ? "\r" : "")\n" }.joined()
    let text = begun + "\u{1B}[50Aline 151\r\n\r\n\u{1B}[Knew\u{1B}[48B\rend\n"
    for piece in Array(text.utf8).chunks(of: size) { take(String(decoding: piece, as: UTF8.self)) }
    lines += end(.standardOutput).map { "out \($0)" }
    expectEqual(lines.count, 202)
    expectEqual(lines.suffix(2), ["out new", "out end"])
  }

  /// Places of the screen, its scroll region and the alternate screen are carried out by the
  /// terminal, which shows what the command has before; wherever the bytes are cut.
  @Test(arguments: [
    "\u{1B}[2;3H", "\u{1B}[24;1f", "\u{1B}[3d", "\u{1B}[1;5r", "\u{1B}[2L", "\u{1B}[1M",
    "\u{1B}[1S",
    "\u{1B}[?1049h", "\u{1B}[?47h", "\u{1B}[?1;1047h",
  ])
  mutating func `the whole screen is asked for`(_ sequence: String) {
    let text = Array("one\n\u{1B}[31mtwo\u{1B}[A\(sequence)r─st\n".utf8)
    for cut in 0...text.count {
      output = CommandOutput(.terminal)
      var request: ScreenRequest?
      var rest: [UInt8] = []
      for part in [text[..<cut], text[cut...]] where !part.isEmpty {
        guard request == nil else {
          rest += part
          continue
        }
        request =
          output.feed(Array(part), from: .standardOutput, at: now) { (_: OutputChange) in }
          .screen
      }
      let passed = (request?.rest ?? []) + rest
      expectEqual(String(decoding: passed, as: UTF8.self), sequence + "r─st\n")
      expectEqual(request?.isAlternate, sequence.contains("?"))
      expectEqual(
        request.map { String(decoding: $0.page, as: UTF8.self) },
        String(repeating: "\n", count: 61)
          + "\u{1B}[H\u{1B}[Kone\r\n\u{1B}[K\u{1B}[31mtwo\u{1B}[0m\u{1B}[1;4H\u{1B}[31m")
    }
  }

  /// What stands above the lines of a program that takes the screen goes to the scroll-back, as
  /// little as needed, and its own lines are at the top.
  @Test(arguments: [
    ("", []), ("one", ["one"]), ("one\n", ["one"]), ("one\n\n\ntwo", ["one", "", "", "two"]),
    ("0123456789abc\ntwo", ["0123456789", "abc", "two"]),
    ("1\n2\n3\n4\n5\n", ["1", "2", "3", "4", "5"]),
  ])
  mutating func `what stands above is kept`(_ text: String, _ rows: [String]) {
    for earlier in 0...9 {
      output = CommandOutput(.terminal)
      output.fit(WindowSize(columns: 10, rows: 6))
      var screen = TestScreen(columns: 10, rows: 6)
      for number in 0..<earlier { screen.feed("earlier \(number)\r\n") }
      let request = output.feed(
        Array((text + "\u{1B}[6;2H").utf8), from: .standardOutput, at: now
      ) { (change: OutputChange) in
        for line in change.newLines { screen.feed("\(line.text)\r\n") }
      }
      screen.feed(request.screen?.page ?? [])
      screen.feed(request.screen?.rest ?? [])
      screen.feed("x")
      expectEqual(screen.scrollback, (0..<earlier).map { "earlier \($0)" }, "\(text)")
      let blank = Array(repeating: "", count: 5 - rows.count)
      expectEqual(screen.lines, rows + blank + [" x"], "\(text)")
      expectEqual(screen.unknown, [])
    }
  }

  /// As top does. The keys alone take nothing: pagers and shells ask for them, too.
  @Test mutating func `a program may take the screen with its keys`() {
    output = CommandOutput(.terminal)
    let editor = "\u{1B}[?1h\u{1B}=$ \u{1B}[K\u{1B}[3G\u{1B}[?1l\u{1B}>\u{1B}[H\u{1B}[J"
    #expect(output.requests(of: editor).screen == nil)
    #expect(output.requests(of: "\u{1B}[?1h\u{1B}=\u{1B}[H").screen != nil)
  }

  @Test(arguments: [
    "\u{1B}[H", "\u{1B}[1;1f", "\u{1B}[r", "\u{1B}[?25l", "\u{1B}[?2004h", "\u{1B}[?1h", "\u{1B}c",
    "\u{1B}[2J", "\u{1B}[3J", "\u{1B}[5A", "\u{1B}[1049h",
  ])
  mutating func `other sequences take no screen`(_ sequence: String) {
    output = CommandOutput(.terminal)
    #expect(output.requests(of: "a\(sequence)b").screen == nil)
  }

  @Test mutating func `states and positions are found`() {
    let modes = "\u{1B}[?1h\u{1B}=\u{1B}[?1000;1006h\u{1B}[?2004l\u{1B}>"
    #expect(output.requests(of: modes).modes.isEmpty)
    output = CommandOutput(.terminal)
    expectEqual(output.requests(of: "\u{1B}[?25l\(modes)").modes, Array(modes.utf8))
    let text = "\u{1B}]9;4;1;45\u{7}text\u{1B}[6n\u{1B}]9;4;4;50\u{1B}\\\n\u{1B}]9;4;3;0\u{7}"
    let asked = output.requests(of: text)
    expectEqual(asked.taskbar, [.normal(percent: 45), .paused(percent: 50), .none])
    expectEqual(asked.positions, [4])
    #expect(output.requests(of: "text").taskbar.isEmpty && output.openLine?.text == "text")
    let odd = "1;999999999999999999999\u{7}\u{1B}]9;4;7;1\u{7}\u{1B}]9;5;1;2\u{7}\u{1B}]9;4;1\u{7}"
    expectEqual(
      output.requests(of: "\u{1B}]9;4;\(odd)").taskbar, [.normal(percent: 100), .none])
  }
}
