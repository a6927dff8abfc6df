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

  /// The files of RecipeStore: rides of two years by the local clock, and what counts in no
  /// total. That is a ride of three records, the first of them without its distance and its local
  /// time, a ride that only its second record leaves out, and a year without any distance.
  ///
  /// - Parameter metres: of the first ride of 2025.
  private func writeStore(to store: String, metres: Int = 30_000) throws {
    let folder = Golden.path(of: "Tests/EndToEndTests/RecipeStore")
    for name in Disk.names(in: folder) {
      let text = String(decoding: try #require(try Disk.read("\(folder)/\(name)")), as: UTF8.self)
      let path = "\(store)/activities/" + name.replacing("_", with: "/")
      try Disk.makeFolders(above: path)
      try Disk.write(Array(text.replacing(":30000,", with: ":\(metres),").utf8), to: path)
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
  func `years are those of rides`(_ tool: String, _ shell: String) throws {
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

  @Test(.needs("duckdb")) func `the readme has kilometres by year`() throws {
    try writeStore(to: rider.store)
    let recipe = try #require(recipes("duckdb", "/ 1000").first)
    // To a tenth of a kilometre; -1 km for none.
    try expectEqual(
      brief(run(recipe, with: "duckdb"), "km", times: 1000),
      Self.years.map { $0.replacing(" -1", with: " -1000") })
  }

  /// Twenty riders, each with as many metres more.
  @Test(.needs("duckdb")) func `riders are one table`() throws {
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
  @Test(.needs("python3")) func `a ride is read by gpxpy`() throws {
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
