// What the writer writes, byte for byte.

import Codec
import Support
import Testing

@Suite(.blocking) struct JSONWriterTests {
  @Test func `writes an event line`() {
    var json = JSONWriter()
    json.object {
      $0.member("type", "progress")
      $0.member("ts", length: 3) { $0.update(repeating: UInt8(ascii: "x"), count: 3) }
      $0.member("seq", 7)
      $0.member("fraction", 0.34, decimals: 4)
      $0.member("source", nil as String?)
      $0.member("dry_run", true)
      $0.array("sources") {
        $0.value("strava")
        $0.value("intervals")
      }
      $0.object("counts") { $0.member("new", 0) }
      $0.nullMember("value")
    }
    json.endLine()
    json.object { _ in }
    json.endLine()
    let text = String(decoding: json.take(), as: UTF8.self)
    expectEqual(
      text,
      #"{"type":"progress","ts":"xxx","seq":7,"fraction":0.34,"dry_run":true,"#
        + #""sources":["strava","intervals"],"counts":{"new":0},"value":null}"# + "\n{}\n")
  }

  @Test func `members of a line can be written again`() {
    var json = JSONWriter()
    var members: [UInt8] = []
    json.object { json in
      json.member("seq", 1)
      let start = json.count + 1
      json.member("text", "a\tb")
      json.member("n", "plain")
      members = Array(json.bytes[start...])
    }
    json.endLine()
    expectEqual(json.takeCopy(), Array("{\"seq\":1,\"text\":\"a\\tb\",\"n\":\"plain\"}\n".utf8))
    expectEqual(json.count, 0)
    json.object { json in
      json.member("seq", 2)
      json.members(again: members)
      json.members(again: [])
    }
    json.endLine()
    expectEqual(json.takeCopy(), Array("{\"seq\":2,\"text\":\"a\\tb\",\"n\":\"plain\"}\n".utf8))
  }

  @Test func `commas are only between values`() {
    let text = written {
      $0.object {
        $0.array("a") {
          $0.object { $0.array("b") { _ in } }
          $0.object { _ in }
          $0.value("")
          $0.value(raw: Array(#"{"a":1}"#.utf8))
          $0.value("x")
        }
        $0.nullMember("c")
        $0.member("d", -1)
        $0.member("e", false)
        $0.member("f", exactly: 1e300)
      }
    }
    expectEqual(text, #"{"a":[{"b":[]},{},"",{"a":1},"x"],"c":null,"d":-1,"e":false,"f":1e+300}"#)
  }

  @Test func `exactly the forbidden scalars are escaped`() throws {
    var forbidden = Set<UInt32>([0x22, 0x5C, 0x7F, 0x061C, 0x200E, 0x200F, 0x2028, 0x2029])
    forbidden.formUnion(0x00...0x1F)
    forbidden.formUnion(0x80...0x9F)
    forbidden.formUnion(0x202A...0x202E)
    forbidden.formUnion(0x2066...0x2069)
    let most: UInt32 = Tier.isAll ? 0xFFFF : 0x30FF
    // Most scalars of the higher planes behave alike.
    let edges = Array(0...0x40) + Array(0xFFC0...0xFFFF) as [UInt32]
    var values = Array(0...most)
    for plane in 0...0x10 as ClosedRange<UInt32> {
      values += edges.map { plane << 16 | $0 }.filter { $0 > most }
    }
    var others = ""
    for scalar in values.compactMap(Unicode.Scalar.init) {
      guard forbidden.contains(scalar.value) else {
        others.unicodeScalars.append(scalar)
        continue
      }
      let text = written { $0.value("a\(scalar)b") }
      #expect(
        !text.unicodeScalars.dropFirst().dropLast().contains {
          $0 == scalar && $0 != "\\" && $0 != "\""
        })
      #expect(text.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
      try expectEqual(parse(text).string, "a\(scalar)b")
    }
    expectEqual(Array(written { $0.value(others) }.utf8), Array("\"\(others)\"".utf8))
  }

  @Test func `short escapes are preferred`() {
    expectEqual(
      written { $0.value("\u{0}\u{8}\t\n\u{B}\u{C}\r\u{1B}\"\\/\u{7F}\u{85}\u{202E}…") },
      #""\u0000\b\t\n\u000b\f\r\u001b\"\\/\u007f\u0085\u202e…""#)
  }

  @Test func `escapes are found anywhere in a long text`() {
    for place in 0..<40 {
      for mark in ["\n", "\u{7F}", "\u{2028}", "é"] {
        let before = String(repeating: "x", count: place)
        let text = written { $0.value(before + mark + "tail of the text") }
        let shown = ["\n": #"\n"#, "\u{7F}": #"\u007f"#, "\u{2028}": #"\u2028"#][mark] ?? mark
        expectEqual(text, "\"\(before)\(shown)tail of the text\"")
      }
    }
  }

  @Test func `names of any kind are escaped`() throws {
    let text = written { json in
      json.object {
        for (name, value) in [("a\"\n", "1"), ("b", "2")] {
          $0.key(escaping: name)
          $0.value(value)
        }
      }
    }
    expectEqual(text, #"{"a\"\n":"1","b":"2"}"#)
  }

  @Test(
    arguments: [
      (0, 4, "0"), (-0.0, 4, "0"), (1, 4, "1"), (0.25, 4, "0.25"), (0.33333333, 4, "0.3333"),
      (0.66666666, 4, "0.6667"), (0.99999, 4, "1"), (-0.00001, 4, "0"), (-1.5, 1, "-1.5"),
      (-0.05, 2, "-0.05"),
      (2.5, 0, "3"), (-2.5, 0, "-3"), (100, 2, "100"), (1234.5, 3, "1234.5"), (10.05, 1, "10.1"),
      (0.1 + 0.2, 9, "0.3"), (1e15, 2, "1000000000000000"), (0.000000001, 9, "0.000000001"),
      (.nan, 4, "null"), (.infinity, 4, "null"), (-.infinity, 0, "null"), (1.5, -3, "2"),
      (9e18, 0, "9000000000000000000"), (1e18, 4, "1e+18"), (1e300, 4, "1e+300"),
    ] as [(Double, Int, String)])
  func `fractions are rounded`(_ number: Double, _ decimals: Int, _ text: String) {
    expectEqual(writtenMember { $0.member("v", number, decimals: decimals) }, text)
  }

  @Test(
    arguments: [
      (0.1, "0.1"), (100, "100"), (-0.0, "-0"), (1.0 / 3, "0.3333333333333333"),
      (.leastNonzeroMagnitude, "5e-324"),
      (.nan, "null"), (.infinity, "null"),
    ] as [(Double, String)])
  func `doubles are written in full`(_ number: Double, _ text: String) {
    expectEqual(writtenMember { $0.member("v", exactly: number) }, text)
  }

  @Test func `integers of every length are written`() {
    let powers = sequence(first: Int64(1)) { $0 * 10 }.prefix(19)
    let near = powers.flatMap { [$0 - 1, $0, -$0, 1 - $0] }
    for number in near + [.max, .min, .max - 1] {
      expectEqual(writtenMember { $0.member("v", number) }, String(number))
    }
  }

  @Test func `records are copied with their unknown keys`() throws {
    let record = try parse(#"{ "id": 1, "my\u006eote" : [ 1.50 , "a b" ] , "x": 1E3 }"#)
    let members = try #require(record.members)
    let text = written {
      $0.object {
        for member in members {
          if member.name == "id" { $0.member("id", "strava:1") } else { $0.member(member) }
        }
        $0.member("raw", record)
      }
    }
    expectEqual(
      text,
      #"{"id":"strava:1","my\u006eote":[1.50,"a b"],"x":1E3,"#
        + #""raw":{"id":1,"my\u006eote":[1.50,"a b"],"x":1E3}}"#)
  }

  @Test func `the buffer grows and is returned`() {
    var json = JSONWriter(capacity: 0)
    let long = String(repeating: "0123456789", count: 1000)
    json.object { $0.array("v") { for _ in 0..<10 { $0.value(long) } } }
    expectEqual(json.count, 10 * 10_003 + 7)
    let held = json.bytes
    json.endLine()
    expectEqual(held.count, 10 * 10_003 + 7, "a slice keeps what it showed")
    expectEqual(json.take().count, 10 * 10_003 + 8)
    expectEqual(json.count, 0)
    json.value("1")
    json.removeAll()
    json.value("again")
    expectEqual(json.take(), Array(#""again""#.utf8))
  }
}
