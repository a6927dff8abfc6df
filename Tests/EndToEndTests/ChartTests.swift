// `chart` and the power of `status`: from stored data alone.

import Codec
import Support
import Testing

@Suite(.blocking) struct ChartTests {
  private let importer: Importer
  private let rider: Rider

  /// Rides of half an hour some days ago.
  init() throws {
    importer = try Importer()
    rider = importer.rider
    let rides = [3, 10, 17, 60].map { days in
      let start = Int64(Importer.today - days) * 86_400 + 36_000
      return (name: "\(days).fit", bytes: TrueRide(start: start, seconds: 1800).fit())
    }
    let folder = try importer.write(rides, under: "rides")
    try expectEqual(importer.run(folder, "--ftp", "160").status, .exited(0))
  }

  private func chart(_ arguments: String..., environment: [String: String] = [:]) throws
    -> ProgramResult
  {
    try rider.run(["chart"] + arguments, environment: environment)
  }

  private func charts(_ arguments: String...) throws -> [JSONValue] {
    try rider.events(["chart"] + arguments).of("chart")
  }

  private func points(_ chart: JSONValue?) throws -> [[JSONValue]] {
    try #require(chart?["points"]?.elements?.compactMap { $0.elements.map(Array.init) })
  }

  @Test func everyChartIsDrawnInEveryMode() throws {
    let before = try Disk.snapshot(of: importer.store)
    for name in ["fitness", "load", "hours", "power", "zones"] {
      let text = try chart(name)
      let lines = text.outputLines
      expectEqual([text.brief, "\(lines.count > 10)"], ["exit 0", "true"])
      expectEqual(lines.filter { $0.count > 80 || $0.contains("\u{1B}") }, [])
      let ascii = try chart(name, environment: ["LANG": "C", "LC_ALL": "C"])
      expectEqual(ascii.outputBytes.filter { $0 >= 0x80 }, [])
      // Wider than a page it does not get.
      let wide = try chart(name, environment: ["COLUMNS": "300"]).outputLines
      let widest = wide.map(\.count).max() ?? 0
      expect((81...100).contains(widest), "\(name): \(widest)")
      let spoken = try chart(name, "--output", "accessible").outputLines
      expectEqual(spoken.isEmpty || spoken.contains { !$0.hasSuffix(".") }, false)
      try expectEqual(chart(name, "--quiet").output, "")
      try expectEqual(Set(charts(name).map { $0["chart"]?.string }), [name])
    }
    try expectEqual(Disk.snapshot(of: importer.store), before)
  }

  /// A file may be called like a chart, in any order of words; so in a recording.
  @Test(arguments: [
    ["--svg", "power", "load"], ["load", "--svg", "power"], ["--svg", "load", "load"],
    ["--svg", "out.svg", "load"],
  ])
  func theChartIsTheArgument(words: [String]) throws {
    let drawn = try chart("load").output
    func output(_ options: String...) throws -> String {
      var program = try rider.program(["chart"] + options + words)
      program.folder = rider.home.path
      return try program.run().output
    }
    try expectEqual(output().hasSuffix(drawn), true)
    let recording = try importer.write(output("--json").utf8, to: "chart.ndjson")
    let replay = try rider.run("replay", "--speed", "max", recording)
    expectEqual(replay.output.hasSuffix(drawn), true, "\(replay.output)")
  }

  /// Where only the usual time is empty, the chart that is advised has something to draw.
  @Test(arguments: ["load", "hours"])
  func anEmptyChartLeadsToTheLatestRide(_ name: String) throws {
    let importer = try Importer()
    let rides = [900, 903].map { days in
      let start = Int64(Importer.today - days) * 86_400 + 36_000
      return (name: "\(days).fit", bytes: TrueRide(start: start, seconds: 1800).fit())
    }
    try expectEqual(
      importer.run(importer.write(rides, under: "rides"), "--ftp", "160").status, .exited(0))
    let empty = try importer.rider.run("chart", name, "--since", "30d")
    let words = empty.output.split { " \n".contains($0) }.map(String.init)
    let command = try #require(words.firstIndex(of: "velo-sync"), "\(empty.output)")
    expectEqual(Array(words[command...].prefix(4)), ["velo-sync", "chart", name, "--until"])
    let drawn = try importer.rider.run(Array(words[(command + 1)...])).outputLines
    expect(drawn.count > 10, "\(drawn)")
  }

