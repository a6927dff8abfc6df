// Cuts objects out of texts in pieces of all sizes.

import Codec
import Support
import Testing

@Suite struct JSONObjectCutterTests {
  struct Cut: Equatable {
    var objects: [String] = []
    var skipped = 0
    var isDamaged = false
    var isComplete = false
  }

  func cut(_ text: String, nesting: Int = 1, piece: Int = 4096, limit: Int = 1 << 20) -> Cut {
    var cutter = JSONObjectCutter(nesting: nesting, limit: limit)
    var cut = Cut()
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: piece) {
      bytes[start..<min(bytes.count, start + piece)].withUnsafeBufferPointer { piece in
        cutter.take(piece) { cut.objects.append(String(decoding: $0, as: UTF8.self)) }
      }
    }
    (cut.skipped, cut.isDamaged) = (cutter.skipped, cutter.isDamaged)
    cut.isComplete = cutter.isComplete
    return cut
  }

  static let objects = [
    "{}", #"{"a":{"b":[{"c":1},{}]}}"#, #"{"}]{[":"\"}","k\\":"\\\\\"{"}"#, "{ \"ü\" : \"–]\" }",
    #"{"deep":[[[[{"x":[]}]]]]}"#,
  ]

  @Test(arguments: 1...40)
  func `every object is found at its nesting`(_ piece: Int) {
    let flat = " [ \(Self.objects.joined(separator: " ,\n")), 12, \"{\", [{\"no\":1}], null ]\n"
    expectEqual(cut(flat, piece: piece), Cut(objects: Self.objects, isComplete: true))
    let deep =
      #"[{"export":[\#(Self.objects.joined(separator: ","))],"no":{"x":{}}},{"export":[{"z":1}]}]"#
    expectEqual(
      cut(deep, nesting: 3, piece: piece),
      Cut(objects: Self.objects + [#"{"z":1}"#], isComplete: true))
  }

  @Test func `a member is no element`() {
    expectEqual(cut(#"{"a":{"b":1}}"#), Cut(isComplete: true))
    expectEqual(cut(#"{"a":{"b":{}}}"#, nesting: 2), Cut(isComplete: true))
  }

  @Test(arguments: 1...30)
  func `only objects beyond the limit are skipped`(_ piece: Int) {
    let cut = cut(
      #"[{"a":12345},{"a":123456},{"a":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"},{"b":1}]"#,
      piece: piece, limit: 11)
    expectEqual(cut, Cut(objects: [#"{"a":12345}"#, #"{"b":1}"#], skipped: 2, isComplete: true))
  }

  @Test func `an object of a mebibyte is the longest`() {
    func object(_ bytes: Int) -> String {
      "{\"a\":\"" + String(repeating: "x", count: bytes - 8) + "\"}"
    }
    let cut = cut("[\(object(1 << 20)),\(object(1 << 20 + 1)),{}]")
    expectEqual(cut.objects.map(\.utf8.count), [1 << 20, 2])
    expectEqual(cut.skipped, 1)
  }

  @Test func `nesting is bounded`() {
    func nested(_ depth: Int) -> String {
      "[{\"a\":" + String(repeating: "[", count: depth - 2)
        + String(repeating: "]", count: depth - 2)
        + "}]"
    }
    expectEqual(cut(nested(128)).objects.count, 1)
    expectEqual(cut(nested(129)), Cut(isDamaged: true))
    #expect(cut(String(repeating: "[", count: 100_000)).isDamaged)
    #expect(cut(String(repeating: "{\"a\":", count: 100_000)).isDamaged)
  }

  @Test(arguments: [
    "", " ", "x", "[", "[{", "[{}", "[{}}", "[{]", "]", "\"[{}]\"", "[{}] {}", "[{}] x", "[{}]]",
    "<html>", "[{\"a]}", "\u{FEFF}x",
  ])
  func `what is no whole text is not complete`(_ text: String) {
    #expect(!cut(text).isComplete)
    #expect(!cut(text, piece: 1).isComplete)
  }

  @Test func `objects before the damage are found`() {
    expectEqual(cut("[{\"a\":1},{\"b\":2}} {}]").objects, [#"{"a":1}"#, #"{"b":2}"#])
    expectEqual(cut("[{\"a\":1},{\"b\":").objects, [#"{"a":1}"#])
  }

  @Test func `a byte order mark is no JSON`() {
    for text in ["\u{FEFF}[{}]", "[{}]\u{FEFF}"] { #expect(cut(text, piece: 1).isDamaged) }
  }
}
