// The colours of a command's lines, and hostile output.

import Model
import Support
import Terminal
import Testing

@testable import Wrap

@Suite(.blocking) struct OutputColorsTests {
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

  static let cases: [(text: String, lines: [String?])] = [
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

  @Test func colorsAreKept() {
    for (text, lines) in Self.cases { expectEqual(colors(text), lines) }
  }

  @Test func colorsAreShownAboveTheBlockOnly() {
    var red = TextStyle.plain
    red.apply([31])
    let styled = StyledText([("red", red), (" plain", .plain)])
    let line = Line([Span("red plain", styled: styled)])
    var screen = Screen(palette: Palette([.ok: 32]))
    _ = screen.show(Frame(lines: [Line([Span("block")])]), columns: 80)
    screen.add([LineAbove(line)])
    let shown = String(decoding: screen.flush(), as: UTF8.self)
    #expect(shown.contains("\u{1B}[31mred\u{1B}[0m plain"))
    screen = Screen()
    screen.add([LineAbove(line)])
    let plain = String(decoding: screen.flush(), as: UTF8.self)
    #expect(plain.hasSuffix("red plain\r\n") && !plain.contains("[31m"))
  }

  // MARK: Hostile output

  private static let seeds: [String] = [
    "plain line\n", "\u{1B}[31mred\u{1B}[0m\n", "\r 45%\u{1B}[K", "\u{8}\u{8}\u{8}", "\ta\tb\n",
    "\u{1B}[3A\u{1B}[2K", "\u{1B}[9999;9999H", "\u{1B}7\u{1B}[24;1fx\u{1B}8", "日本e\u{301}👩‍🚀",
    "\u{1B}]9;4;1;45\u{7}", "\u{1B}[38:2::1:2:3m", "\u{1B}[65535C", "\u{1B}[J", "\u{1B}[1K",
    "\u{9B}5D", "\u{1B}[50A\n\n\n", "\u{1B}P", "\u{202E}",
  ]

  /// Random mutations, with a fixed seed: no trap, bounded memory, and nothing but clean text.
  @Test func hostileOutputNeverTraps() {
    var random = SeededRandom(seed: 11)
    var output = CommandOutput(.rows)
    var (given, taken) = (0, 0)
    for step in 0..<Tier.rounds(20_000) {
      var bytes: [UInt8] = []
      for _ in 0..<random.pick(1...6) { bytes += random.pick(Self.seeds).utf8 }
      // Now and then enough lines to leave what was moved up to.
      if step % 50 == 0 { bytes = Array((String(repeating: "line\n", count: 200)).utf8) }
      for _ in 0..<random.pick(0...3) {
        let place = random.pick(0...bytes.count - 1)
        if random.pick(0...1) == 0 {
          bytes[place] = UInt8(truncatingIfNeeded: random.next())
        } else {
          bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: place)
        }
      }
      given += bytes.count
      let stream: OutputStream = random.pick([.standardOutput, .standardError])
      output.take(bytes, from: stream, at: Moment(nanoseconds: Int64(step) * 1_000_000)) { line in
        taken += line.text.description.utf8.count
        #expect(
          line.text.description.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{7F}" })
        let plain = line.styled.map { DisplayText($0.sequence) } ?? line.text
        expectEqual(plain, line.text)
      }
      #expect(output.openLine?.text.description.utf8.count ?? 0 <= 1 << 17)
    }
    #expect(taken > 10_000 && taken < given * 1100)
  }

  /// Endless lines of every kind are split.
  @Test(.long, arguments: ["a", "\t", "é", "e\u{301}\u{302}", "\u{1B}[31ma\u{1B}[32mb", "日"])
  func endlessLinesAreSplit(_ piece: String) {
    var output = CommandOutput(.rows)
    let chunk = Array(String(repeating: piece, count: 1000).utf8)
    var sizes: [Int] = []
    for _ in 0..<300 { output.take(chunk) { sizes.append($0.text.description.utf8.count) } }
    output.end { sizes.append($0.text.description.utf8.count) }
    #expect(sizes.count > 1 && sizes.allSatisfy { $0 <= OutputRows.longest })
  }
}
