// Members of small objects are found by name, whatever was parsed before.

import Codec
import Support
import Testing

@Suite(.blocking) struct JSONMemberFinderTests {
  private static let names = ["type", "ts", "a", "b", "elapsed_ms", "downloading_activities"]

  /// The members that a parser finds, in the order of the names; nil when there is no object.
  private func find(_ finder: inout JSONMemberFinder, _ text: String) throws(JSONError) -> String? {
    var found: String?
    finder.find(in: try JSONValue(parsing: Array(text.utf8))) { record in
      found = record.map { record in
        Self.names.indices.filter { record.names.contains($0) }
          .map { "\(Self.names[$0])=\(record[$0]?.integer.map(String.init) ?? "-")" }
          .joined(separator: " ")
      }
    }
    return found
  }

  private static let texts: [(text: String, found: String?)] = [
    (#"{"type":1,"ts":2,"a":3}"#, "type=1 ts=2 a=3"),
    (#"{"a":3,"ts":2,"type":1}"#, "type=1 ts=2 a=3"),
    (#" { "ts" : 2 , "b" : 4 } "#, "ts=2 b=4"),
    (#"{"downloading_activities":6,"elapsed_ms":5}"#, "elapsed_ms=5 downloading_activities=6"),
    // If a name occurs twice, the first member counts; `null` is present and has no value.
    (#"{"a":1,"a":2,"b":null}"#, "a=1 b=-"),
    (#"{"t\u0079pe":1,"lap":{"a":9},"":0,"types":1,"typ":1}"#, "type=1"),
    (#"{"downloading_adventures":1,"a":2}"#, "a=2"),
    ("{}", ""), ("[1]", nil), ("7", nil),
  ]

  @Test func membersAreFoundInAnyOrder() throws {
    var finder = JSONMemberFinder(Self.names)
    for first in Self.texts {
      for second in Self.texts {
        try expectEqual(find(&finder, first.text), first.found)
        try expectEqual(find(&finder, second.text), second.found)
      }
    }
  }

  @Test func aSetHoldsEveryIndex() {
    var set = JSONWordSet()
    #expect(set.isEmpty)
    for place in [0, 63, 64, 127] { set.insert(place) }
    expectEqual((0..<128).filter { set.contains($0) }, [0, 63, 64, 127])
    var other = JSONWordSet()
    for place in [0, 64, 70] { other.insert(place) }
    expectEqual((0..<128).filter { set.subtracting(other).contains($0) }, [63, 127])
    #expect(set.subtracting(set).isEmpty)
  }
}
