// The tests' own validator: that it refuses what a schema forbids.

import Support
import Testing

@Suite(.blocking) struct ValidatorTests {
  @Test(arguments: [
    (#"{"type": "integer", "minimum": 0}"#, ["0", "7", "1.0"], ["-1", "1.5", #""1""#, "null"]),
    (#"{"type": "string", "pattern": "^a+$"}"#, [#""aa""#], [#""ab""#, #""""#, "1"]),
    (#"{"enum": ["a", "b"]}"#, [#""a""#], [#""c""#, "null"]),
    (#"{"anyOf": [{"type": "null"}, {"const": "x"}]}"#, ["null", #""x""#], [#""y""#, "{}"]),
    (#"{"type": "array", "items": {"type": "boolean"}}"#, ["[]", "[true]"], ["[true, 1]", "{}"]),
    (
      #"{"type": "object", "required": ["a"], "properties": {"a": {"type": "number"}}}"#,
      [#"{"a": 1, "b": 2}"#], ["{}", #"{"a": "1"}"#, "[]"]
    ),
    (
      #"{"allOf": [{"if": {"properties": {"t": {"const": 1}}}, "then": {"required": ["a"]}}]}"#,
      [#"{"t": 1, "a": 0}"#, #"{"t": 2}"#], [#"{"t": 1}"#]
    ),
    (
      ##"{"$ref": "#/$defs/n", "$defs": {"n": {"type": "number", "maximum": 1}}}"##,
      ["1", "0.5"], ["1.5", "true"]
    ),
    (##"{"$ref": "#/$defs/n"}"##, [], ["1"]), (#"{"multipleOf": 2}"#, [], ["2"]),
  ])
  func `tells valid from invalid`(_ schema: String, _ valid: [String], _ invalid: [String]) throws {
    let validator = try SchemaValidator(schema)
    for text in valid { expectEqual(validator.faults(in: text.utf8), [], "\(text)") }
    for text in invalid { #expect(validator.faults(in: text.utf8) != [], "\(text)") }
  }

  @Test func `strictness reaches inner objects`() throws {
    let validator = try SchemaValidator(
      #"{"properties": {"a": {"type": "array", "items": {"properties": {"b": {}}}}}}"#)
    expectEqual(validator.faults(in: #"{"a": [{"b": 1}]}"#.utf8, isStrict: true), [])
    expectEqual(
      validator.faults(in: #"{"a": [{"b": 1, "c": 2}], "d": 3}"#.utf8, isStrict: true),
      ["/a/0/c is not described", "/d is not described"])
  }
}
