// GPX and TCX documents as writers of all kinds wrote them: encodings and entities.

import Model
import Support
import Testing

@testable import Imports

@Suite struct RideTextTests {
  private static let points =
    "<trkseg><trkpt lat=\"52\" lon=\"7\"><time>2026-03-14T07:00:00Z</time></trkpt>"
    + "<trkpt lat=\"52.001\" lon=\"7\"><time>2026-03-14T07:02:00Z</time></trkpt></trkseg>"

  /// The name in a GPX whose name has these bytes.
  private func name(
    _ bytes: [UInt8], declaration: String, mark: [UInt8] = [], piece: Int = 4_096
  ) throws -> String? {
    let bytes =
      mark + Array("\(declaration)<gpx creator=\"Zwift\"><trk><name>".utf8) + bytes
      + Array("</name>\(Self.points)</trk></gpx>".utf8)
    let content = try #require(try RideDocument.read(MemoryInput(bytes, piece: piece)))
    expectEqual(content.isDamaged, false)
    let rides = try rides(content)
    expectEqual(rides.map(\.elapsedSeconds), [120])
    expectEqual(rides.map(\.distanceMetres), [111.2])
    return rides.first?.name
  }

  // MARK: Encodings

  @Test(
    arguments: [
      ("ISO-8859-1", [0xD6, 0x6C, 0x20, 0xFC, 0x62, 0x65, 0x72, 0xDF], "Öl überß"),
      ("iso-8859-1", [0xE9], "é"), ("windows-1252", [0x80, 0x31, 0x20, 0x96], "€1 –"),
      ("Windows-1252", [0x81, 0x41], "\u{FFFD}A"), ("utf-8", [0xC3, 0xBC], "ü"),
      ("US-ASCII", [0x41, 0xC3, 0xBC], "Aü"),
      // .NET writes this into documents of single bytes.
      ("utf-16", [0xC3, 0xBC], "ü"),
    ] as [(String, [UInt8], String)], [1, 7, 4_096])
  func `the declared encoding is read`(
    _ sample: (encoding: String, bytes: [UInt8], name: String), _ piece: Int
  ) throws {
    for declaration in [
      "<?xml version=\"1.0\" encoding=\"\(sample.encoding)\"?>\n",
      "<?xml version='1.0' encoding = '\(sample.encoding)' standalone='yes' ?>",
    ] {
      try expectEqual(name(sample.bytes, declaration: declaration, piece: piece), sample.name)
    }
  }

  @Test(arguments: ["", "<?xml version=\"1.0\"?>", "<?XML encoding=\"x\"?>"], [1, 4_096])
  func `without a declaration it is UTF-8`(_ declaration: String, _ piece: Int) throws {
    for mark in [[], [0xEF, 0xBB, 0xBF]] as [[UInt8]] {
      try expectEqual(
        name([0xC3, 0xBC], declaration: declaration, mark: mark, piece: piece), "ü")
    }
  }

  @Test(arguments: ["Shift_JIS", "windows-1251", "x"]) func `another encoding is named`(
    _ encoding: String
  ) {
    let text = "<?xml version=\"1.0\" encoding=\"\(encoding)\"?><gpx/>"
    #expect(throws: ImportError.unsuitable(.encoding(DisplayText(encoding)))) {
      try document(text)
    }
    expectEqual(ForeignFile.failure([0xFF, 0xFE, 0x3C, 0x00]), .encoding("UTF-16"))
    expectEqual(ForeignFile.failure([0xFE, 0xFF, 0x00, 0x3C]), .encoding("UTF-16"))
  }

  @Test(
    arguments: [
      ([0x80], "\u{FFFD}"), ([0xC3], "\u{FFFD}"), ([0xE2, 0x82], "\u{FFFD}"),
      ([0xDF, 0x65], "\u{FFFD}e"), ([0xC3, 0xBC, 0xFF], "ü\u{FFFD}"),
    ] as [([UInt8], String)], [1, 4_096])
  func `a byte of another encoding ends nothing`(
    _ sample: (bytes: [UInt8], name: String), _ piece: Int
  ) throws {
    try expectEqual(name(sample.bytes, declaration: "", piece: piece), sample.name)
    // Between elements, in a note, in an attribute and in the name of an element.
    let text = """
      <TrainingCenterDatabase a="?"><Activities><Activity Sport="Biking">
      <Lap StartTime="2026-03-14T07:00:00Z"><TotalTimeSeconds>600</TotalTimeSeconds>?
      <Track><Trackpoint><Time>2026-03-14T07:00:00Z</Time><?><b/></?></Trackpoint></Track></Lap>
      <Notes>Stra?e</Notes></Activity></Activities></TrainingCenterDatabase>
      """
    let bytes = text.utf8.flatMap { byte -> [UInt8] in
      byte == UInt8(ascii: "?") ? sample.bytes : [byte]
    }
    let content = try #require(try RideDocument.read(MemoryInput(bytes, piece: piece)))
    expectEqual(content.isDamaged, false)
    try expectEqual(rides(content).map(\.durationSeconds), [600])
  }

  @Test(arguments: [
    ("Caf&eacute; &nbsp;&amp; &Ouml;l", "Caf&eacute; &nbsp;& &Ouml;l"), ("&frac12;", "&frac12;"),
    ("&lt;b&gt;&#65;", "<b>A"),
  ])
  func `entities of HTML are text`(_ written: String, _ read: String) throws {
    try expectEqual(name(Array(written.utf8), declaration: ""), read)
    try expectEqual(name(Array(written.utf8), declaration: "", piece: 1), read)
  }
}
