// Switches to the whole screen, wherever the bytes are cut.

import Terminal
import Testing

private func parts(_ chunks: [String]) -> [String] {
  var screen = ScreenSwitch()
  var parts: [String] = []
  var wasOnScreen: Bool?
  for chunk in chunks {
    screen.take(Array(chunk.utf8)) { bytes, isOnScreen in
      let text = String(decoding: bytes, as: UTF8.self)
      if wasOnScreen == isOnScreen {
        parts[parts.count - 1] += text
      } else {
        parts.append((isOnScreen ? "screen " : "lines ") + text)
      }
      wasOnScreen = isOnScreen
    }
  }
  return parts
}

@Test(arguments: ["1049", "1047", "47", "1;1049", "1049;25"])
func theScreenIsWhatIsBetweenItsSwitches(_ mode: String) {
  let text = "a\u{1B}[1mb\u{1B}[?\(mode)hc\u{1B}[?25ld\u{1B}[?\(mode)le\u{1B}[?25hf"
  let wanted = [
    "lines a\u{1B}[1mb", "screen \u{1B}[?\(mode)hc\u{1B}[?25ld\u{1B}[?\(mode)l",
    "lines e\u{1B}[?25hf",
  ]
  #expect(parts([text]) == wanted)
  #expect(parts(text.unicodeScalars.map { String($0) }) == wanted)
}

@Test(arguments: ["\u{1B}[?2004h", "\u{1B}[1049h", "\u{1B}[?1049x", "\u{1B}[?10490h", "\u{1B}c"])
func otherSequencesAreNoSwitch(_ sequence: String) {
  #expect(parts(["a\(sequence)b"]) == ["lines a\(sequence)b"])
}

@Test func endlessSequencesAreNotKept() {
  var screen = ScreenSwitch()
  var count = 0
  screen.take(Array(("\u{1B}[?" + String(repeating: "1", count: 1000)).utf8)) { bytes, _ in
    count += bytes.count
  }
  #expect(count == 1003)
  #expect(screen.end().isEmpty)
}
