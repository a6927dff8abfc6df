// `chart` and the power of `status`: from stored data alone.

import Codec
import Support
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite(.blocking) struct ChartTests {
  private let importer: Importer

  init() throws { importer = try Importer() }

  /// A ride of half an hour some days ago, with more power the later it is.
  private func ride(daysAgo: Int) -> TrueRide {
    var ride = TrueRide(start: Int64(Importer.today - daysAgo) * 86_400 + 36_000, seconds: 1800)
    ride.name = "Ride \(daysAgo)"
    return ride
  }

  private func chart(_ arguments: String..., environment: [String: String] = [:]) throws
    -> ProgramResult
  {
    try importer.rider.program(["chart"] + arguments, environment: environment).run()
  }

  private func events(_ arguments: String...) throws -> Events {
    try Events(try importer.rider.program(["chart"] + arguments + ["--json"]).run())
  }

  private func importRides() throws {
    for days in [3, 10, 17, 60] {
      try importer.write(ride(daysAgo: days).fit(), to: "rides/\(days).fit")
    }
    try expectEqual(importer.run(importer.rider.home / "rides", "--ftp", "160").status, .exited(0))
  }

  @Test func everyChartIsDrawnInEveryMode() throws {
    try importRides()
    let before = try Disk.snapshot(of: importer.store)
    for name in ["fitness", "load", "hours", "power", "zones"] {
      let text = try chart(name)
      expectEqual(text.status, .exited(0))
      #expect(text.outputLines.count > 10)
      #expect(text.outputLines.allSatisfy { $0.count <= 80 && !$0.contains("\u{1B}") })
      let ascii = try chart(name, environment: ["LANG": "C", "LC_ALL": "C"])
      #expect(ascii.outputLines.joined().utf8.allSatisfy { $0 < 0x80 })
      let spoken = try chart(name, "--output", "accessible")
      #expect(spoken.outputLines.allSatisfy { $0.hasSuffix(".") })
      #expect(try chart(name, "--quiet").output.isEmpty)
      let events = try events(name).of("chart")
      #expect(!events.isEmpty)
      #expect(events.allSatisfy { $0["chart"]?.string == name })
    }
    try expectEqual(Disk.snapshot(of: importer.store), before)
  }

  @Test func scoresOfTheSampleAthleteAreDrawn() throws {
    let rider = try Rider()
    try expectEqual(rider.run("--sample", "--speed", "max").status, .exited(0))
    let store = rider.home / ".local/share/velo-sync-sample"
    let text = try rider.run("chart", "scores", "--store", store)
    expectEqual(text.status, .exited(0))
    // Three panels, each with its name and its last value, which is today's score.
    for name in ["Recovery", "Sleep", "Strain"] {
      #expect(text.outputLines.contains { $0.contains(name) }, "\(name)")
    }
    let today = try Events(try rider.run("status", "--store", store, "--json")).of("score")
    let charted = try Events(try rider.run("chart", "scores", "--store", store, "--json")).of(
      "chart")
    expectEqual(charted.map { $0["series"]?.string }, ["recovery", "sleep", "strain"])
    for (score, series) in zip(today, charted) {
      let points = try #require(
        series["points"]?.elements?.compactMap { $0.elements.map(Array.init) })
      expectEqual(points.last?.last?.integer, score["value"]?.integer)
      #expect(points.last?.last?.integer != nil)
    }
  }

  @Test func eachSeriesIsAnEvent() throws {
    try importRides()
    let series = try events("power").of("chart")
    expectEqual(series.map { $0["series"]?.string }, ["six_weeks", "all_time"])
    #expect(series.allSatisfy { $0["unit"]?.string == "W" })
    let points = series.first?["points"]?.elements?.compactMap { $0.elements?.map { $0.integer } }
    let first = try #require(points?.first)
    // The best five seconds: 150 W rise by 1 W a second to 199 W.
    expectEqual(first, [5, 197])
    let load = try #require(try events("load").of("chart").first)
    let week = try #require(load["points"]?.elements?.first { _ in true }?.elements).map(\.string)
    expectEqual(week.first.flatMap { $0 }?.utf8.count, 10)
  }

  @Test func sinceMovesTheBeginning() throws {
    try importRides()
    let all = try #require(try events("load").of("chart").first?["points"]?.elements).count { _ in
      true
    }
    let some = try #require(
      try events("load", "--since", "12d").of("chart").first?["points"]?.elements
    ).count { _ in true }
    #expect(all == 9 || all == 10)
    #expect(some == 2 || some == 3)
  }

  @Test func aPictureIsWritten() throws {
    try importRides()
    let file = importer.rider.home / "load.svg"
    try expectEqual(chart("load", "--svg", file).status, .exited(0))
    let text = String(decoding: try #require(try Disk.read(file)), as: UTF8.self)
    #expect(text.hasPrefix("<svg ") && text.hasSuffix("</svg>\n"))
    for part in ["role=\"img\"", "<title", "<desc", "viewBox=", "prefers-color-scheme"] {
      #expect(text.contains(part))
    }
    let failed = try chart("load", "--svg", importer.rider.home / "missing/load.svg")
    expectEqual(failed.status, .exited(74))
  }

  /// What a path names stays what it was: a link, a pipe, a file of a mode of its own.
  @Test func thePictureGoesWhereItsPathLeads() throws {
    try importRides()
    let home = importer.rider.home
    try Disk.write([1], to: home / "private", mode: 0o600)
    #expect(symlink("private", home / "link.svg") == 0 && mkfifo(home / "pipe.svg", 0o600) == 0)
    try expectEqual(chart("load", "--svg", home / "link.svg").status, .exited(0))
    #expect(
      Disk.entry(home / "link.svg")?.kind == .link && Disk.mode(of: home / "private") == 0o600)
    let picture = try #require(try Disk.read(home / "private"))
    #expect(String(decoding: picture, as: UTF8.self).hasSuffix("</svg>\n"))
    try expectEqual(chart("load", "--svg", home / "pipe.svg").status, .exited(74))
    expectEqual(Disk.entry(home / "pipe.svg")?.kind, .other)
  }

  @Test(arguments: [["--quiet"], ["--json"], ["--plain"], ["--output", "accessible"], []])
  func standardOutputCarriesThePictureAlone(_ mode: [String]) throws {
    try importRides()
    let program = try importer.rider.program(["chart", "load", "--svg", "-"] + mode)
    let result = try program.run()
    #expect(result.status == .exited(0) && result.errors.isEmpty)
    expectEqual(result.outputLines.first?.hasPrefix("<svg "), true)
    expectEqual(result.outputLines.last, "</svg>")
    #expect(!Disk.names(in: importer.rider.home.path).contains("-"))
    let empty = try importer.rider.run(
      "chart", "--store", importer.rider.home / "none", "--svg", "-")
    #expect(empty.output.isEmpty && empty.errorLines.count == 1)
  }

  @Test func withoutDataThereIsASentenceAndNoPicture() throws {
    let file = importer.rider.home / "fitness.svg"
    let result = try chart("--svg", file)
    expectEqual(result.status, .exited(0))
    #expect(!result.outputLines.isEmpty)
    expectEqual(
      result.errorLines,
      [
        "velo-sync: warning: There is too little data to draw: ~/fitness.svg was not written."
      ])
    #expect(!Disk.exists(file))
    #expect(try events().of("chart").isEmpty)
  }

  @Test func anUnknownChartIsAUsageError() throws {
    let result = try chart("heat")
    expectEqual(result.status, .exited(64))
    expectEqual(
      result.errorLines.last?.contains("fitness, load, hours, scores, power or zones"), true)
    try expectEqual(chart("load", "hours").status, .exited(64))
    try expectEqual(importer.run("x.fit", "--svg", "a.svg").status, .exited(64))
  }

  // MARK: status

  @Test func statusNamesTheBestTwentyMinutes() throws {
    try importRides()
    let lines = try importer.rider.program(["status"], environment: ["LANG": "C.UTF-8"]).run()
      .outputLines
    // The mean of 150 to 199 W is 174.5 W.
    let place = try #require(lines.firstIndex { $0.hasPrefix("Power") })
    expectEqual(lines[place], "Power  20 min 175 W · threshold about 166 W")
    // 166 W are 4 % above the FTP in use.
    #expect(lines[place + 1].hasPrefix("Zones  Z1 below 88 · Z2 88–119 · "))
    let other = try importer.rider.program(
      ["status", "--ftp", "200"], environment: ["LANG": "C.UTF-8"]
    ).run().outputLines
    expectEqual(other[place + 1], "       the FTP in use is 200 W: to change it, set --ftp 166")
    let event = try Events(try importer.rider.program(["status", "--json"]).run()).of("power").first
    #expect(event?["best_20_min_w"]?.integer == 175)
    #expect(event?["threshold_w"]?.integer == 166)
    #expect(event?["ftp_w"]?.integer == 160)
  }
}
