// Text from outside cannot harm a screen or a log.

import Support
import Model
import Testing

@Suite(.blocking) struct DisplayTextTests {
  @Test(arguments: [
    ("Morning ride", "Morning ride"),
    ("Übung 🚴‍♂️ 東京", "Übung 🚴‍♂️ 東京"),
    ("red \u{1B}[31mtext\u{1B}[0m", "red text"),
    ("title \u{1B}]0;owned\u{7}here", "title here"),
    ("link \u{1B}]8;;http://x\u{1B}\\there", "link there"),
    ("dcs \u{1B}Pq#0\u{1B}\\end", "dcs end"),
    ("c1 \u{9B}2Jx\u{9D}0;t\u{9C}y", "c1 xy"),
    ("never ends \u{1B}]0;rest of it", "never ends "),
    ("nested \u{1B}]0;a\u{1B}[31mb", "nested b"),
    ("two\nlines\r\nand\ta tab", "two lines  and a tab"),
    ("bell\u{7} nul\u{0} del\u{7F}", "bell nul del"),
    ("\u{202E}gpj.exe\u{202C} \u{2066}x\u{2069}\u{200E}\u{061C}", "gpj.exe x"),
    ("line\u{2028}sep\u{2029}", "linesep"),
    ("half \u{1B}", "half "),
    ("charset \u{1B}(0x", "charset x"),
    (String(pathBytes: Array("caf".utf8) + [0xE9]), "caf\u{FFFD}"),
  ])
  func `is cleaned`(_ raw: String, _ clean: String) {
    expectEqual(DisplayText(raw).description, clean)
  }

  @Test(arguments: ["\u{0}", "\u{1F}", "\u{7F}", "\u{80}", "\u{85}", "\u{202E}", "\u{2028}"])
  func `is cleaned at every position`(_ harm: String) {
    for place in 0..<20 {
      let (before, behind) = (String(repeating: "~", count: place), " é plain text behind")
      expectEqual(DisplayText(before + harm + behind).description, before + behind)
    }
  }

  @Test func `cleans interpolated text`() {
    let name = "\u{1B}[2Jboo"
    let text: DisplayText = "Hello \(name)!"
    expectEqual(text.description, "Hello boo!")
    expectEqual((text + "\u{7}").description, "Hello boo!")
  }

  /// Cleaned text never moves the cursor, and cleaning it again changes nothing.
  @Test func `never lets a control through`() {
    var random = SeededRandom(seed: 29)
    for _ in 0..<20_000 {
      var raw = String.UnicodeScalarView()
      for _ in 0..<random.pick(0...12) {
        let value: Int
        switch random.pick(0...3) {
        case 0: value = random.pick(0...0x9F)
        case 1: value = random.pick([0x1B, 0x5B, 0x5D, 0x9B, 0x9D, 0x07, 0x5C, 0x50])
        case 2: value = random.pick(0x2000...0x206F)
        default: value = random.pick(0x20...0x1_F9FF)
        }
        if let scalar = Unicode.Scalar(UInt32(value)) { raw.append(scalar) }
      }
      let clean = DisplayText(String(raw)).description
      expectEqual(DisplayText(clean).description, clean)
      for scalar in clean.unicodeScalars {
        #expect(scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value))
        #expect(![0x2028, 0x2029, 0x061C, 0x200E, 0x200F].contains(scalar.value))
        #expect(
          !(0x202A...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value))
      }
    }
  }
}
