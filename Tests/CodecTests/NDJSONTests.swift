// Lines of NDJSON, and the truncated line at the end.

import Codec
import Support
import Testing

@Suite(.blocking) struct NDJSONTests {
  private func lines(_ text: String) -> (lines: [String], torn: String?) {
    let bytes = Array(text.utf8)
    let split = NDJSON(bytes)
    func show(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    return (split.lines.map(show), split.torn.map(show))
  }

  @Test(
    arguments: [
      ("", [], nil), ("\n", [""], nil), ("a", [], "a"), ("a\n", ["a"], nil), ("a\nb", ["a"], "b"),
      ("a\n\nlonger than eight bytes\nb\n", ["a", "", "longer than eight bytes", "b"], nil),
      ("a\r\nb\r", ["a\r"], "b\r"),
    ] as [(String, [String], String?)])
  func `splits`(_ text: String, _ expected: [String], _ torn: String?) {
    #expect(lines(text) == (expected, torn))
  }

  @Test func `line breaks are found in every piece`() {
    for length in 0..<30 {
      let line = String(repeating: "é", count: length)
      expectEqual(lines(line + "\n" + line).lines, [line])
      expectEqual(lines(line + "\n" + line).torn, (length == 0 ? nil : line))
    }
  }

  @Test func `later bytes are split separately`() {
    let split = NDJSON(Array("a\nbc\nd".utf8), from: 2)
    #expect(split.lines == [2..<4] && split.torn == 5..<6)
    #expect(NDJSON(Array("a\n".utf8), from: 2).lines.isEmpty)
  }

  @Test func `lines parse in place`() throws {
    let bytes = Array("{\"id\":1}\n{\"id\":2}\r\n{\"i".utf8)
    let split = NDJSON(bytes)
    let ids = try split.lines.map { try JSONValue(parsing: bytes, in: $0)["id"]?.integer }
    expectEqual(ids, [1, 2])
    let torn = try #require(split.torn)
    #expect(throws: JSONError(isCutShort: true, offset: bytes.count)) {
      try JSONValue(parsing: bytes, in: torn)
    }
  }
}
