// The trace of `ride`: from stored data, or read again from the file that the ride came from.

import Codec
import Support
import Testing

@Suite(.blocking) struct RideTraceTests {
  private let importer: Importer
  private let rider: Rider
  private var truth = TrueRide.daysAgo(3, seconds: 1_200)

  init() throws {
    importer = try Importer()
    rider = importer.rider
    truth.pauses = [300..<500]
  }

  /// Syncs a connected folder, without second-by-second data.
  private func connect(_ files: (name: String, bytes: [UInt8])...) throws {
    let folder = try importer.write(files, under: "rides")
    try expectEqual(rider.run("connect", "files", folder).isFine, true)
    try expectEqual(rider.run("--quiet", "--ftp", "160").status, .exited(0))
    expect(!Disk.exists(rider.store + "/streams"))
  }

  private func ride(_ arguments: String...) throws -> ProgramResult {
    try rider.run(["ride"] + arguments)
  }

  /// The points of each series by its name.
  private func trace(_ events: Events) -> [String: [[JSONValue]]] {
    var series: [String: [[JSONValue]]] = [:]
    for event in events.of("chart") {
      expectEqual(event["chart"]?.string, "trace")
      series[event["series"]?.string ?? ""] = event["points"]?.elements?.map { pair in
        pair.elements.map(Array.init) ?? []
      }
    }
    return series
  }

  /// Without `--streams`: the same as with it, and nothing is written.
  @Test func theRidesOwnFileIsReadAgain() throws {
    try connect(("deep/a.fit", truth.fit()), ("b.fit", TrueRide.daysAgo(5).fit()))
    let before = try Disk.snapshot(of: rider.home.path)
    let events = try rider.events(["ride"])
    expectEqual(events.ended, ["exit 0"])
    let series = trace(events)
    expectEqual(series.keys.sorted(), ["altitude", "heart_rate", "power"])
    let known = series["power"]?.filter { $0.last?.isNull == false } ?? []
    expectEqual(
      known.map { $0.compactMap { $0.integer.map(Int.init) } },
      truth.recorded.map { [$0, truth.watts($0)] })
    let gaps = series["power"]?.filter { $0.last?.isNull == true } ?? []
    expectEqual(gaps.map { $0.first?.integer }, [301])
    let outputs = [
      try ride(), try ride("--output", "accessible"), try ride("--gpx", "-"),
      try ride("--svg", "-"),
    ]
    expectEqual(outputs.filter { !$0.isFine }.count, 0)
    try expectEqual(Disk.snapshot(of: rider.home.path), before)

    try expectEqual(rider.run("--quiet", "--streams", "--ftp", "160").status, .exited(0))
    expectEqual(Disk.names(in: rider.store + "/streams/garmin").count, 2)
    Disk.remove(rider.home / "rides")
    let stored = try rider.events(["ride"])
    expectEqual(stored.ended, ["exit 0"])
    expectEqual(
      stored.of("chart").map { $0["points"]?.literal },
      events.of("chart").map {
        $0["points"]?.literal
      })
    let again = [
      try ride(), try ride("--output", "accessible"), try ride("--gpx", "-"),
      try ride("--svg", "-"),
    ]
    expectEqual(again.map(\.output), outputs.map(\.output))
  }

  @Test func theTraceIsDrawnInEveryMode() throws {
    try connect(("a.fit", truth.fit()))
    let page = try ride()
    for word in ["Trace", "Power (W)", "Heart rate (bpm)", "Altitude (m)", "0:15", "gap: no data"] {
      expectEqual(page.output.ranges(of: word).count, 1, "\(word)")
    }
    expectEqual(page.outputBytes.filter { $0 >= 0x80 || $0 == 0x1B }, [])
    let spoken = try ride("--output", "accessible").outputLines.suffix(3)
    expectEqual(spoken.map { $0.prefix { $0 != " " } }, ["Power", "Heart", "Altitude"])
    for width in [20, 40, 60, 100, 200] {
      let lines = try rider.run(
        ["ride"], environment: ["COLUMNS": "\(width)", "LANG": "C.UTF-8"]
      ).outputLines
      expectEqual(lines.filter { $0.count > width }, [], "\(width)")
      expect(lines.contains { $0.hasPrefix("Trace") }, "\(width)")
    }
    let live = try rider.onTerminal("ride").run()
    let lines = live.screenLines(rows: 100)
    let first = try #require(lines.firstIndex { $0.hasPrefix("Trace") })
    // The whole trace and the prompt fit the window.
    let last = try #require(lines.lastIndex { $0.contains("0:00") })
    expect(last - first < 23, "\(lines)")
  }