  @Test func scoresOfTheSampleAthleteAreDrawn() throws {
    try rider.sync("--sample", "--speed", "max")
    let store = rider.store + "-sample"
    try expectEqual(chart("scores", "--store", store).status, .exited(0))
    // Each series ends with today's score.
    let today = try rider.events("status", "--store", store).of("score")
    let series = try charts("scores", "--store", store)
    expectEqual(series.map { $0["series"]?.string }, ["recovery", "sleep", "strain"])
    let last = try series.map { try points($0).last?.last?.integer }
    expectEqual(last, today.map { $0["value"]?.integer })
    expect(!last.contains(nil))
  }

  @Test func eachSeriesIsAnEvent() throws {
    for (name, series) in [
      ("fitness", "fitness load, fatigue load, form load, load load"), ("load", "load load"),
      ("hours", "hours h, distance km"),
      ("zones", (1...7).map { "zone_\($0) h" }.joined(separator: ", ")),
    ] {
      let words = try charts(name).map { chart in
        ["series", "unit"].compactMap { chart[$0]?.string }.joined(separator: " ")
      }
      expectEqual(words.joined(separator: ", "), series)
    }
    let series = try charts("power")
    expectEqual(
      series.map { [$0["series"]?.string, $0["unit"]?.string] },
      [["six_weeks", "W"], ["all_time", "W"]])
    // The best five seconds: 150 W rise by 1 W a second to 199 W.
    try expectEqual(points(series.first).first?.map(\.integer), [5, 197])
    // Weeks are named by their days; --since moves the beginning.
    let weeks = try points(charts("load").first)
    expectEqual(weeks.first?.first?.string?.utf8.count, 10)
    let some = try points(charts("load", "--since", "12d").first)
    // The first week is whole: both charts say the same of it, and it has three rides or two.
    let first = try #require(some.first?.first?.string)
    let whole = weeks.first { $0.first?.string == first }
    expectEqual(some.first?.last?.double, whole?.last?.double)
    // The days of the bests stand beside them.
    let dates = series.first?["dates"]?.elements.map(Array.init)
    try expectEqual(dates?.count, points(series.first).count)
    expect(dates?.allSatisfy { $0.string?.utf8.count == 10 } == true)
    let counts = [weeks.count, some.count]
    expect((9...10).contains(counts[0]) && (2...3).contains(counts[1]), "\(counts)")
  }

  /// What `--json` says, in rows: a column for each series, with its unit in the name.
  @Test func valuesAreInRows() throws {
    for (name, header) in [
      ("fitness", "date,fitness,fatigue,form,load"), ("load", "date,load"),
      ("hours", "date,hours,distance_km"), ("scores", "date,recovery,sleep,strain"),
      ("power", "seconds,six_weeks_w,all_time_w"),
      ("zones", "date," + (1...7).map { "zone_\($0)_h" }.joined(separator: ",")),
    ] {
      let result = try chart(name, "--csv", "--json", "--units", "imperial")
      expectEqual([result.brief, result.outputLines.first], ["exit 0", header])
      let rows = result.outputLines.dropFirst().map {
        $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      }
      let series = try charts(name)
      expectEqual(rows.count, try series.map { try points($0).count }.max(), "\(name)")
      for (index, one) in series.enumerated() {
        let cells = rows.filter { $0[index + 1] != "" }.map { [$0[0], $0[index + 1]] }
        let known = try points(one).filter { $0.last?.isNull == false }.map {
          [$0[0].string ?? $0[0].literal, $0[1].literal]
        }
        expectEqual(cells, known, "\(name) \(index)")
      }
      let none = try chart(name, "--csv", "--store", rider.home / "none")
      expectEqual([none.brief, none.output], ["exit 0", header + "\n"])
    }
    try expectEqual(chart("--csv", "--svg", "-").brief, "exit 64 (usage)")
  }

  @Test func aChartEndsWithTheDayAskedFor() throws {
    let last = String(Civil(epoch: Rider.now - 20 * 86_400).text.prefix(10))
    for name in ["fitness", "hours"] {
      let all = try chart(name, "--csv").outputLines
      let some = try chart(name, "--csv", "--until", last).outputLines
      expectEqual(some.last?.prefix(10) ?? "" <= last, true, "\(name)")
      // A day says the same in both; a week that ends early may say less.
      if name == "fitness" { expectEqual(all.contains(some.last ?? ""), true, "\(some)") }
    }
    try expectEqual(chart("--since", "3d", "--until", last).status, .exited(64))
  }

