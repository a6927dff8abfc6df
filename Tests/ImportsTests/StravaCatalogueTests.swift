// Reads the catalogue of a Strava export in every form that it had.

import Model
import Support
import Testing

@testable import Imports

/// The catalogue in a text; its member is nil.
func catalogue(_ text: String, piece: Int = 4096) throws -> StravaCatalogue? {
  try StravaCatalogue.read(
    MemoryInput(Array(text.utf8), piece: piece), at: FileOrigin(file: "activities.csv"))
}

@Suite(.blocking) struct StravaCatalogueTests {
  private static let header =
    "id,date,name,type,description,elapsed_time,distance,commute,gear,filename\n"

  /// A ride, a run without power that was entered by hand, and a swim.
  private func export(_ form: StravaExport.Form) -> StravaExport {
    var ride = TrueRide(seconds: 1200)
    ride.pauses = [300..<420]
    ride.name = "Feierabend, \"schnell\""
    var run = TrueRide(start: 1_600_000_000, seconds: 2000)
    (run.name, run.hasPower, run.hasHeartRate) = ("Lauf\nam Abend", false, false)
    var swim = TrueRide(start: 1_700_000_000, seconds: 100)
    swim.name = ""
    var entries = [
      StravaExport.Entry(ride, id: 11_223_344_556), StravaExport.Entry(run, id: 5),
      StravaExport.Entry(swim, id: 7),
    ]
    entries[0].description = "Wind, \"böig\"\n\nactivities/1.fit.gz,\r\n- Klimat.app\n---\n"
    (entries[1].sport, entries[1].upload) = ("Run", nil)
    (entries[2].sport, entries[2].upload) = ("Swim", .gpx)
    return StravaExport(form, entries)
  }

  @Test(arguments: [
    (StravaExport.Form.lowerCase, 10), (.english10, 10), (.english86, 86), (.german92, 92),
    (.english103, 103), (.french, 103),
  ])
  func `the forms have as many columns as stravas`(_ form: StravaExport.Form, _ count: Int) {
    expectEqual(StravaExport(form, []).titles.count, count)
  }

  @Test(arguments: StravaExport.Form.allCases)
  func `every form lists the same activities`(_ form: StravaExport.Form) throws {
    let rows = try #require(try catalogue(export(form).catalogue)).rows
    expectEqual(rows.map(\.id), ["11223344556", "5", "7"])
    expectEqual(
      rows.map(\.file), ["activities/11360369349.fit.gz", nil, "activities/137024800.gpx"])
    expectEqual(rows.map(\.name), ["Feierabend, \"schnell\"", "Lauf\nam Abend", nil])
    expectEqual(rows.map(\.sport), ["Ride", "Run", "Swim"])
    let rides = rows.compactMap(\.activity)
    expectEqual(rides.map(\.start.seconds), [1_773_472_502, 1_600_000_000, 1_700_000_000])
    expectEqual(rides.map(\.id.description), ["strava:11223344556", "strava:5", "strava:7"])
    expectEqual(rides.map(\.name), ["Feierabend, \"schnell\"", "Lauf am Abend", nil])
    expectEqual(rides.map(\.sport), rows.map(\.sport))
    expectEqual(rides.map(\.gear), ["Canyon", "Canyon", "Canyon"])
    expectEqual(rides.map(\.elapsedSeconds), [1200, 2000, 100])
    // A table with one time has it twice.
    let hasOneTime = [.lowerCase, .english10].contains(form)
    expectEqual(rides.map(\.durationSeconds), [hasOneTime ? 1200 : 1080, 2000, 100])
    expectEqual(rides.map(\.distanceMetres), [8640, 16_000, 800])
    #expect(rides.allSatisfy { $0.measuredPower == nil && $0.raw == nil && $0.startLocal == nil })
  }

  @Test(arguments: [StravaExport.Form.english86, .english103, .britain, .german92, .french, .dutch])
  func `the second set of columns has the figures`(_ form: StravaExport.Form) throws {
    let rides = try #require(try catalogue(export(form).catalogue)).rows.compactMap(\.activity)
    expectEqual(rides.map(\.elevationGainMetres), [123.3, 123.3, 123.3])
    expectEqual(rides.map(\.maxPowerWatts), [199, nil, 199])
    expectEqual(rides.map(\.maxHeartRate), [149, nil, 130])
    let ride = try #require(rides.first)
    for (figure, range) in [
      (ride.averagePowerWatts, 174...175), (ride.weightedPowerWatts, 179...180),
      (ride.averageHeartRate, 130...140), (ride.averageCadence, 89...90),
    ] as [(Double?, ClosedRange<Double>)] {
      expect(figure.map { range.contains($0) })
    }
  }

  @Test(arguments: [1, 7, 4096], ["\n", "\r\n", "\r"])
  func `how it is written does not matter`(_ piece: Int, _ lineEnd: String) throws {
    var export = export(.english103)
    let plain = try #require(try catalogue(export.catalogue)).rows.map(\.activity?.durationSeconds)
    (export.hasByteOrderMark, export.lineEnd, export.gap) = (true, lineEnd, "\u{202F}")
    let rows = try #require(try catalogue(export.catalogue, piece: piece)).rows
    expectEqual(rows.map(\.activity?.durationSeconds), plain)
  }

