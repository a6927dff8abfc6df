// Importing rides: files of every form, folders, archives, and several of them at once.

import Codec
import Support
import Testing

@Suite(.blocking) struct RideImportTests {
  private let importer: Importer

  init() throws { importer = try Importer() }

  // MARK: Files

  /// Its name does not matter.
  @Test(arguments: Tier.cases(RideForm.allCases, quick: 4))
  func aRideInAnyForm(_ form: RideForm) throws {
    var truth = TrueRide(seconds: 1_200)
    truth.pauses = [100..<220, 400..<405]
    let path = try importer.write(form.bytes(truth), to: "Morning.dat")
    let events = try importer.events(path)
    expectEqual(events.ended, ["exit 0"])
    expectEqual(events.count("new"), 1)
    expectEqual(events.of("source_finished").map { $0["source"]?.string }, [form.source])
    expectEqual(events.rides(of: form.source), [1, 0])

    let ride = try importer.ride("\(form.source):\(truth.sourceID)")
    try expectEqual(importer.rides().count, 1)
    let isFIT = form == .fit || form == .fitGzip
    expectEqual(
      ["start", "start_local", "name", "device"].map { ride[$0]?.string },
      [
        "2026-03-14T07:15:02Z", isFIT ? "2026-03-14T08:15:02" : nil,
        form.source == "files" ? "Morning & Hügel <1>" : nil, "Garmin Edge 530",
      ])
    expectEqual(
      [
        "duration_s", "elapsed_s", "distance_m", "max_power_w", "max_heart_rate_bpm",
      ].map { ride[$0]?.double }, [1_075, 1_200, 8_600, 199, 149])
    expectEqual(["measured_power", "raw"].map { ride[$0]?.bool }, [true, nil])
    expectEqual(ride.place, "Morning.dat")

    func mean(_ value: (Int) -> Int) -> Double {
      Double(truth.recorded.map(value).reduce(0, +)) / Double(truth.recorded.count)
    }
    for (name, value, distance) in [
      ("average_power_w", mean(truth.watts), 0.5), ("weighted_power_w", Self.weighted(truth), 1),
      ("energy_kj", mean(truth.watts) * 1_075 / 1_000, 2),
      ("average_heart_rate_bpm", mean(truth.heartRate), 0.5), ("average_cadence_rpm", 89.5, 0.5),
    ] {
      expectEqual(ride[name]?.isNear(value, within: distance), true, "\(name)")
    }
    // Nobody learns where it was.
    let text = String(decoding: try importer.contents().values.joined(), as: UTF8.self)
    expectEqual(["52.0", "7.79"].filter { text.contains($0) }, [])
  }

  /// Weighted power by its definition: means of 30 s, the fourth root of the mean of their fourth
  /// powers.
  private static func weighted(_ ride: TrueRide) -> Double {
    var fourths: [Double] = []
    var watts: [Double] = []
    for second in ride.recorded {
      watts.append(Double(ride.watts(second)))
      let recent = watts.suffix(30)
      let mean = recent.reduce(0, +) / Double(recent.count)
      if watts.count >= 30 { fourths.append(mean * mean * mean * mean) }
    }
    return (fourths.reduce(0, +) / Double(fourths.count)).squareRoot().squareRoot()
  }

  // MARK: Folders

  @Test func foldersAreWalkedDownWithoutWhatIsHidden() throws {
    let rides = (0..<8).map { TrueRide(start: 1_773_472_502 + Int64($0) * 86_400) }
    let deep = (1...20).map { "level \($0)/" }.joined()
    let folder = try importer.write(
      [
        ("a.fit", rides[0].fit()), ("\(deep)b.bin", try RideForm.tcxGzip.bytes(rides[1])),
        (".hidden/c.fit", rides[2].fit()), (".d.fit", rides[3].fit()), ("empty.fit", []),
        ("sub/inProgressActivity.fit", rides[6].fit()), ("notes.txt", Array("hello".utf8)),
        ("photo.jpg", [0xFF, 0xD8, 0xFF, 0xE0]), ("settings.fit", WellnessFIT.settings()),
      ], under: "rides")
    let outside = try importer.write(
      [("e.fit", rides[4].fit()), ("f.gpx", Array(rides[5].gpx().utf8))], under: "outside")
    try Disk.link(folder + "/elsewhere", to: outside)
    try Disk.link(folder + "/round", to: folder)
    try Disk.link(folder + "/linked", to: outside + "/f.gpx")
    try Disk.link(folder + "/broken.fit", to: outside + "/gone.fit")
    let events = try importer.events(folder)
    // Of all this, only the link to nothing is no choice of the person's.
    expectEqual(events.ended, ["exit 10", "file_refused"])
    // What holds no ride is nobody's worry, and is named to who asks.
    let leftOut = ["notes.txt", "photo.jpg", "settings.fit"]
    let messages = events.of("notice").filter { $0["code"]?.string == "file_left_out" }
      .compactMap { $0["message"]?.string }
    expectEqual(messages.count, 3)
    let sums = events.of("notice").filter { $0["code"]?.string == "files_left_out" }
    expectEqual(sums.map { $0["message"]?.string?.contains(" 3 files ") }, [true])
    for (message, name) in zip(messages, leftOut) { expect(message.contains("/\(name) ")) }
    let log = try importer.run(folder, "--plain", "--dry-run")
    let wordy = try importer.run(folder, "--plain", "--dry-run", "-v")
    for name in leftOut {
      expectEqual([log, wordy].map { $0.output.contains(name) }, [false, true])
    }
    try expectEqual(
      importer.rideIDs(),
      [
        "garmin:\(rides[0].sourceID)", "garmin:\(rides[1].sourceID)",
        "files:\(rides[5].sourceID)",
      ])
    try expectEqual(importer.ride("garmin:\(rides[1].sourceID)").place, "b.bin")
  }

