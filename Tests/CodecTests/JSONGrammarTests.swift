// The grammar of RFC 8259, case by case: what is accepted, what is refused, and where.

import Codec
import Support
import Testing

@Suite(.blocking) struct JSONGrammarTests {
  @Test(arguments: [
    "null", "true", "false", "0", "-0", "12", "-12", "0.5", "-0.5e10", "1E+2", "1e-2", "1e400",
    "123456789012345678901234567890", #""""#, #""a""#, "[]", "{}", "[1]", "[1,2]", #"{"a":1}"#,
    #"{"a":{"b":[]},"c":null}"#, " \t\r\n[ 1 , { \"a\" : 2 } ]\n ", #"{"a":1,"a":2}"#, #"{"":0}"#,
    #""\" \\ \/ \b \f \n \r \t \u00e9 \uD83D\uDE00""#, #""\ud800""#, #""\uDC00 x""#, "\"\u{7F}\"",
    "\"é € 😀 \u{2028}\"",
  ])
  func accepts(_ text: String) throws {
    let value = try parse(text)
    let trimmed = text.split { " \t\r\n".contains($0) }.joined(separator: " ")
    if !text.contains(" ") { expectEqual(value.literal, trimmed) }
  }

  @Test(
    arguments: [
      ("", true, 0), ("  ", true, 2), ("nul", true, 3), ("nulL", false, 3), ("True", false, 0),
      ("nan", false, 1), ("NaN", false, 0), ("Infinity", false, 0), ("-Infinity", false, 1),
      ("0x1p3", false, 1), ("1.", true, 2), ("[1.]", false, 3), (".5", false, 0),
      ("+1", false, 0), ("-", true, 1), ("01", false, 1), ("-01", false, 2), ("1e", true, 2),
      ("1e+", true, 3), ("1.e1", false, 2), ("--1", false, 1), ("1 2", false, 2),
      ("[1 2]", false, 3), ("[1,]", false, 3), ("[,1]", false, 1), ("[1", true, 2),
      ("]", false, 0), ("[1}", false, 2), (#"{"a":1]"#, false, 6), ("{a:1}", false, 1),
      ("{'a':1}", false, 1), (#"{"a" 1}"#, false, 5), (#"{"a":}"#, false, 5),
      (#"{"a":1,}"#, false, 7), (#"{"a"}"#, false, 4), (#"{"a":1"#, true, 6),
      (#"{1:1}"#, false, 1), (#""a"#, true, 2), (#""\x""#, false, 2), (#""\u12g4""#, false, 5),
      (#""\u12"#, true, 5), (#""\"#, true, 2), ("\"a\tb\"", false, 2), ("\"a\nb\"", false, 2),
      ("\"long enough for a word \u{0}\"", false, 24), ("\u{FEFF}1", false, 0),
      ("[] x", false, 3), ("// a\n1", false, 0), ("[1\u{A0}]", false, 2), ("1\u{0}", false, 1),
      ("\u{0}", false, 0), ("[1\u{C}]", false, 2),
    ] as [(String, Bool, Int)])
  func refuses(_ text: String, isCutShort: Bool, offset: Int) {
    #expect(throws: JSONError(isCutShort: isCutShort, offset: offset)) { try parse(text) }
  }

  @Test(
    arguments: [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2, 0x41], [0xE0, 0x9F, 0xBF],
      [0xED, 0xA0, 0x80],
      [0xED, 0xBF, 0xBF], [0xE2, 0x82, 0x41], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80],
      [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xF0, 0x9F, 0x98, 0x22],
    ] as [[UInt8]])
  func refusesBadUTF8(_ bytes: [UInt8]) {
    let quote: [UInt8] = [0x22]
    #expect(throws: JSONError(isCutShort: false, offset: 3)) {
      try JSONValue(parsing: quote + [0x61, 0x62] + bytes + quote)
    }
  }

  /// One plane for each form of UTF-8 lead byte, and the last.
  @Test(arguments: Tier.cases([0, 1, 3, 4, 16] as [UInt32], quick: 1))
  func everyScalarIsAccepted(ofPlane plane: UInt32) throws {
    var text = ""
    for scalar in (plane << 16...plane << 16 | 0xFFFF).lazy.compactMap(Unicode.Scalar.init) {
      text.unicodeScalars.append(scalar)
    }
    var json = JSONWriter()
    json.value(text)
    let string = try #require(try JSONValue(parsing: json.take()).string)
    #expect(string.utf8.elementsEqual(text.utf8))
  }

  @Test func nestingHasALimit() throws {
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

  @Test func aRangeIsParsedAloneWithOffsetsOfTheArray() throws {
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
