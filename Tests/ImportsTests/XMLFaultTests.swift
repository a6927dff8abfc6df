// Damaged and foreign documents: a clear error with the line.

import Support
import Model
import Testing

@Suite struct XMLFaultTests {
  /// Each document with the reported line.
  @Test(arguments: [
    ("<HealthData>", 1), ("<HealthData>\n<Record", 2), ("<HealthData>\n<Record a=\"\n", 3),
    ("<HealthData>\n</HealthData", 2), ("<HealthData>\n<!-- \n\n", 4),
    ("<HealthData>\n<![CDATA[ ]]", 2), ("<?xml \n", 2),
    ("<!DOCTYPE HealthData [\n<!ELEMENT HealthData (a)>\n", 3),
    ("<HealthData>\n<a>\n</b>\n</HealthData>", 3),
    ("<HealthData>\n</HealthData>\n<HealthData/>", 3), ("<HealthData>\n</HealthData>\nmore", 3),
    ("\n<HealthData>\n<a b></HealthData>", 3), ("\n<HealthData>\n<a b=c></HealthData>", 3),
    ("\n<HealthData>\n<a b=\"<\"></HealthData>", 3),
    ("\n<HealthData>\n<a b=\"1\"c=\"2\"/></HealthData>", 3),
    ("\n<HealthData>\n<a / ></HealthData>", 3), ("\n<HealthData>\n<1/></HealthData>", 3),
    ("\n<HealthData>\n< a/></HealthData>", 3), ("\n<HealthData>\n<a =\"\"/></HealthData>", 3),
    ("\n<HealthData>\n<!ELEMENT a ANY></HealthData>", 3),
    ("\n<HealthData>\n<![CDATA]></HealthData>", 3), ("<![CDATA[ ]]><HealthData/>", 1),
    ("<HealthData/><!DOCTYPE HealthData>", 1), ("\n<HealthData>\n& b;</HealthData>", 3),
    ("\n<HealthData>\n<a b=\"&-;\"/></HealthData>", 3), ("\n<HealthData>\n&</HealthData>", 3),
    ("\n<HealthData>\n&#;</HealthData>", 3), ("\n<HealthData>\n&#x;</HealthData>", 3),
    ("\n<HealthData>\n&#xD800;</HealthData>", 3), ("\n<HealthData>\n&#1114112;</HealthData>", 3),
    ("\n<HealthData>\n&#00000000000000000000000065;</HealthData>", 3), ("\n<HealthData>\n&am", 3),
  ])
  func `names the line`(_ document: String, _ line: Int) async throws {
    let rig = try HealthRig()
    await expectEqual(rig.failure(document.utf8), rig.damaged(line: line))
  }

  @Test(
    arguments: [
      [0x80], [0xC3], [0xC0, 0xAF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
      [0xF4, 0x90, 0x80, 0x80],
      [0xF5], [0xFF, 0xFE], [0xE2, 0x82],
    ] as [[UInt8]])
  func `invalid UTF-8 ends nothing`(_ bytes: [UInt8]) async throws {
    let rig = try HealthRig()
    let document =
      Array("<HealthData>".utf8) + bytes + Array("<a b=\"".utf8) + bytes
      + Array("\"/></HealthData>".utf8)
    await expectEqual(rig.failure(document), nil)
    // The document in another encoding.
    let wide: [UInt8] = [0xFF, 0xFE] + "<HealthData/>".utf8.flatMap { [$0, 0] as [UInt8] }
    await expectEqual(rig.failure(wide), rig.found(.encoding("UTF-16")))
  }

  /// Memory must not grow with sizes that a file claims.
  @Test func `refuses oversized markup`() async throws {
    let rig = try HealthRig()
    let long = String(repeating: "x", count: 300_000)
    for tag in [
      "<a b=\"\(long)\"/>", "<a b='\(long)", "<\(long)/>", "<\(long.prefix(2000))/>",
      "<a \(long)=\"\"/>",
      "</\(long)>", "<a" + (0..<300).map { " a\($0)=\"\"" }.joined() + "/>",
      String(repeating: "<a>", count: 64),
    ] {
      let failure = await rig.failure("<HealthData>\n\(tag)</HealthData>".utf8)
      expectEqual(failure, rig.damaged(line: 2), "\(tag.prefix(20))")
    }
    let prologue = "<!DOCTYPE HealthData [" + String(repeating: "<!ELEMENT a ANY>\n", count: 70_000)
    let failure = await rig.failure((prologue + "]><HealthData/>").utf8)
    #expect(failure != nil)
    // Text and comments may have any length, as they are not stored.
    let harmless = "<HealthData><!--\(long)-->\(long)<![CDATA[\(long)]]><?x \(long)?></HealthData>"
    await expectEqual(rig.failure(harmless.utf8), nil)
  }

  /// The cuts of each case are so many bytes apart.
  static let cutDistance = 12

  /// A file truncated at any byte reports its last line.
  @Test(.blocking, arguments: Tier.cases(1...cutDistance, quick: 2))
  func `detects every truncation`(from first: Int) async throws {
    var export = ExportText()
    export.add("<!-- Übung --><![CDATA[ x ]]>&amp;<?a b?>")
    export.add(
      .variability, "40", at: "2026-11-20 07:00:00 +0100",
      inside: ExportText.beats([("60", "7:00:00.00\u{202F}AM")]))
    export.addWorkout("Cycling", "2026-11-20 17:00:00 +0100", to: "2026-11-20 18:00:00 +0100")
    let rig = try HealthRig()
    let bytes = Array(export.description.utf8)
    // After the root, nothing is missing.
    let whole = bytes.count - 1
    for end in stride(from: first, to: whole, by: Self.cutDistance) {
      let cut = bytes[..<end]
      let line = 1 + cut.count { $0 == UInt8(ascii: "\n") }
      let failure = await rig.failure(cut)
      expectEqual(failure, rig.damaged(line: line), "cut at \(end)")
    }
    await expectEqual(rig.failure(bytes[..<whole]), nil)
  }
}