  /// Files where they can be counted, else bytes; more of them than a second is enough for.
  @Test(.long, arguments: ["files", "bytes"])
  func progressIsToldWhileFilesAreRead(_ unit: String) throws {
    let bytes = TrueRide(seconds: 7_200).fit()
    let folder = try importer.write([("0.fit", bytes)], under: "rides")
    for number in 1..<1_000 { try Disk.link("\(folder)/\(number).fit", to: folder + "/0.fit") }
    if unit == "bytes" {
      try importer.write([("z.zip", ZipMaker.archive([ZipFile("a.fit", bytes)]))], under: "rides")
    }
    let running = try importer.rider.program("import", folder, "--json").start()
    try running.wait(for: "\"unit\":\"\(unit)\"")
    running.signal(2)
    let events = try Events(try running.wait())
    expectEqual(events.result.status, .signalled(2))
    let progress = try #require(events.of("progress").first { $0["unit"]?.string == unit })
    expectEqual(["source", "stage"].map { progress[$0]?.string }, ["files", "routine"])
    let (done, total) = (progress["done"]?.integer ?? -1, progress["total"]?.integer ?? -1)
    expect(done > 0 && done < total, "\(done) of \(total)")
    expect(unit == "files" ? total == 1_000 : total >= 1_000 * Int64(bytes.count))
    expect(!Disk.exists(importer.store))
  }

  // MARK: Archives

  @Test func archivesInArchivesToThreeLevels() throws {
    let rides = (0..<5).map { TrueRide(start: 1_773_472_502 + Int64($0) * 86_400) }
    let inner = try ZipMaker.archive([
      ZipFile("c.gpx", rides[2].gpx()), ZipFile("c.fit.gz", try Deflate.gzip(rides[3].fit())),
    ])
    var stored = ZipFile("inner.zip", inner)
    stored.method = .stored
    stored.hasDescriptor = false
    let middle = try ZipMaker.archive([
      ZipFile("b.tcx", rides[1].tcx()), stored, ZipFile("../../escaped.fit", rides[4].fit()),
    ])
    let path = try importer.write(
      ZipMaker.archive([
        ZipFile("a.fit", rides[0].fit()), ZipFile("sub/", ""), ZipFile("sub/middle.zip", middle),
        ZipFile("readme.txt", "hello"),
      ]), to: "backup.bin")
    let events = try importer.events(path)
    expectEqual(events.ended, ["exit 0"])
    expectEqual([events.rides(of: "garmin"), events.rides(of: "files")], [[4, 0], [1, 0]])
    try expectEqual(importer.ride("garmin:\(rides[0].sourceID)").place, "backup.bin: a.fit")
    try expectEqual(
      importer.ride("files:\(rides[2].sourceID)").place,
      "backup.bin: sub/middle.zip!/inner.zip!/c.gpx")
    try expectEqual(importer.ride("garmin:\(rides[4].sourceID)")["duration_s"]?.integer, 600)
    expect(!Disk.exists(importer.rider.home / "escaped.fit"))
    let status = try #require(events.of("status").first)
    expectEqual([status["status"]?.string, status["count"]?.literal], ["reading_files", nil])
  }

  // MARK: Several at once

  @Test func severalPathsOfSeveralKindsAreOneImport() throws {
    let rides = (0..<4).map { TrueRide(start: 1_773_472_502 + Int64($0) * 86_400) }
    let health = try importer.pack(ExportText(Importer.weeks).description)
    let folder = try importer.write([("a.fit", rides[0].fit())], under: "rides")
    let archive = try importer.write(
      ZipMaker.archive([ZipFile("b.fit", rides[1].fit())]), to: "b.zip")
    let file = try importer.write(rides[2].gpx().utf8, to: "c.gpx")
    let events = try importer.events(file, health, archive, folder)
    expectEqual(events.brief, "exit 0: 23 new, 40 days_new")
    expectEqual(events.statuses.first, "reading_files")
    expectEqual(
      events.of("source_finished").map { [$0["source"]?.string, $0["new"]?.literal] },
      [["apple-health", "20"], ["garmin", "2"], ["files", "1"]])

    let before = try Disk.snapshot(of: importer.store)
    let again = try importer.events(folder, archive, health, file)
    expectEqual(again.result.status, .exited(0))
    expectEqual(again.statuses, ["reading_files", "refreshing_scores", "updated"])
    try expectEqual(Disk.snapshot(of: importer.store), before)
    // An export of Apple Health keeps its own status.
    try expectEqual(importer.events(health).statuses.first, "fetching_health_data")
  }
}
