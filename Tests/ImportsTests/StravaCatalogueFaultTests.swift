// Reads catalogues that are cut off, damaged or hostile.

import Model
import Support
import Testing

@testable import Imports

@Suite(.blocking) struct StravaCatalogueFaultTests {
  private static let header =
    "id,date,name,type,description,elapsed_time,distance,commute,gear,filename\n"

  private func row(
    _ id: String = "9", name: String = "x", type: String = "Ride", elapsed: String = "60",
    metres: String = "500", file: String = "activities/9.fit"
  ) -> String {
    let cells = [id, "2018-09-12 15:02:23", name, type, "", elapsed, metres, "", "", file]
    return cells.map { "\"\($0)\"" }.joined(separator: ",") + "\n"
  }

  private func small(_ form: StravaExport.Form) -> String {
    var entries = (1...4).map { StravaExport.Entry(TrueRide(seconds: 60 * $0), id: $0) }
    entries[1].description = "one, \"two\"\nthree"
    entries[2].upload = nil
    return StravaExport(form, entries).catalogue
  }

  @Test(arguments: Tier.cases(StravaExport.Form.allCases, quick: 2))
  func `a cut catalogue keeps its whole rows`(_ form: StravaExport.Form) throws {
    let whole = Array(small(form).utf8)
    let rows = Array(try #require(try catalogue(small(form))).rows)
    let headerEnd = try #require(whole.firstIndex(of: 0x0A))
    var last = 0
    for length in 0..<whole.count {
      let read: StravaCatalogue?
      do {
        read = try StravaCatalogue.read(
          MemoryInput(Array(whole[..<length])), at: FileOrigin(file: "activities.csv"))
      } catch {
        #expect(error == .damaged(line: 1) || (last == 0 && error == .damaged(line: 2)))
        continue
      }
      guard let read else {
        #expect(length <= headerEnd)
        continue
      }
      // Nothing is missing after a line end. The last cell of a row may have been cut.
      #expect(read.rows.count == last || read.rows.count == last + 1)
      #expect(read.rows.dropLast().elementsEqual(rows.prefix(max(0, read.rows.count - 1))))
      let isWhole = whole[length - 1] == 0x0A && !read.isDamaged
      if isWhole { #expect(read.rows.elementsEqual(rows.prefix(read.rows.count))) }
      last = read.rows.count
    }
    expectEqual(last, 4)
  }

  @Test func `an open quote keeps the rows before`() throws {
    let read = try #require(
      try catalogue(Self.header + row("1") + row("2") + "3,2018-09-12 15:02:23,\"x\n4,,\n"))
    #expect(read.isDamaged)
    expectEqual(read.rows.map(\.id), ["1", "2"])
  }

  @Test func `a fault of the file keeps the rows before`() throws {
    let text = Self.header + row("1") + row("2")
    let read = try #require(
      try StravaCatalogue.read(
        FaultyInput(Array(text.utf8)), at: FileOrigin(file: "a.zip", member: "activities.csv")))
    #expect(read.isDamaged)
    expectEqual(read.rows.map(\.id), ["1", "2"])
    for fault in [ImportError.stopped, .noZlib] {
      #expect(throws: fault) {
        _ = try StravaCatalogue.read(
          FaultyInput(Array(text.utf8), then: fault), at: FileOrigin(file: "a"))
      }
    }
    for text in ["", "id,da", Self.header] {
      #expect(throws: ImportError.damaged(line: 7)) {
        let input = FaultyInput(Array(text.utf8), then: .damaged(line: 7))
        _ = try StravaCatalogue.read(input, at: FileOrigin(file: "a"))
      }
    }
  }

  @Test func `a huge row is damage not memory`() throws {
    let huge = String(repeating: "x", count: 2 << 20)
    let read = try #require(
      try catalogue(Self.header + row("1") + row("2", name: huge) + row("3"), piece: 65_536))
    #expect(read.isDamaged)
    expectEqual(read.rows.map(\.id), ["1"])
    let commas = String(repeating: ",", count: 5000)
    try expectEqual(catalogue(Self.header + row("1") + commas)?.rows.count, 1)
    try expectEqual(catalogue(commas).map(\.rows.count), nil)
    #expect(throws: ImportError.damaged(line: 2)) { _ = try catalogue(Self.header + commas) }
  }

  /// A file without line ends is left after the first megabyte.
  @Test func `what is no table is not read to its end`() throws {
    let input = MemoryInput([UInt8](repeating: 0x61, count: 8 << 20), piece: 65_536)
    try expectEqual(StravaCatalogue.read(input, at: FileOrigin(file: "a")).map(\.rows.count), nil)
    #expect(input.consumed <= 1 << 20 + 65_536)
  }

  @Test(.long) func `rows beyond the limit are counted`() throws {
    var bytes = Array(Self.header.utf8)
    for id in 1...ImportLimits.stravaRows + 2 { bytes += Array("\(id),,,,,,,,,\n".utf8) }
    let input = MemoryInput(bytes, piece: 65_536)
    let read = try #require(try StravaCatalogue.read(input, at: FileOrigin(file: "a")))
    expectEqual(read.skipped, 2)
    #expect(!read.isDamaged)
    expectEqual(read.rows.count, ImportLimits.stravaRows)
    expectEqual(read.rows.last?.id, "\(ImportLimits.stravaRows)")
  }

  @Test(.long) func `rows of more text than the limit are counted`() throws {
    let name = String(repeating: "n", count: 5000)
    var bytes = Array(Self.header.utf8)
    for id in 1...10_000 { bytes += Array("\(id),,\(name),,,,,,,\n".utf8) }
    let input = MemoryInput(bytes, piece: 65_536)
    let read = try #require(try StravaCatalogue.read(input, at: FileOrigin(file: "a")))
    #expect((8_000...9_000).contains(read.rows.count))
    expectEqual(read.skipped, 10_000 - read.rows.count)
    expectEqual(read.rows.last?.name?.utf8.count, ImportLimits.text)
  }

  @Test(arguments: [
    "", "../../etc/passwd", "/etc/passwd", "-1", "1.0", "1e9", "0", "007", " 1", "1 ", "1\n", "1\0",
    "٣", "１", "999999999999999999999", "id", "activities/1.fit",
    String(repeating: "9", count: 9999),
  ])
  func `a row without an ID is skipped`(_ id: String) throws {
    let read = try #require(try catalogue(Self.header + row("1") + row(id) + row("2")))
    expectEqual(read.rows.map(\.id), ["1", "2"])
    expectEqual(read.skipped, 1)
    #expect(!read.isDamaged)
  }

  @Test(arguments: [
    "../activities/1.fit", "activities/../../1.fit", "activities/..", "activities/.", "activities/",
    "activities//1.fit", "activities/a/1.fit", "activities\\1.fit", "activities/a\\1.fit",
    "activities/1\0.fit", "activities/1.fit\n", "activities/1 .fit", "activities/\u{1B}[2J.fit",
    "activities/ü.fit", "Activities/1.fit", "media/1.jpg", "file:///activities/1.fit",
    "activities/" + String(repeating: "1", count: 300),
  ])
  func `a name that is no file of the export is none`(_ file: String) throws {
    let read = try #require(try catalogue(Self.header + row(file: file)))
    expectEqual(read.rows.map(\.file), [nil])
    expectEqual(read.rows.first?.activity?.durationSeconds, 60)
  }

  @Test(arguments: ["../../../x", "a\0b", "\u{1B}[2J\u{7}", "\u{202E}abc", "e\u{301}", "🚵🏽‍♀️"])
  func `a name only names the ride`(_ name: String) throws {
    let row = try catalogue(Self.header + row(name: name, type: name))?.rows.first
    expectEqual([row?.name, row?.sport, row?.id], [name, name, "9"])
  }

  @Test func `long texts end with a whole character`() throws {
    let long = "x" + String(repeating: "ü", count: 2000)
    let rows = try #require(try catalogue(Self.header + row(name: long, type: long))).rows
    expectEqual(rows.first?.name, "x" + String(repeating: "ü", count: 511))
    expectEqual(rows.first?.sport, "x" + String(repeating: "ü", count: 49))
  }

  @Test(arguments: [
    "-1", "1e300", "-1e300", "NaN", "inf", "-inf", "0x7F", "9223372036854775808", "8640001.5",
    "99999999999999999999999999999999999999999999", "1,5", "1 5", "--1", "1e-400000", " 60",
  ])
  func `figures that cannot be true are nothing`(_ text: String) throws {
    let ride = try catalogue(Self.header + row(elapsed: text, metres: "9\(text)"))?
      .rows.first?.activity
    #expect(ride != nil && ride?.distanceMetres ?? 0 == 0)
    #expect(ride?.durationSeconds ?? 0 == 0 && ride?.elapsedSeconds ?? 0 == 0)
  }

  @Test func `sensor figures are bounded`() throws {
    let header = StravaExport(.english103, []).catalogue
    func ride(_ value: String) throws -> Activity? {
      var cells = Array(repeating: value, count: 103)
      (cells[0], cells[1]) = ("9", "\"7 Apr 2018, 09:05:12\"")
      return try catalogue(header + cells.joined(separator: ","))?.rows.first?.activity
    }
    for value in ["65535", "0", "0.0", "-5"] {
      let ride = try #require(try ride(value))
      #expect(ride.averagePowerWatts == nil && ride.maxPowerWatts == nil)
      #expect(ride.weightedPowerWatts == nil && ride.averageCadence == nil)
      #expect(ride.averageHeartRate == nil && ride.maxHeartRate == nil)
    }
    try expectEqual(ride("200.25")?.weightedPowerWatts, 200.3)
  }

  @Test func `a row with more cells than columns is skipped`() throws {
    let read = try #require(
      try catalogue(
        Self.header + "1,,a,Ride,,,,,,activities/1.fit,,\n2,,b, c,Ride,,,,,,activities/1.fit\n3\n"))
    expectEqual(read.rows.map(\.id), ["1", "3"])
    expectEqual(read.skipped, 1)
  }

  /// Mutations of catalogues of every form.
  @Test(arguments: Mutations.seeds) func `mutations are read or refused`(_ seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let forms = StravaExport.Form.allCases
    let whole = Array(small(forms[seed % forms.count]).utf8)
    let pieces = [
      "1e999", "-9", "\"", "\"\"", "\\\"", ",", ",,,,", "\r", "\n", "\u{FEFF}", "\0", "activities/",
      "../", "99999999999999999999", "1.234,5", " PM",
    ]
    var (kept, lost) = (0, 0)
    for _ in 0..<Mutations.count {
      let bytes = random.mutated(whole, words: pieces)
      do {
        guard
          let read = try StravaCatalogue.read(
            MemoryInput(bytes, piece: 64), at: FileOrigin(file: "activities.csv"))
        else {
          lost += 1
          continue
        }
        for row in read.rows {
          check(row)
          kept += 1
        }
      } catch {
        lost += 1
      }
    }
    #expect(kept > Mutations.count)
    #expect(lost > 0)
  }

  private func check(_ row: StravaRow) {
    #expect(StravaID.isValid(row.id))
    #expect(row.file.map { $0.hasPrefix("activities/") && !$0.contains("/..") } ?? true)
    guard let ride = row.activity else { return }
    #expect(RideLimits.times.contains(ride.start.seconds))
    #expect((0...8_640_000).contains(ride.durationSeconds ?? 0))
    #expect((0...8_640_000).contains(ride.elapsedSeconds ?? 0))
    #expect(RideLimits.metres.contains(ride.distanceMetres ?? 0))
    #expect(RideLimits.power.contains(ride.maxPowerWatts ?? 0))
    #expect(RideLimits.heartRate.contains(ride.maxHeartRate ?? 1))
  }
}
