// The parser for many small texts accepts the same grammar and gives the same values as
// `JSONValue`.

import Codec
import Support
import Testing

/// Parses a text and describes the value with `show`.
private func parse<R>(
  _ parser: inout JSONParser, _ text: String, _ show: (JSONView) -> R
) throws(JSONError) -> R {
  let bytes = Array(text.utf8)
  var shown: R?
  try bytes.withUnsafeBufferPointer { (bytes) throws(JSONError) in
    try parser.parse(bytes) { shown = show($0) }
  }
  guard let shown else { throw JSONError(isCutShort: true, offset: 0) }
  return shown
}

@Suite(.blocking) struct JSONParserTests {
  @Test func `gives the same values as JSON value`() throws {
    let text = #"{"a":[1,-2.5,"x\ty",true,null],"b":{"c":12345678901234567890},"":""}"#
    var parser = JSONParser()
    // The same buffers are used for shorter and longer texts.
    for text in ["1", text, "[]", text] {
      let seen = try parse(&parser, text) { describe($0) }
      expectEqual(seen, describe(try JSONValue(parsing: Array(text.utf8))))
    }
  }

  @Test func `invalid texts leave no state`() throws {
    var parser = JSONParser()
    #expect(throws: JSONError(isCutShort: true, offset: 5)) {
      try parse(&parser, "[1,2,") { _ in }
    }
    #expect(throws: JSONError(isCutShort: true, offset: 0)) {
      try parse(&parser, "") { _ in }
    }
    try expectEqual(parse(&parser, "[7]") { describe($0) }, "[7|]")
  }

  private func describe(_ view: JSONView) -> String {
    var text = ""
    if view.forEachMember({ text += "\($0.string ?? "?"):\(describe($1))|" }) { return "{\(text)}" }
    if view.forEachElement({ text += "\(describe($0))|" }) { return "[\(text)]" }
    return describe(view.kind, view.string, view.integer, view.double, view.bool)
  }

  private func describe(_ value: JSONValue) -> String {
    if let members = value.members {
      return "{\(members.map { "\($0.name):\(describe($0.value))|" }.joined())}"
    }
    if let elements = value.elements {
      return "[\(elements.map { "\(describe($0))|" }.joined())]"
    }
    return describe(value.kind, value.string, value.integer, value.double, value.bool)
  }

  private func describe(
    _ kind: JSONValue.Kind, _ text: String?, _ integer: Int64?, _ double: Double?, _ flag: Bool?
  ) -> String {
    switch kind {
    case .string: "'\(text ?? "?")'"
    case .number: integer.map { "\($0)" } ?? double.map { "\($0)" } ?? "?"
    case .bool: flag.map { "\($0)" } ?? "?"
    case .null: "null"
    case .object, .array: "?"
    }
  }
}
