// Commands that print sequences which change a terminal: none of them reaches it through a wrap.

import Support
import Testing

@Suite(.blocking) struct HostileOutputTests {
  private let rider: Rider

  init() throws { rider = try Rider() }

  /// What a terminal would answer, remember, hide, report, print or move.
  private static let hostile = [
    // These clear the screen and move to its first row, where other lines are written over.
    "c", "[3;10r", "]52;c;aGVsbG8=\u{7}", "]52;p;?\u{1B}\\", "]0;title\u{7}", "]2;title\u{1B}\\",
    "]4;1;?\u{7}",
    "]10;?\u{7}", "]11;#000000\u{7}", "]7;file://host/\u{7}", "]8;;http://a\u{7}",
    "]9;message\u{7}",
    "]777;notify;a;b\u{7}", "]1337;File=:AAAA\u{7}", "]133;A\u{7}", "]50;font\u{7}", "]104\u{7}",
    "P$qm\u{1B}\\", "P+q544e\u{1B}\\", "P0;1|17/61\u{1B}\\", "_application\u{1B}\\",
    "^private\u{1B}\\",
    "Xstring\u{1B}\\", "[?1000h", "[?1003h", "[?1006h", "[?2004h", "[?1004h", "[?25l", "[?5h",
    "[?7l",
    "[21t", "[18t", "[c", "[>c", "[5n", "[?6n", "[4i", "[5i", "[!p", "[20h", "(0", "#8",
    "=",
    "Z", "n", "[8;10;10t", "[?47h", "[?1049h",
  ].map { "\u{1B}" + $0 }

  /// Prints each between two words, in colours, and two C1 controls; the rest of a line must not be
  /// lost with them.
  private func script(_ sequences: [String]) throws -> String {
    let text = sequences.enumerated().map { "\u{1B}[32ma\($0)\($1)b\($0)\u{1B}[m\n" }
    let path = rider.home.path + "/hostile"
    let rest = "\u{9B}?1049h\u{9D}52;c;YQ==\u{9C}end\u{7}\u{E}\u{5}"
    try Disk.write(Array((text.joined() + rest).utf8), to: path)
    return "cat '\(path)'; exit 3"
  }

  @Test(arguments: wrapWays) func `kept output is clean on a terminal`(_ way: [String]) throws {
    let script = try script(Self.hostile)
    let result = try rider.wrapOnTerminal(script, ["-q"] + way).finish(.exited(3))
    let text = String(decoding: result.terminalBytes, as: UTF8.self)
    let plain = text.replacing("\u{1B}[32m", with: "").replacing("\u{1B}[0m", with: "")
    let strange = plain.unicodeScalars.filter {
      ($0.value < 0x20 && $0 != "\r" && $0 != "\n") || (0x7F...0x9F).contains($0.value)
    }
    expectEqual(strange.map(\.value), [])
    for index in Self.hostile.indices.dropFirst() {
      expect(plain.contains("b\(index)\r\n"), "\(Self.hostile[index])")
    }
    expect(text.contains("\u{1B}[32ma1"), "\(text)")
    expect(plain.contains("end\r\n"), "\(text)")
    // Into a pipe go the bytes.
    if way.isEmpty {
      let piped = try rider.wrap(script, ["-q"]).finish(.exited(3))
      for sequence in Self.hostile { expect(piped.output.contains(sequence), "\(sequence)") }
    }
  }

  @Test(arguments: [["--plain"], ["-o", "accessible"], ["--json"], ["-o", "live"]], wrapWays)
  func `no sequence reaches the terminal`(_ mode: [String], _ way: [String]) throws {
    // A program on a terminal of its own may take the screen.
    let sequences = Self.hostile.filter {
      !way.isEmpty || !$0.hasSuffix("47h") && !$0.hasSuffix("49h") && !$0.hasSuffix("10r")
    }
    let result = try rider.wrapOnTerminal(try script(sequences), mode + way).finish(.exited(3))
    let text = String(decoding: result.terminalBytes, as: UTF8.self)
    // The screen hides and shows the cursor, and stops wrapping at the margin, for itself.
    let own = ["\u{1B}[?25l", "\u{1B}[?7l"]
    for sequence in sequences where !own.contains(sequence) {
      expect(!text.contains(sequence), "\(sequence)")
    }
    expect(text.contains("b\(sequences.count - 1)"), "\(text)")
  }

  /// Redrawn lines are as they were at the end, and of an endless one the end stays.
  @Test func `kept lines are those that a terminal shows`() throws {
    let script = #"""
      head -c 8400000 /dev/zero | tr '\0' x; printf '\n10%%\r20%%\n'
      printf 'one\ntwo\n\033[2A\033[Kfirst\nsecond\ttab\n'; exit 3
      """#
    let result = try rider.wrapOnTerminal(script, ["-q"]).finish(.exited(3))
    let lines = result.screenLines().drop { $0.hasPrefix("x") }
    expectEqual(lines.prefix(3), ["20%", "first", "second  tab"])
  }
}
