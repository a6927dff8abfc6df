// Tables of rides: texts from outside cannot act on a terminal, or be computed by a spreadsheet.

import Format
import Model
import Support
import Testing

@Suite struct RideCSVTests {
  /// What a terminal, or a spreadsheet, would act on, and what the cell has.
  private static let texts: [(written: String, cell: String)] = [
    ("Ride\u{1B}]52;c;cm0gLXJmIH4=\u{7}", "Ride"), ("Ride\u{9D}52;c;eA==\u{9C}s", "Rides"),
    ("a\u{1B}[2Jb\u{7F}\u{0}", "ab"), ("a\u{202E}b\u{2028}", "ab"), ("a\nb\r\nc\td", "a b  c d"),
    ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@a", "'@a"), (" =1", "' =1"),
    ("\t=1", "' =1"), ("\r\n =1", "'   =1"), ("\u{1B}[0m=1", "'=1"), ("\u{A0}+1", "'\u{A0}+1"),
    ("a=1", "a=1"), ("=\"a\",b", "\"'=\"\"a\"\",b\""), ("a,b", "\"a,b\""), ("Öl 🚲", "Öl 🚲"),
  ]
  /// The columns that have texts from outside.
  private static let columns: [(String, @Sendable (inout Activity, String) -> Void)] = [
    ("name", { $0.name = $1 }), ("sport", { $0.sport = $1 }), ("timezone", { $0.timezone = $1 }),
    ("device", { $0.device = $1 }), ("gear", { $0.gear = $1 }),
  ]
  private static let ids: [(String, @Sendable (inout Activity, ActivityID) -> Void)] = [
    ("id", { $0.id = $1 }), ("same_as", { $0.sameAs = [$1] }), ("ride", { $0.ride = $1 }),
  ]

  private func cell(_ column: String, _ ride: Activity) throws -> String? {
    let lines = String(decoding: RideCSV.bytes([ride]), as: UTF8.self).split(separator: "\n")
    expectEqual(lines.count, 2)
    // Of one text from outside at most, whose commas are in quotes.
    var cells: [String] = [""]
    var isQuoted = false
    for character in lines[1] {
      if character == "\"" { isQuoted.toggle() }
      if character == ",", !isQuoted {
        cells.append("")
      } else {
        cells[cells.count - 1].append(character)
      }
    }
    let names = lines[0].split(separator: ",")
    expectEqual(cells.count, names.count)
    return try cells[#require(names.firstIndex { $0 == column })]
  }

  private var ride: Activity {
    Activity(
      id: ActivityID(source: .strava, sourceID: "7"), start: Timestamp(seconds: 1_790_000_000))
  }

  @Test func `every text is clean`() throws {
    for (written, expected) in Self.texts {
      for (column, set) in Self.columns {
        var ride = ride
        set(&ride, written)
        try expectEqual(cell(column, ride), expected, "\(column) \(written.debugDescription)")
      }
      // The source stands before it, and is no formula.
      let text = expected.drop { $0 == "\"" }.drop { $0 == "'" }
      for (column, set) in Self.ids {
        var ride = ride
        set(&ride, ActivityID(source: .files, sourceID: written))
        let cell = try cell(column, ride)?.filter { $0 != "\"" }
        expectEqual(cell, "files:\(text.filter { $0 != "\"" })", "\(column)")
      }
    }
  }

  @Test func `every label is clean`() {
    for (written, expected) in Self.texts {
      let total = RideTotal(by: .gear, label: DisplayText(written))
      let text = String(decoding: RideCSV.bytes([total]), as: UTF8.self)
      expect(text.contains(expected), "\(text)")
    }
  }
}