  @Test func `a row is at its line unless it is in an archive`() throws {
    let text = export(.english103).catalogue
    let rows = try #require(try catalogue(text)).rows
    expectEqual(rows.compactMap(\.activity?.from?.line), [2, 8, 10])
    expectEqual(
      rows.compactMap(\.activity?.from?.file), Array(repeating: "activities.csv", count: 3))
    let place = FileOrigin(file: "export_1.zip", member: "export_1/activities.csv")
    let member = try StravaCatalogue.read(MemoryInput(Array(text.utf8)), at: place)
    expectEqual(member?.rows.first?.activity?.from, place)
  }

  @Test func `an unknown date leaves the ride to its file`() throws {
    let read = try catalogue(
      Self.header + "9,7 vrz 2018 09:05:12,Tur,Ride,,1,2,,,activities/9.fit\n")
    let row = try #require(read?.rows.first)
    expectEqual(row.activity, nil)
    expectEqual([row.file, row.name], ["activities/9.fit", "Tur"])
  }

  @Test func `an unknown sport stays as written`() throws {
    let read = try catalogue(Self.header + "9,2018-09-12 15:02:23,x,Jízda na kole,,60,2.5,,,\n")
    expectEqual(read?.rows.map(\.sport), ["Jízda na kole"])
    expectEqual(read?.rows.map(\.activity?.distanceMetres), [2.5])
  }

  /// Titles that nobody has seen, in a language that repeats the doubled ones or does not.
  @Test(arguments: [true, false])
  func `an unknown language is read by position`(_ isRepeated: Bool) throws {
    let titles = (0..<103).map { column in
      let doubled = [15: 5, 17: 6, 30: 7, 37: 8, 50: 9][column]
      return "sloupec \(isRepeated ? doubled ?? column : column)"
    }
    let text = export(.britain).catalogue
    let rest = text.drop { !$0.isNewline }
    let rows = try #require(try catalogue(titles.joined(separator: ",") + rest)).rows
    let rides = rows.compactMap(\.activity)
    expectEqual(rows.map(\.file).count { $0 != nil }, 2)
    expectEqual(rides.map(\.durationSeconds), [1080, 2000, 100])
    expectEqual(rides.map(\.distanceMetres), [8640, 16_000, 800])
    expectEqual(rides.map(\.maxPowerWatts), [199, nil, 199])
  }

  @Test func `an unknown order has no figures`() throws {
    let text = """
      a,b,c,d,e,f,g
      8,"21.07.2026, 15:09:27",Hand,Ride,,600,
      9,"21.07.2026, 15:09:27",Tour,Ride,activities/1.fit,600,activities/9.fit
      """
    let rows = try #require(try catalogue(text)).rows
    expectEqual(rows.map(\.file), [nil, "activities/9.fit"])
    expectEqual(rows.map(\.activity?.durationSeconds), [nil, nil])
    expectEqual(rows.map(\.name), ["Hand", "Tour"])
  }

  @Test func `the first set fills in for the second`() throws {
    var cells = Array(repeating: "", count: 92)
    cells[0...6] = ["9", "21.07.2026, 15:09:27", "x", "Radfahrt", "", "3600", "1.234,5"]
    let header = StravaExport(.german92, []).catalogue
    func ride() throws -> Activity? {
      let row = cells.map { "\"\($0)\"" }.joined(separator: ",")
      return try catalogue(header + row)?.rows.first?.activity
    }
    for (sport, metres) in [
      ("Radfahrt", 1_234_500), ("Schwimmen", 1234.5), ("Quidditch", nil),
    ] as [(String, Double?)] {
      cells[3] = sport
      let ride = try ride()
      expectEqual(ride?.distanceMetres, metres)
      expectEqual(ride?.durationSeconds, 3600)
    }
  }

  @Test(arguments: [
    ("", "100.0", 100), ("", "", 130), ("90.0", "100.0", 90), ("432000.0", "", 130),
    ("", "432000.0", 130),
  ])
  func `the duration is moving time else timer else elapsed`(
    _ moving: String, _ timer: String, _ expected: Int
  ) throws {
    var cells = Array(repeating: "", count: 103)
    (cells[0], cells[1], cells[15]) = ("9", "\"7 Apr 2018, 09:05:12\"", "130.0")
    (cells[16], cells[91]) = (moving, timer)
    let header = StravaExport(.britain, []).catalogue
    let ride = try catalogue(header + cells.joined(separator: ","))?.rows.first?.activity
    #expect(ride?.durationSeconds == expected && ride?.elapsedSeconds == 130)
  }

  @Test(arguments: [
    "", "a", "Date,Steps\n1,2\n", "Athlete ID,Email Address,a,b,c\n1,x@example.org,,,\n",
    "1,2,3,4,5\n6,7,8,9,10\n", "<gpx>\n</gpx>", "\0\0\0\0",
    "id,date,name,type,description\n1,,,,\n",
    "a,b,c,d,e,f\n../1,x,y,z,d,activities/1.fit\n",
    "a,b,c,d,activities/1.fit\n" + String(repeating: "1,b,c,d,activities/1.fit\n", count: 300),
  ])
  func `another table is no catalogue`(_ text: String) throws {
    try expectEqual(catalogue(text).map(\.rows.count), nil)
  }

  @Test func `an account without activities has an empty catalogue`() throws {
    try expectEqual(catalogue(Self.header)?.rows.isEmpty, true)
    try expectEqual(catalogue(StravaExport(.dutch, []).catalogue)?.isDamaged, false)
  }
}
