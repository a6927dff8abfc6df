// The recipes of README and manual page, taken from the texts and run with the real programs.

import Codec
import Support
import Testing

@Suite(.blocking) struct RecipeTests {
  private let rider: Rider

  init() throws {
    rider = try Rider()
    // DuckDB prints JSON.
    try rider.home.write(".mode json\n", to: ".duckdbrc")
  }

  /// Rides of two years by the local clock, and what counts in no total of rides: three records of
  /// a ride of which the first lacks its distance and its local time, a ride that only its second
  /// record leaves out, and a year without any distance.
  ///
  /// - Parameter metres: of the first ride of 2025.
  private func writeStore(to store: String, metres: Int = 30_000) throws {
    let night = #""same_as":["apple-health:n","garmin:n","files:n"],"ride":"strava:4""#
    let left = #""duration_s":600,"distance_m":50000"#
    let files = [
      "strava/2025": [
        #""id":"strava:1","source":"strava","source_id":"1","name":"Jo's \"ride\"","sport":"Ride","kind":"ride","start":"2025-03-01T10:00:00Z","duration_s":3600,"distance_m":\#(metres),"same_as":["garmin:a"],"ride":"strava:1","raw":{"x":1}"#,
        #""id":"strava:2","source":"strava","source_id":"2","sport":"Run","kind":"run","start":"2025-04-01T10:00:00Z","duration_s":3600,"distance_m":10000,"raw":{"x":[1]}"#,
        #""id":"strava:5","source":"strava","source_id":"5","sport":"Ride","kind":"ride","start":"2025-05-01T10:00:00Z",\#(left),"same_as":["garmin:x"],"ride":"strava:5","raw":{}"#,
        #""id":"strava:3","source":"strava","source_id":"3","sport":"Ride","kind":"ride","start":"2025-12-31T23:00:00Z","start_local":"2026-01-01T00:00:00","duration_s":1500,"distance_m":9000,"raw":{}"#,
        #""id":"strava:4","source":"strava","source_id":"4","sport":"Ride","kind":"ride","start":"2025-12-31T23:30:00Z","duration_s":1800,\#(night),"raw":{}"#,
      ],
      "garmin/2025": [
        #""id":"garmin:a","source":"garmin","source_id":"a","sport":"cycling","kind":"ride","start":"2025-03-01T10:00:02Z","duration_s":3610,"distance_m":30100.25,"same_as":["strava:1"],"ride":"strava:1","from":{"file":"a.fit"}"#,
        #""id":"garmin:x","source":"garmin","source_id":"x","sport":"cycling","kind":"ride","start":"2025-05-01T10:00:00Z",\#(left),"same_as":["strava:5"],"ride":"strava:5","excluded":true,"from":{"file":"x.fit"}"#,
      ],
      "apple-health/2025": [
        #""id":"apple-health:n","source":"apple-health","source_id":"n","sport":"Cycling","kind":"ride","start":"2025-12-31T23:30:01Z","duration_s":1800,"distance_m":600,"same_as":["strava:4","garmin:n","files:n"],"ride":"strava:4""#
      ],
      "garmin/2026": [
        #""id":"garmin:n","source":"garmin","source_id":"n","sport":"cycling","kind":"ride","start":"2025-12-31T23:30:02Z","start_local":"2026-01-01T00:30:02","duration_s":1800,"distance_m":700,"same_as":["strava:4","apple-health:n","files:n"],"ride":"strava:4""#
      ],
      "files/2025": [
        #""id":"files:n","source":"files","source_id":"n","sport":"cycling","kind":"ride","start":"2025-12-31T23:30:03Z","duration_s":1800,"distance_m":800,"same_as":["strava:4","apple-health:n","garmin:n"],"ride":"strava:4""#
      ],
      "files/2026": [
        #""id":"files:b","source":"files","source_id":"b","sport":"cycling","kind":"ride","start":"2026-03-01T10:00:02Z","duration_s":600,"distance_m":5000,"excluded":true,"from":{"file":"b.gpx"}"#,
        #""id":"files:c","source":"files","source_id":"c","start":"2026-03-02T10:00:02Z","duration_s":600,"distance_m":7000,"from":{"file":"c.gpx"}"#,
      ],
      "files/2023": [
        #""id":"files:d","source":"files","source_id":"d","sport":"cycling","kind":"ride","start":"2023-03-01T10:00:02Z","duration_s":600"#
      ],
    ]
    for (name, records) in files {
      let path = "\(store)/activities/\(name).ndjson"
      try Disk.makeFolders(above: path)
      try Disk.write(Array(records.map { "{\($0)}\n" }.joined().utf8), to: path)
    }
    try Disk.write(Array("1\n".utf8), to: store + "/format")
  }

