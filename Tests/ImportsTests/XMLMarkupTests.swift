// Valid XML and Apple's deviations from it.

import Imports
import Support
import Model
import Testing

@Suite struct XMLMarkupTests {
  private static let record =
    #"<Record type="HKQuantityTypeIdentifierBodyMass" sourceName="Scale" unit="kg" "#
    + #"startDate="2026-11-20 07:00:00 +0100" endDate="2026-11-20 07:00:00 +0100" value="70"/>"#

  private func content(_ text: String) async throws -> ImportedRecords {
    try await HealthRig().read(text.utf8)
  }

  /// Variants of a document with one record.
  @Test(arguments: [
    "<HealthData>RECORD</HealthData>",
    "\u{FEFF}<?xml version='1.0' encoding='UTF-8'?>\n<HealthData>RECORD</HealthData>\n\n",
    "<?xml version=\"1.0\"?><!-- <HealthData> --><HealthData locale='de_DE'>RECORD</HealthData >",
    "<HealthData\n\tlocale\r\n=\r\n\"x\"\r\n>\r\nRECORD\r\n</HealthData\r\n>\r\n<!-- the end -->",
    "<!DOCTYPE HealthData><HealthData>RECORD</HealthData>",
    "<!DOCTYPE HealthData SYSTEM \"http://127.0.0.1/none.dtd\"><HealthData>RECORD</HealthData>",
    "<!DOCTYPE HealthData [\n<!ELEMENT a (b*)>\n]>\n<HealthData>RECORD</HealthData>",
    // A comment with an apostrophe and a bracket; an unused entity.
    "<!DOCTYPE HealthData [<!-- it's ]> <HealthData> --><!ENTITY a \"b\">]><HealthData>RECORD</HealthData>",
    // iOS 16: brackets are missing.
    "<!DOCTYPE HealthData [\n<!ATTLIST Record\n type CDATA #REQUIRED\n<!ELEMENT x EMPTY>\n]\n<HealthData>RECORD</HealthData>",
    "<HealthData><![CDATA[ <Record> & ]] > ]]>RECORD<!-- -- -> --></HealthData>",
    "<HealthData><a b=\"'\" c='\"'/>RECORD<?php echo \"</HealthData>\" ?></HealthData>",
    "<HealthData>text &amp; &#65;&#x42; &lt;RECORD></HealthData>",
    "<HealthData><é:x-1.2 ä=\"> 1 &quot; 2\">RECORDS</é:x-1.2>RECORD</HealthData>",
    "<HealthData><x a=\"]]>\" b=\"/>\"></x>RECORD</HealthData>",
  ])
  func `is read`(_ document: String) async throws {
    let text = document.replacing("RECORD", with: Self.record)
    try await expectEqual(content(text).days.map(\.weightKilograms), [70])
  }

  @Test func `references in values are resolved`() async throws {
    let text = Self.record.replacing("BodyMass", with: "Body&#77;a&#x73;s")
      .replacing("70", with: "7&#48;")
      .replacing("Scale", with: "&lt;&gt;&amp;&quot;&apos;&#x1F6B2;")
    try await expectEqual(
      content("<HealthData>\(text)</HealthData>").days.map(\.weightKilograms), [70])
  }

  /// A value that refers to one is no number.
  @Test func `entities are never expanded`() async throws {
    let type = "<!DOCTYPE HealthData [<!ENTITY a SYSTEM \"/etc/passwd\"><!ENTITY b \"70\">]>"
    for (value, weights) in [("70", [70]), ("&b;", [])] as [(String, [Double?])] {
      let record = Self.record.replacing("\"70\"", with: "\"\(value)\"")
      let text = "\(type)<HealthData x=\"&a;\">&a;\(record)</HealthData>"
      try await expectEqual(content(text).days.map(\.weightKilograms), weights)
    }
  }

  @Test(arguments: [
    ("en_US", "Apple\u{A0}Watch", "\n"), ("de_DE", "Apple Watch", "\r\n"),
    ("zh_CN", "的 Apple Watch", "\r"), ("ar_SA", "ساعة", "\n"),
  ])
  func `every locale and line end is read`(
    _ locale: String, _ device: String, _ lineEnd: String
  ) async throws {
    var export = ExportText()
    (export.locale, export.lineEnd) = (locale, lineEnd)
    export.add(.restingHeartRate, "50", at: "2026-11-20 07:00:00 +0100", by: device)
    try await expectEqual(imported(export).days.map(\.restingHeartRate), [50])
  }

  /// Old exports contain control characters and attribute names with spaces.
  @Test func `counts tolerated errors`() async throws {
    let text =
      "<HealthData><x a=\"\u{B}\u{1}\u{0}\" Withings Link=\"y\" b=\"1\" b=\"2\"/>\(Self.record)</HealthData>"
    let content = try await content(text)
    #expect(content.days.count == 1 && content.corrected == 5)
    try await expectEqual(self.content("<HealthData>\(Self.record)</HealthData>").corrected, 0)
  }

  /// Tags may be split between any two chunks.
  @Test(arguments: [1, 2, 3, 7, 64, 1000])
  func `accepts any chunk size`(_ size: Int) throws {
    var export = ExportText()
    export.add("<!-- Übung ]]> --><![CDATA[ <a> ]]><?x y?>")
    export.add(
      .variability, "40", at: "2026-11-20 07:00:00 +0100",
      inside: ExportText.beats([("60", "7:00:00.00\u{202F}AM")]))
    export.addSleep("AsleepCore", "2026-11-19 23:00:00 +0100", to: "2026-11-20 06:00:00 +0100")
    export.addWorkout("Cycling", "2026-11-20 17:00:00 +0100", to: "2026-11-20 18:00:00 +0100")
    let text = Array(export.description.utf8)
    try expectEqual(tokens(of: text, size), tokens(of: text, text.count))
  }
}
