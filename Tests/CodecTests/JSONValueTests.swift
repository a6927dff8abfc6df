// Reading values: members, elements, strings, exact numbers, and the bytes as received.

import Codec
import Support
import Testing

@Suite(.blocking) struct JSONValueTests {
  @Test func readsARecord() throws {
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

  @Test func readingAsAnotherKindGivesNil() throws {
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

  @Test func keysAreComparedWithEscapesResolved() throws {
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

  @Test func keysOfEveryLengthMatchOnlyThemselves() throws {
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

  @Test(
    arguments: [
      ("0", 0), ("-0", 0), ("-0.0", 0), ("0e999999999999999999999", 0), ("178", 178),
      ("178.0", 178),
      ("1.78e2", 178), ("17800E-2", 178), ("-1.5e1", -15), ("1e18", 1_000_000_000_000_000_000),
      ("9223372036854775807", .max), ("9223372036854775807.000", .max),
      ("-9223372036854775808", .min),
      ("922337203685477580.7e1", .max), ("100000000000000000000000e-23", 1),
      ("0.0000000000000000000000001e25", 1), ("9223372036854775808", nil),
      ("-9223372036854775809", nil), ("1e19", nil), ("1e400", nil), ("178.5", nil), ("1e-1", nil),
      ("1e99999999999999999999999", nil), ("1e-99999999999999999999999", nil),
      ("12345678901234567890123", nil), ("0.1", nil), ("9999999999999999999", nil),
      ("1000000000000000000.5", nil), ("100000000000000000000.5e0", nil),
    ] as [(String, Int64?)])
  func integersAreExact(_ text: String, _ value: Int64?) throws {
    try expectEqual(parse(text).integer, value)
  }

  @Test(
    arguments: [
      ("0", 0), ("178.5", 178.5), ("1e2", 100), ("1E-2", 0.01), ("0.1", 0.1), ("2.5e-3", 0.0025),
      ("-0.0", -0.0),
      ("123456789.123456789", 123_456_789.123_456_789), ("9007199254740993", 9_007_199_254_740_992),
      ("9007199254740993.0000000000000001", 9_007_199_254_740_994),
      ("5e-324", .leastNonzeroMagnitude),
      ("1.7976931348623157e308", .greatestFiniteMagnitude), ("1e23", 1e23),
      ("3.14159265358979323846264338327950288", .pi), ("1e-400", 0), ("0e400", 0), ("1e400", nil),
      ("-1e400", nil),
    ] as [(String, Double?)])
  func doublesAreCorrectlyRounded(_ text: String, _ value: Double?) throws {
    let double = try parse(text).double
    #expect(double == value && double?.sign == value?.sign)
    expectEqual(JSONNumber.double(text), value)
  }

  @Test(arguments: [
    "", " 1", "1 ", "nan", "inf", "0x1p3", "1.", ".5", "+1", "01", "1e", "1_000", "-",
  ])
  func numbersAloneFollowTheSameGrammar(_ text: String) {
    expectEqual(JSONNumber.double(text), nil)
  }

  @Test func randomDoublesReadBackTheSame() throws {
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

  @Test(
    arguments: [
      (#""\ud800""#, "\u{FFFD}"), (#""\udc00""#, "\u{FFFD}"), (#""\ud800x""#, "\u{FFFD}x"),
      (#""\ud800\n""#, "\u{FFFD}\n"), (#""\ud800\u0041""#, "\u{FFFD}A"),
      (#""\ud800\ud83d\ude00""#, "\u{FFFD}😀"), (#""\udc00\ud800""#, "\u{FFFD}\u{FFFD}"),
      (#""\u0000\u001f\u007f""#, "\u{0}\u{1F}\u{7F}"), (#""\uFFFF\u00e9""#, "\u{FFFF}é"),
      (#""\b\f\n\r\t\/\\\"""#, "\u{8}\u{C}\n\r\t/\\\""), (#""\udbff\udfff""#, "\u{10FFFF}"),
    ])
  func escapesAreResolved(_ text: String, _ string: String) throws {
    try expectEqual(parse(text).string, string)
  }

  @Test func theSourceIsPreserved() throws {
    let text = #"[1.0E+2, { "a" : [ ] }, "\u00e9", -0.00]"#
    let literals = try parse(text).elements?.map(\.literal)
    expectEqual(literals, ["1.0E+2", #"{ "a" : [ ] }"#, #""\u00e9""#, "-0.00"])
  }

  @Test(
    arguments: [
      (" 1 ", "1"), ("[ ]", "[]"), ("{\n}", "{}"),
      (#"{ "a b" : [ 1 , "\" c " ] }"#, #"{"a b":[1,"\" c "]}"#),
      ("[\r\n\t1,\n2 ]\n", "[1,2]"), ("[1,2]", "[1,2]"),
      (#"{"a":{"b":[[ ],{ }]} }"#, #"{"a":{"b":[[],{}]}}"#),
      (#"" a ""#, #"" a ""#),
    ])
  func compactingRemovesOnlySpaceBetweenTokens(_ text: String, _ compact: String) throws {
    expectEqual(String(decoding: try parse(text).compact, as: UTF8.self), compact)
  }

  @Test func partsAreCompactedSeparately() throws {
    let page = try parse(#"[ { "id" : 1 } , { "id" : [ 2 , 3 ] } ]"#)
    expectEqual(
      page.elements?.map { String(decoding: $0.compact, as: UTF8.self) },
      [#"{"id":1}"#, #"{"id":[2,3]}"#])
  }

  @Test func valuesOutliveTheirText() async throws {
    let value = try #require(try parse(#"{"a": ["first", "second"]}"#)["a"])
    let strings = await Task.detached { value.elements?.map(\.string) }.value
    expectEqual(strings, ["first", "second"])
  }
}