  @Test func aPictureIsSavedOrPrintedAlone() throws {
    try connect(("a.fit", truth.fit()))
    let file = rider.home / "ride.svg"
    try expectEqual(ride("--svg", file).brief, "exit 0")
    let picture = try #require(try rider.home.read("ride.svg"))
    expect(picture.hasPrefix("<svg ") && picture.hasSuffix("</svg>\n"))
    for mode in [["--quiet"], ["--json"], ["--plain"], ["--output", "accessible"], []] {
      let result = try rider.run(["ride", "--svg", "-"] + mode)
      expect(result.isFine)
      expectEqual(result.output, picture)
    }
    let both = try ride("--svg", file, "--gpx", "-")
    expect(both.isFine && both.output.hasPrefix("<?xml"))
    expectEqual(try ride("--svg", "-", "--gpx", "-").status, .exited(64))
    // The trace is no chart of many rides.
    expectEqual(try rider.run("chart", "trace").status, .exited(64))
  }

  private func expectNoTrace(
    _ code: String?, naming name: String, environment: [String: String] = [:],
    _ comment: String
  ) throws {
    let events = try rider.events("ride", environment: environment)
    expectEqual(events.ended, ["exit 0"] + (code.map { [$0] } ?? []), "\(comment)")
    expectEqual([events.of("activity").count, events.of("chart").count], [1, 0], "\(comment)")
    let page = try rider.run(["ride"], environment: environment)
    expect(page.output.contains("Distance") && !page.output.contains("Trace"), "\(comment)")
    expectEqual(page.errors.ranges(of: name).count, code == nil ? 0 : 1, "\(page.errors)")
    for option in ["--gpx", "--svg"] {
      let file = rider.home / "none"
      let result = try rider.run(["ride", option, file], environment: environment)
      expectEqual(result.status, .exited(65), "\(comment) \(option)")
      expect(result.errors.contains(name), "\(comment): \(result.errors)")
      expect(!Disk.exists(file))
    }
  }

  @Test func aFileThatIsNotAsItWasIsSaidOnce() throws {
    try connect(("a.fit", truth.fit()))
    let path = rider.home / "rides/a.fit"
    let modified = try #require(Disk.modified(path))
    try Disk.setModified(path, to: modified + 1)
    try expectNoTrace("trace_missing", naming: "rides/a.fit has changed", "changed")
    Disk.remove(path)
    try expectNoTrace("trace_missing", naming: "rides/a.fit is not where", "gone")
    Disk.remove(rider.home / "rides")
    try expectNoTrace("trace_missing", naming: "rides/a.fit is not where", "unplugged")
    try expectEqual(
      rider.run("disconnect", "files", rider.home / "rides").status, .exited(0))
    try expectNoTrace(nil, naming: "garmin:\(truth.sourceID) has no", "disconnected")
  }

  @Test(.enabled(if: PreloadedLibrary.compiler != nil, "needs a C compiler"))
  func aFileThatCannotBeReadIsSaidOnce() throws {
    try connect(("a.fit", truth.fit()))
    let library = try PreloadedLibrary(refusing: "a.fit", after: 0, in: rider.home)
    try expectNoTrace(
      "trace_missing", naming: "rides/a.fit (system error",
      environment: library.environment, "unreadable")
  }

  /// A record has the name of its file without the folder.
  @Test func filesOfOneNameAreToldApart() throws {
    let other = TrueRide.daysAgo(5, seconds: 700)
    try connect(("1/a.fit", other.fit()), ("2/a.fit", truth.fit()))
    for ride in [truth, other] {
      let series = trace(try rider.events(["ride", "garmin:\(ride.sourceID)"]))
      expectEqual(series["power"]?.last?.first?.integer, Int64(ride.seconds))
    }
    // The one that has changed is named, whatever became of the other.
    try Disk.setAge(rider.home / "rides/1/a.fit", 10)
    Disk.remove(rider.home / "rides/2/a.fit")
    try expectNoTrace("trace_missing", naming: "rides/1/a.fit has changed", "several")
  }

