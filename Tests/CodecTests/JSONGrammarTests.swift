// The grammar of RFC 8259, case by case: what is accepted, what is refused, and where.

import Codec
import Support
import Testing

@Suite(.blocking) struct JSONGrammarTests {
  @Test func `texts are values or refused`() async throws {
    try await Golden.compareCases("Tests/CodecTests/Cases/json.txt") { text in
      do throws(JSONError) {
        let value = try parse(text)
        if !text.contains(" ") { expectEqual(value.literal, text) }
        let compact = String(decoding: value.compact, as: UTF8.self)
        var notes = ["\(value.kind)" + (compact == text ? "" : ", compact \(compact)")]
        if value.kind == .number {
          expectEqual(JSONNumber.double(text), value.double)
          notes += ["integer \(told(value.integer))", "double \(told(value.double))"]
        }
        if let string = value.string { notes.append(string.debugDescription) }
        return notes.joined(separator: ", ")
      } catch {
        expectEqual(JSONNumber.double(text), nil)
        return "\(error.isCutShort ? "cut short" : "wrong") at \(error.offset)"
      }
    }
  }

  private func told(_ number: (some CustomStringConvertible)?) -> String {
    number?.description ?? "none"
  }

  /// Texts with blanks at their ends, and with characters that a line cannot have.
  @Test(
    arguments: [
      ("", true, 0), ("  ", true, 2), ("\"a\tb\"", false, 2), ("\"a\nb\"", false, 2),
      ("\"long enough for a word \u{0}\"", false, 24), ("\u{FEFF}1", false, 0),
      ("// a\n1", false, 0), ("[1\u{A0}]", false, 2), ("1\u{0}", false, 1), ("\u{0}", false, 0),
      ("[1\u{C}]", false, 2),
    ] as [(String, Bool, Int)])
  func `refuses`(_ text: String, isCutShort: Bool, offset: Int) {
    #expect(throws: JSONError(isCutShort: isCutShort, offset: offset)) { try parse(text) }
  }

  @Test func `accepts space and odd characters`() throws {
    let spaced = try parse(" \t\r\n[ 1 , { \"a\" : 2 } ]\n ")
    expectEqual(String(decoding: spaced.compact, as: UTF8.self), #"[1,{"a":2}]"#)
    try expectEqual(parse("\"\u{7F}é € 😀 \u{2028}\"").string, "\u{7F}é € 😀 \u{2028}")
    for text in ["", " 1", "1 "] { expectEqual(JSONNumber.double(text), nil) }
    for (text, compact) in [(" 1 ", "1"), ("{\n}", "{}"), ("[\r\n\t1,\n2 ]\n", "[1,2]")] {
      expectEqual(String(decoding: try parse(text).compact, as: UTF8.self), compact)
    }
  }

  @Test(
    arguments: [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2, 0x41], [0xE0, 0x9F, 0xBF],
      [0xED, 0xA0, 0x80],
      [0xED, 0xBF, 0xBF], [0xE2, 0x82, 0x41], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80],
      [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xF0, 0x9F, 0x98, 0x22],
    ] as [[UInt8]])
  func `refuses bad UTF-8`(_ bytes: [UInt8]) {
    let quote: [UInt8] = [0x22]
    #expect(throws: JSONError(isCutShort: false, offset: 3)) {
      try JSONValue(parsing: quote + [0x61, 0x62] + bytes + quote)
    }
  }

  /// One plane for each form of UTF-8 lead byte, and the last.
  @Test(arguments: Tier.cases([0, 1, 3, 4, 16] as [UInt32], quick: 1))
  func `every scalar is accepted`(ofPlane plane: UInt32) throws {
    var text = ""
    for scalar in (plane << 16...plane << 16 | 0xFFFF).lazy.compactMap(Unicode.Scalar.init) {
      text.unicodeScalars.append(scalar)
    }
    var json = JSONWriter()
    json.value(text)
    let string = try #require(try JSONValue(parsing: json.take()).string)
    #expect(string.utf8.elementsEqual(text.utf8))
  }

  @Test func `nesting has a limit`() throws {
    let limit = JSONValue.depthLimit
    let deepest = String(repeating: "[", count: limit) + String(repeating: "]", count: limit)
    try expectEqual(parse(deepest).kind, .array)
    #expect(throws: JSONError(isCutShort: false, offset: limit)) { try parse("[\(deepest)]") }
    let objects = String(repeating: #"{"a":"#, count: 200_000)
    #expect(throws: JSONError(isCutShort: false, offset: limit * 5)) { try parse(objects) }
    // Depth, not number: siblings do not count.
    let wide = "[" + Array(repeating: "[[]]", count: 1000).joined(separator: ",") + "]"
    try expectEqual(parse(wide).elements?.reduce(0) { count, _ in count + 1 }, 1000)
  }

  @Test func `a range is parsed alone with offsets of the array`() throws {
    let bytes = Array(#"{"a":1} [2] {"#.utf8)
    try expectEqual(JSONValue(parsing: bytes, in: 8..<11).elements?.map(\.integer), [2])
    try expectEqual(JSONValue(parsing: bytes, in: 0..<8)["a"]?.literal, "1")
    for (range, offset) in [(12..<13, 13), (8..<10, 10), (40..<50, 13)] {
      #expect(throws: JSONError(isCutShort: true, offset: offset)) {
        try JSONValue(parsing: bytes, in: range)
      }
    }
    // A character cut at the end.
    #expect(throws: JSONError(isCutShort: true, offset: 3)) {
      try JSONValue(parsing: [0x22, 0xE2, 0x82])
    }
  }
}
