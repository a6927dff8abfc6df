// Switches to the whole screen, wherever the bytes are cut.

import Terminal
import Support
import Testing
import Wrap

private func parts(_ chunks: [String]) -> [String] {
  var screen = ScreenSwitch()
  var parts: [String] = []
  var last: ScreenSwitch.Target?
  for chunk in chunks {
    screen.take(Array(chunk.utf8)) { bytes, target in
      let text = String(decoding: bytes, as: UTF8.self)
      if last == target {
        parts[parts.count - 1] += text
      } else {
        parts.append((target == .lines ? "lines " : target == .screen ? "kept " : "screen ") + text)
      }
      last = target
    }
  }
  return parts
}

/// Whole, and cut everywhere.
private func expectParts(of text: String, _ wanted: [String]) {
  expectEqual(parts([text]), wanted)
  expectEqual(parts(text.unicodeScalars.map { String($0) }), wanted)
}

@Test(arguments: ["1049", "1047", "47", "1;1049", "1049;25"])
func theScreenIsWhatIsBetweenItsSwitches(_ mode: String) {
  let text = "a\u{1B}[1mb\u{1B}[?\(mode)hc\u{1B}[?25ld\u{1B}[?\(mode)le\u{1B}[?25hf"
  let wanted = [
    "lines a\u{1B}[1mb", "screen \u{1B}[?\(mode)hc\u{1B}[?25ld\u{1B}[?\(mode)l",
    "lines e\u{1B}[?25hf",
  ]
  expectParts(of: text, wanted)
}

/// As top and dialog do.
@Test func aProgramMayTakeTheScreenWithItsKeys() {
  let text = "a\u{1B}[2;3Hb\u{1B}[?1h\u{1B}=c\u{1B}[Hd\u{1B}[5;1fe\u{1B}[?1l\u{1B}>f\u{1B}[Hg"
  let wanted = [
    "lines a\u{1B}[2;3Hb\u{1B}[?1h\u{1B}=c", "kept \u{1B}[Hd\u{1B}[5;1fe\u{1B}[?1l",
    "lines \u{1B}>f\u{1B}[Hg",
  ]
  expectParts(of: text, wanted)
  // The keys alone take nothing: pagers and shells ask for them, too.
  let keys = "\u{1B}[?1h\u{1B}=a\u{1B}[Kb\u{1B}[5Gc\u{1B}[?1l\u{1B}>"
  expectEqual(parts([keys]), ["lines " + keys])
}

@Test(arguments: ["\u{1B}[?2004h", "\u{1B}[1049h", "\u{1B}[?1049x", "\u{1B}[?10490h", "\u{1B}c"])
func otherSequencesAreNoSwitch(_ sequence: String) {
  expectEqual(parts(["a\(sequence)b"]), ["lines a\(sequence)b"])
}

@Test func endlessSequencesAreNotKept() {
  var screen = ScreenSwitch()
  var count = 0
  screen.take(Array(("\u{1B}[?" + String(repeating: "1", count: 1000)).utf8)) { bytes, _ in
    count += bytes.count
  }
  expectEqual(count, 1003)
  #expect(screen.end().isEmpty)
}