  /// Only the member that the ride is from is opened.
  @Test func archivesAreOpenedAgain() throws {
    let other = TrueRide.daysAgo(5).fit()
    let inner = try ZipMaker.archive([
      ZipFile("more.fit", TrueRide.daysAgo(7).fit()), ZipFile("x/a.fit", truth.fit()),
    ])
    var rest = ZipFile("rest.fit", other)
    rest.damage = { $0.removeAll() }
    try connect(
      ("all.zip", ZipMaker.archive([ZipFile("in.zip", inner), ZipFile("b.fit", other), rest])))
    let record = try #require(rider.records("activities/garmin").last)
    expectEqual(record.place, "all.zip: in.zip!/x/a.fit")
    expectEqual(trace(try rider.events(["ride"]))["power"]?.isEmpty, false)
    let earlier = try #require(rider.records("activities/garmin").dropLast().last)
    expectEqual(earlier.place, "all.zip: b.fit")
    let events = try rider.events(["ride", earlier["id"]?.string ?? ""])
    expectEqual(trace(events)["power"]?.count, 1_801)
  }

  /// All its rides are Garmin's, whatever recorded them; one has only a summary.
  @Test func ridesOfAGarminExportAreReadAgain() throws {
    var rides = [3, 4, 5].map { TrueRide.daysAgo($0, seconds: 600) }
    (rides[1].maker, rides[1].product) = (32, 31)
    let export = GarminExport(nights: [], days: [], rides: rides)
    var recorded = export
    recorded.rides.removeLast()
    let uploads = try ZipMaker.archive(recorded.uploads.map { ZipFile($0.name, $0.bytes) })
    let folder = try importer.write(
      export.files + [(GarminExport.uploadsPath, uploads)], under: "rides")
    try expectEqual(rider.run("connect", "files", folder).isFine, true)
    try expectEqual(rider.run("--quiet").status, .exited(0))
    for (index, ride) in rides.enumerated() {
      let events = try rider.events(["ride", "garmin:\(ride.sourceID)"])
      expectEqual(events.ended, ["exit 0"])
      expectEqual(events.of("chart").count, index < 2 ? 3 : 0, "\(index)")
    }
  }

  /// Wherever an import found it: in a folder, alone, in an archive or in the archive of an account.
  @Test func theFileOfAnImportIsReadAgain() throws {
    var entries: [StravaExport.Entry] = []
    for (index, upload) in StravaExport.Upload.allCases.enumerated() {
      var entry = StravaExport.Entry(.daysAgo(3 + index, seconds: 900), id: 9_000_000_000 + index)
      entry.upload = upload
      entries.append(entry)
    }
    let export = StravaExport(.english86, entries)
    let packed = try ZipMaker.archive([ZipFile("x/a.fit", truth.fit())])
    let imports: [(name: String, files: [(name: String, bytes: [UInt8])])] = [
      ("rides", [("deep/a.fit", truth.fit())]),
      ("b.gpx.gz", [("", try RideForm.gpxGzip.bytes(truth))]), ("rides.zip", [("", packed)]),
      ("export", try export.files()), ("export.zip", [("", try export.archive())]),
    ]
    for (name, files) in imports {
      let importer = try Importer()
      for file in files {
        try importer.write(file.bytes, to: file.name.isEmpty ? name : name + "/" + file.name)
      }
      // Another import does not make it forgotten.
      try importer.write(TrueRide.daysAgo(40).fit(), to: "other.fit")
      for path in [name, "other.fit"] {
        try expectEqual(importer.run(importer.rider.home / path).status, .exited(0), "\(name)")
      }
      expect(!Disk.exists(importer.store + "/streams"))
      let ids = try importer.rider.events(["rides"]).of("activity").compactMap { $0["id"]?.string }
      expectEqual(ids.count, (name.hasPrefix("export") ? entries.count : 1) + 1, "\(name)")
      for id in ids {
        let track = try importer.rider.run(["ride", id, "--gpx", "-"])
        expect(track.isFine && track.output.contains("<trkpt "), "\(name) \(id): \(track.errors)")
        try expectEqual(importer.rider.events(["ride", id]).of("chart").count, 3, "\(name) \(id)")
      }
    }
  }

