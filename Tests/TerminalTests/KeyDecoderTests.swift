// Decoding bytes into keys.

import Support
import Model
import Terminal
import Testing

/// A moment in milliseconds after the first byte.
private func at(_ milliseconds: Int64) -> Moment {
  Moment(nanoseconds: milliseconds * 1_000_000)
}

@Suite(.blocking) struct KeyDecoderTests {
  private var decoder = KeyDecoder()

  private mutating func take(_ text: String, _ milliseconds: Int64 = 0) -> [Key] {
    text.utf8.flatMap { decoder.decode($0, at: at(milliseconds)) }
  }

  @Test mutating func `letters are keys`() {
    expectEqual(take("rC?"), [.character("r"), .character("C"), .character("?")])
    expectEqual(decoder.deadline, nil)
  }

  @Test(arguments: ["é", "ж", "日", "🚴", "\u{FFFD}"])
  mutating func `multibyte character is one key`(_ character: Character) {
    var keys: [Key] = []
    for byte in "\(character)".utf8 { keys += decoder.decode(byte, at: at(0)) }
    expectEqual(keys, [.character(character)])
  }

  @Test mutating func `invalid UTF-8 is discarded`() {
    // A lone continuation, an overlong form, a surrogate, a C1 control, and a character cut short.
    let bytes: [UInt8] = [0x80, 0xC0, 0xAF, 0xED, 0xA0, 0x80, 0xC2, 0x9B, 0xFF, 0xE6, 0x97]
    expectEqual(bytes.flatMap { decoder.decode($0, at: at(0)) }, [])
    expectEqual(take("r"), [.character("r")])
  }

  /// Control bytes, and keys with Alt.
  @Test(arguments: [
    "\r", "\n", "\t", "\u{8}", "\u{7F}", "\u{3}", "\u{1A}", "\0", "\u{1B}r", "\u{1B}C",
    "\u{1B}é", "\u{1B}日", "\u{1B}\r", "\u{1B} ",
  ])
  mutating func `other keys are discarded`(_ key: String) {
    expectEqual(take(key), [])
    expectEqual(decoder.deadline, nil)
    expectEqual(take("r"), [.character("r")])
  }

  @Test mutating func `escape alone is a key after fifty milliseconds`() {
    expectEqual(take("\u{1B}", 10), [])
    expectEqual(decoder.deadline, at(60))
    expectEqual(decoder.settle(at: at(59)), nil)
    expectEqual(decoder.settle(at: at(60)), .escape)
    expectEqual(decoder.deadline, nil)
    expectEqual(decoder.settle(at: at(200)), nil)
    expectEqual(take("\u{1B}", 300), [])
    expectEqual(take("r", 350), [.escape, .character("r")])
  }

  @Test(arguments: [
    "[A", "[1;5C", "[3~", "[15~", "[200~", "[[A", "[?1;2c", "[<0;12;3M", "[I", "OP", "OA", "O5A",
    "[7$~", "]0;r for retry\u{7}", "]8;;https://strava.com\u{1B}\\", "P1$r0m\u{1B}\\",
    "_q\u{1B}\\", "^c\u{1B}\\", "Xr\u{1B}\\", "]11;rgb:0000\u{1B}[A",
  ])
  mutating func `sequences and pasted strings are no keys`(_ sequence: String) {
    expectEqual(take("\u{1B}" + sequence + "c"), [.character("c")])
    var keys: [Key] = []
    for (index, byte) in ("\u{1B}" + sequence + "c").utf8.enumerated() {
      keys += decoder.decode(byte, at: at(Int64(index) * 49))
    }
    expectEqual(keys, [.character("c")])
    expectEqual(decoder.deadline, nil)
  }

  @Test mutating func `consecutive escapes are one`() {
    // As some terminals send Alt with an arrow key.
    expectEqual(take("\u{1B}\u{1B}[A"), [])
    expectEqual(take("\u{1B}\u{1B}\u{1B}", 100), [])
    expectEqual(decoder.settle(at: at(150)), .escape)
  }

  @Test(arguments: ["[", "O", "]", "P", "[7$"])
  mutating func `unfinished sequence times out`(_ beginning: String) {
    expectEqual(take("\u{1B}" + beginning), [])
    expectEqual(take("r", 500), [.character("r")])
  }

  @Test mutating func `slow sequence stays one`() {
    expectEqual(take("\u{1B}"), [])
    expectEqual(take("[", 49), [])
    expectEqual(decoder.deadline, nil)
    expectEqual(take("1;", 300), [])
    expectEqual(take("5C", 700), [])
    expectEqual(take("c", 701), [.character("c")])
  }
}