  @Test func powerIsComparedWithTheWeightOnceThatIsKnown() throws {
    for isKnown in [false, true] {
      if isKnown {
        let day = Civil(epoch: Rider.now - 86_400).text.prefix(10)
        let path = "\(rider.store)/wellness/garmin/\(day.prefix(4)).ndjson"
        let record = #"{"id":"garmin:\#(day)","source":"garmin","date":"\#(day)","weight_kg":70}"#
        try Disk.makeFolders(above: path)
        try Disk.write(Array((record + "\n").utf8), to: path)
      }
      try expectEqual(chart("power").output.contains("W/kg"), isKnown)
      // A threshold of 166 W by 70 kg.
      try expectEqual(rider.run("status").output.contains(" 2.4 W/kg"), isKnown)
      try expectEqual(
        rider.events("status").of("power").first?["weight_kg"]?.integer, isKnown ? 70 : nil)
    }
  }

  /// What a path names stays what it was: a link, a pipe, a file of a mode of its own.
  @Test func thePictureGoesWhereItsPathLeads() throws {
    let home = rider.home
    try Disk.write([1], to: home / "private", mode: 0o600)
    try Disk.link(home / "link.svg", to: "private")
    try makePipe(home / "pipe.svg")
    let codes = try ["link.svg", "new.svg", "pipe.svg", "missing/load.svg"].map {
      try chart("load", "--svg", home / $0).brief
    }
    expectEqual(codes, ["exit 0", "exit 0", "exit 74 (storage)", "exit 74 (storage)"])
    expectEqual(Disk.entry(home / "link.svg")?.kind, .link)
    expectEqual(Disk.mode(of: home / "private"), 0o600)
    expectEqual(Disk.entry(home / "pipe.svg")?.kind, .other)
    let picture = try #require(try home.read("private"))
    expect(picture.hasPrefix("<svg ") && picture.hasSuffix("</svg>\n"))
    let parts = ["role=\"img\"", "<title", "<desc", "viewBox=", "prefers-color-scheme"]
    expectEqual(parts.filter { !picture.contains($0) }, [])
    try expectEqual(home.read("new.svg"), picture)
  }

  @Test func standardOutputCarriesThePictureAlone() throws {
    for mode in [["--quiet"], ["--json"], ["--plain"], ["--output", "accessible"], []] {
      let result = try rider.run(["chart", "load", "--svg", "-"] + mode)
      expect(result.isFine)
      expectEqual(result.outputLines.first?.hasPrefix("<svg "), true)
      expectEqual(result.outputLines.last, "</svg>")
    }
    expect(!Disk.names(in: rider.home.path).contains("-"))
  }

  @Test func withoutDataThereIsAWarningAndNoPicture() throws {
    let (file, none) = (rider.home / "fitness.svg", rider.home / "none")
    let events = try rider.events("chart", "--svg", file, "--store", none)
    expectEqual(events.ended, ["exit 0", "nothing_drawn"])
    expectEqual([events.of("chart").count, Disk.exists(file) ? 1 : 0], [0, 0])
    let result = try chart("--store", none, "--svg", "-")
    expectEqual([result.output, "\(result.errorLines.count)"], ["", "1"])
  }

  /// The mean of 150 to 199 W is 174.5 W.
  @Test func statusNamesTheBestTwentyMinutes() throws {
    for (arguments, ftp) in [([], 160), (["--ftp", "200"], 200)] as [([String], Int64)] {
      let event = try rider.events(["status"] + arguments).of("power").first
      expectEqual(
        ["best_20_min_w", "threshold_w", "ftp_w"].map { event?[$0]?.integer }, [175, 166, ftp])
      // Zone 2 begins at 55 % of the threshold in use.
      let prep = try rider.events(["status"] + arguments).of("prep").first
      expectEqual(prep?["zones"]?.elements?[1]["from_w"]?.integer, (55 * ftp + 99) / 100)
    }
    // What to set is said where 166 W are far from the FTP in use.
    let texts = try ["160", "150", "200"].map { try rider.run("status", "--ftp", $0).output }
    expectEqual(
      texts.map { $0.contains("velo-sync --ftp 166 --full") }, [false, true, false], "\(texts)")
    // A lower one is stated, and never advised.
    expectEqual(texts.map { $0.contains("the FTP in use is") }, [false, true, true], "\(texts)")
    // Without health data, one sentence says where recovery and sleep come from.
    expectEqual(texts[0].contains("no health data"), false, "\(texts)")
    expect(texts[0].contains("Recovery and sleep need nights"), "\(texts)")
  }
}