  /// The literal blocks of the page and of the README that have all these words.
  private func recipes(_ words: String...) throws -> [String] {
    let escapes = [
      (#"\-"#, "-"), (#"\(aq"#, "'"), (#"\(dq"#, "\""), (#"\(ti"#, "~"), (#"\(ga"#, "`"),
      (#"\(ha"#, "^"), (#"\&"#, ""), (#"\e"#, #"\"#),
    ]
    let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    func blocks(_ file: String, _ begin: String, _ end: String) throws -> [String] {
      let text = String(decoding: try #require(try Disk.read("\(root)/\(file)")), as: UTF8.self)
      return text.split(separator: begin).dropFirst().compactMap {
        $0.firstRange(of: end).map { [block = $0] range in String(block[..<range.lowerBound]) }
      }
    }
    let page = try blocks("man/velo-sync.1", ".Bd -literal -offset indent\n", "\n.Ed").map {
      escapes.reduce($0) { $0.replacing($1.0, with: $1.1) }
    }
    let all = try page + blocks("README.md", "```sh\n", "\n```")
    return all.filter { recipe in words.allSatisfy { recipe.contains($0) } }
  }

  /// Runs a recipe in the home folder; the objects that it printed as JSON, or between bars.
  @discardableResult
  private func run(_ recipe: String, with tool: String, in shell: String = "sh") throws
    -> [JSONValue]
  {
    let folders = [try BuiltProgram.path(of: "velo-sync"), try #require(Program.find(tool))].map {
      "/" + $0.split(separator: "/").dropLast().joined(separator: "/")
    }
    let result = try Program(
      #require(Program.find(shell)), ["-c", "cd \"$HOME\"\n" + recipe],
      environment: [
        "HOME": rider.home.path, "PATH": folders.joined(separator: ":") + ":/usr/bin:/bin",
        "TZ": "UTC0", "LANG": "C.UTF-8",
      ]
    ).run()
    // DuckDB names its settings there.
    let errors = result.errors.contains(".duckdbrc") ? "" : result.errors
    expectEqual("\(result.status) \(errors)", "exit 0 ", "\(recipe)")
    return try result.outputLines.compactMap { line in
      let fields = line.split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? "null" : $0 }
      let object =
        fields.count == 3
        ? #"{"year":"\#(fields[0])","rides":\#(fields[1]),"distance_m":\#(fields[2])}"#
        : String(line.drop { "[ ".contains($0) })
      guard let end = object.lastIndex(of: "}") else { return nil }
      return try JSONValue(parsing: Array(object[...end].utf8))
    }
  }

  /// Label, rides and whole metres of totals by year, oldest first; -1 for no distance.
  private func brief(_ totals: [JSONValue], _ metres: String, times factor: Double = 1) -> [String]
  {
    totals.map {
      let label = ($0["year"] ?? $0["label"])?.string ?? ""
      let rides = Int($0["rides"]?.double ?? -1)
      return "\(label) \(rides) \(Int((($0[metres]?.double ?? -1) * factor).rounded()))"
    }.sorted()
  }

  private func expectedTotals() throws -> [String] {
    let totals = try rider.events(["rides", "--by", "year"]).of("total")
    return brief(totals, "distance_m")
  }

  private static let years = ["2023 1 -1", "2025 1 30000", "2026 3 16600"]

  @Test(arguments: ["jq", "duckdb", "sqlite3"], ["bash", "zsh", "fish"])
  func yearsAreThoseOfRides(_ tool: String, _ shell: String) throws {
    for needed in [tool, shell] where Program.find(needed) == nil {
      try Test.cancel("needs \(needed)")
    }
    try writeStore(to: rider.store)
    try expectEqual(expectedTotals(), Self.years)
    let found = try recipes(tool, "distance_m", "year").filter { !$0.contains("athletes") }
      .filter { !$0.contains("/ 1000") }
    expectEqual(found.count, 1)
    // The second time there is a file.
    for _ in 1...2 {
      try expectEqual(brief(run(found[0], with: tool, in: shell), "distance_m"), Self.years)
    }
  }

  @Test(.needs("duckdb")) func theReadmeHasKilometresByYear() throws {
    try writeStore(to: rider.store)
    let recipe = try #require(recipes("duckdb", "/ 1000").first)
    // To a tenth of a kilometre; -1 km for none.
    try expectEqual(
      brief(run(recipe, with: "duckdb"), "km", times: 1000),
      Self.years.map { $0.replacing(" -1", with: " -1000") })
  }

  /// Twenty riders, each with as many metres more.
  @Test(.needs("duckdb")) func ridersAreOneTable() throws {
    let riders = (10..<30).map { "r\($0)" }
    for (index, name) in riders.enumerated() {
      try writeStore(
        to: rider.home / "athletes/athlete=\(name)", metres: 30_000 + index)
    }
    let totals = try run(#require(recipes("GROUP BY athlete").first), with: "duckdb")
    expectEqual(totals.map { $0["athlete"]?.string ?? "" }, riders)
    expectEqual(totals.map { $0["rides"]?.literal }, riders.map { _ in "5" })
    expectEqual(
      totals.map { $0["distance_m"]?.double }, riders.indices.map { Double(46_600 + $0) })

    let parquet = try #require(recipes("PARTITION_BY").first)
    for _ in 1...2 { try run(parquet, with: "duckdb") }
    let read = """
      duckdb -c "SELECT athlete, count(*) AS records, count(ride) AS doubled, \
      count(*) FILTER (year = 2025) AS older FROM 'parquet/*/*/*.parquet' GROUP BY 1 ORDER BY 1"
      duckdb -c "SELECT count(*) AS raw FROM (DESCRIBE FROM 'parquet/*/*/*.parquet') WHERE column_name = 'raw'"
      """
    let back = try run(read, with: "duckdb")
    expectEqual(back.last?["raw"]?.literal, "0")
    expectEqual(back.dropLast().map { $0["athlete"]?.string ?? "" }, riders)
    for row in back.dropLast() {
      let numbers = ["records", "doubled", "older"].map { row[$0]?.literal }
      expectEqual(numbers, ["13", "8", "10"])
    }
  }

  /// The length of the ride, in metres, is that of the record.
  @Test(.needs("python3")) func aRideIsReadByGpxpy() throws {
    let python = try #require(Program.find("python3"))
    let has = Program(python, ["-c", "import gpxpy"], environment: ["PATH": "/usr/bin:/bin"])
    if try has.run().status != .exited(0) { try Test.cancel("needs gpxpy") }
    let importer = Importer(rider)
    let ride = TrueRide.daysAgo(3)
    let file = try importer.write([(name: "ride.fit", bytes: ride.fit())], under: "rides")
    try expectEqual(importer.run(file, "--streams").status, .exited(0))
    let recipe = try #require(recipes("gpxpy").first)
    let metres =
      try run(
        recipe + #" | sed 's/.*/{"metres":&}/'"#, with: "python3"
      ).first?["metres"]?.double ?? 0
    let stored = try rider.records("activities/garmin").first?["distance_m"]?.double ?? -1
    expect(abs(metres - stored) < stored * 0.02, "\(metres) \(stored)")
  }
}
