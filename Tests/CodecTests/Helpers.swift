// Helpers of these tests: parse a text, write to a text.

import Codec

/// Parses the UTF-8 bytes of a text.
func parse(_ text: String) throws(JSONError) -> JSONValue {
  try JSONValue(parsing: Array(text.utf8))
}

/// The text that `body` writes as the value of a member called `v`.
func writtenMember(_ body: (inout JSONWriter) -> Void) -> String {
  let object = written { $0.object { body(&$0) } }
  return String(object.dropFirst(#"{"v":"#.count).dropLast())
}

/// The text that `body` writes.
func written(_ body: (inout JSONWriter) -> Void) -> String {
  var json = JSONWriter()
  body(&json)
  return String(decoding: json.bytes, as: UTF8.self)
}