  @Test func aFileOfAnImportThatIsNotAsItWasIsSaid() throws {
    let path = try importer.write(truth.fit(), to: "a.fit")
    try Disk.setAge(path, 3_600)
    try expectEqual(importer.run(path).status, .exited(0))
    try Disk.setAge(path, 60)
    try expectNoTrace("trace_missing", naming: "a.fit has changed", "changed")
    Disk.remove(path)
    try expectNoTrace("trace_missing", naming: "a.fit is not where", "gone")
    // Imported from another place, it is there again; nothing of it is news.
    try importer.write(truth.fit(), to: "moved/a.fit")
    try expectEqual(importer.run(rider.home / "moved").status, .exited(0))
    try expectEqual(ride("--gpx", "-").isFine, true)
    try expectEqual(rider.run("disconnect", "garmin", "--purge", "--yes").status, .exited(0))
    let state = try Disk.snapshot(of: rider.state).filter { $0.key.hasPrefix("stores/") }
    expectEqual(
      state.filter { String(decoding: $0.value.bytes, as: UTF8.self).contains("a.fit") }.keys
        .sorted(), [])
  }

  @Test func aRideWithoutSensorsHasItsAltitude() throws {
    var plain = truth
    (plain.hasPower, plain.hasHeartRate) = (false, false)
    try connect(("a.gpx", Array(plain.gpx().utf8)))
    let track = try ride("--gpx", "-")
    expectEqual(track.output.ranges(of: "<trkpt ").count, plain.recorded.count)
    let series = trace(try rider.events(["ride"]))
    expectEqual(series["altitude"]?.count, plain.recorded.count + 1)
    expectEqual(series.keys.sorted(), ["altitude"])
  }

  /// A recorder that was started again at once chains two activities in one file.
  @Test func thePartWithSensorsCounts() throws {
    var short = TrueRide(start: truth.start, seconds: 2)
    (short.hasPower, short.hasHeartRate) = (false, false)
    try connect(("a.fit", short.fit() + truth.fit()))
    let series = trace(try rider.events(["ride"]))
    expectEqual(series.keys.sorted(), ["altitude", "heart_rate", "power"])
  }

  /// An hour of data, read again from the file; the numbers are of a program in Python.
  @Test func theEffortIsOnThePage() throws {
    var truth = truth
    truth.seconds = 4_000
    try connect(("a.fit", truth.fit()))
    let page = try ride("--ftp", "160").output
    let words = page.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    let effort = "Effort intensity 1.09 variability 1.00 efficiency 1.30 decoupling -0.8 % Heart"
    expect(words.contains(effort), "\(page)")
    let event = try #require(rider.events(["ride", "--ftp", "320"]).of("activity").first)
    expectEqual(event["intensity"]?.double, 0.546)
    expectEqual(event["decoupling_percent"]?.double, -0.781)
    // Without the file there is no second half.
    Disk.remove(rider.home / "rides/a.fit")
    let less = try ride().output
    expect(less.contains("efficiency 1.30") && !less.contains("decoupling"), "\(less)")
  }

  /// A service's record comes first, and has no second-by-second data.
  @Test func theFileOfAnotherRecordCounts() throws {
    var known = Ride(id: 7, start: Int(truth.start))
    (known.movingTime, known.elapsedTime) = (truth.timerSeconds, truth.seconds)
    known.distance = truth.metres(truth.seconds)
    let rider = try Rider.connected(rides: [known])
    let importer = Importer(rider)
    let folder = try importer.write([("a.fit", truth.fit())], under: "rides")
    try expectEqual(rider.run("connect", "files", folder).isFine, true)
    try expectEqual(rider.run("--quiet").status, .exited(0))
    let events = try rider.events(["ride"])
    expectEqual(events.of("activity").map { $0["id"]?.string }, ["strava:7"])
    expectEqual(events.of("chart").count, 3)
  }
}
