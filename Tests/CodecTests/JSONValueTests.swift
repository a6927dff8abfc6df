// Reading values: members, elements, strings, exact numbers, and the bytes as received.

import Codec
import Support
import Testing

@Suite(.blocking) struct JSONValueTests {
  @Test func `reads a record`() throws {
    let record = try parse(
      #"{ "id": 18446744073709551617, "name": "Col d\u0027Izoard \ud83d\ude00", "distance": 41.50,"#
        + #" "trainer": false, "gear": null, "map": {"points": [1, 2.0, "3"]}, "id": 2 }"#)
    expectEqual(record.kind, .object)
    expectEqual(record["id"]?.literal, "18446744073709551617")
    expectEqual(record["id"]?.integer, nil)
    expectEqual(record["name"]?.string, "Col d'Izoard 😀")
    expectEqual(record["distance"]?.double, 41.5)
    expectEqual(record["distance"]?.literal, "41.50")
    expectEqual(record["trainer"]?.bool, false)
    expectEqual(record["gear"]?.isNull, true)
    #expect(record["map"]?["points"]?.elements?.map(\.literal) == ["1", "2.0", #""3""#])
    #expect(record["points"] == nil)
    expectEqual(
      record.members?.map(\.name), ["id", "name", "distance", "trainer", "gear", "map", "id"])
    expectEqual(
      record.members?.map(\.value.kind),
      [.number, .string, .number, .bool, .null, .object, .number])
  }

  @Test func `reading as another kind gives nil`() throws {
    let values = try #require(try parse(#"[{}, [], "1", 1, true, null]"#).elements).map { $0 }
    for (index, value) in values.enumerated() {
      expectEqual(
        [
          value.members != nil, value.elements != nil, value.string != nil, value.integer != nil,
          value.bool != nil, value.isNull,
        ], (0..<6).map { $0 == index })
      expectEqual((value.double != nil), (index == 3))
      #expect(value["a"] == nil)
    }
  }

  @Test func `keys are compared with escapes resolved`() throws {
    let object = try parse(#"{"n\u0061me": 1, "naïve": 2, "nai\u0308ve": 3, "a\"b": 4, "": 5}"#)
    // No Unicode equivalence.
    let names = [
      "name", #"n\u0061me"#, "na\u{EF}ve", "nai\u{308}ve", #"a"b"#, "", "nam",
    ]
    expectEqual(names.map { object[$0]?.integer }, [1, nil, 2, 3, 4, 5, nil])
    var seen: [String] = []
    for member in try #require(object.members) {
      switch member.name {
      case "name": seen.append("name")
      case "naïve": seen.append("naïve")
      default: seen.append("-")
      }
    }
    expectEqual(seen, ["name", "naïve", "naïve", "-", "-"], "names are strings")
  }

  @Test func `keys of every length match only themselves`() throws {
    let object = try parse(
      #"{"total":1,"total_elevation_gain":2,"total_elevation_gait":3,"max_watt":4,"max_watts":5,"#
        + #""exactly_thirty_two_bytes_of_name":6,"one_more_than_thirty_two_bytes__x":7,"#
        + #""exactly_thirty_two_bytes_of_nam\u0065":8,"m\u0000":9,"m":10,"":11}"#)
    let seen = try #require(object.members).map { member -> Int64 in
      member.withName { name in
        switch name {
        case "total": 1
        case "total_elevation_gain": 2
        case "total_elevation_gait": 3
        case "max_watt": 4
        case "max_watts": 5
        case "exactly_thirty_two_bytes_of_name": 6
        case "one_more_than_thirty_two_bytes__x": 7
        case "m": 10
        case "": 11
        default: 0
        }
      }
    }
    expectEqual(seen, [1, 2, 3, 4, 5, 6, 7, 6, 0, 10, 11])
    let isNumber = try parse("[7]").view { list in
      var isNumber = false
      return list.forEachElement { isNumber = "7" ~= $0 } && isNumber
    }
    #expect(!isNumber, "a number is no string")
    expectEqual(object["one_more_than_thirty_two_bytes__x"]?.integer, 7)
    expectEqual(object["m\u{0}"]?.integer, 9)
  }

  @Test func `random doubles read back the same`() throws {
    var random = SeededRandom(seed: 7)
    for _ in 0..<20_000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      try expectEqual(parse(writtenMember { $0.member("v", exactly: value) }).double, value)
      // As services write them: a few digits around a point.
      let short =
        "\(Int.random(in: -99_999...99_999, using: &random)).\(UInt32.random(in: 0...99_999, using: &random))"
      try expectEqual(parse(short).double, Double(short))
    }
  }

  @Test func `the source is preserved`() throws {
    let text = #"[1.0E+2, { "a" : [ ] }, "\u00e9", -0.00]"#
    let literals = try parse(text).elements?.map(\.literal)
    expectEqual(literals, ["1.0E+2", #"{ "a" : [ ] }"#, #""\u00e9""#, "-0.00"])
  }

  @Test func `parts are compacted separately`() throws {
    let page = try parse(#"[ { "id" : 1 } , { "id" : [ 2 , 3 ] } ]"#)
    expectEqual(
      page.elements?.map { String(decoding: $0.compact, as: UTF8.self) },
      [#"{"id":1}"#, #"{"id":[2,3]}"#])
  }

  @Test func `values outlive their text`() async throws {
    let value = try #require(try parse(#"{"a": ["first", "second"]}"#)["a"])
    let strings = await Task.detached { value.elements?.map(\.string) }.value
    expectEqual(strings, ["first", "second"])
  }
}
