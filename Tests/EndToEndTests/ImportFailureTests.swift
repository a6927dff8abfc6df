// Imports that fail or are interrupted: the message, the exit code, and an unchanged store.

import Codec
import Support
import Testing

@Suite(.serialized, .blocking) struct ImportFailureTests {
  private static let text = ExportText(Importer.weeks).description

  /// A file that cannot be imported, and the place named in the message.
  struct Damage: CustomStringConvertible, Sendable {
    let description: String
    let name: String
    let place: String
    var hint = "Export it again and repeat the import"
    let bytes: @Sendable () throws -> [UInt8]
  }

  private static let howTo =
    "Pass FIT, TCX or GPX files, a folder of them, or an export of Strava, Garmin or Apple Health"

  static let damages: [Damage] = [
    Damage(description: "a tag that is torn", name: "export.xml", place: "at line 20") {
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      lines[19] = "<Record type=\"HKQuantity<"
      return Array(lines.joined(separator: "\n").utf8)
    },
    Damage(description: "a file that is cut", name: "export.xml", place: "at line 35") {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      return Array((lines.prefix(34).joined(separator: "\n") + "\n<Rec").utf8)
    },
    Damage(description: "an empty file", name: "export.xml", place: "is empty.", hint: howTo) {
      []
    },
    Damage(
      description: "a GPX file without a track", name: "export.xml",
      place: "contains no ride.", hint: howTo
    ) {
      Array("<?xml version=\"1.0\"?>\n<gpx></gpx>\n".utf8)
    },
    Damage(
      description: "a web page", name: "export.zip",
      place: "is a web page, not a ride or an export.", hint: howTo
    ) {
      Array("<!DOCTYPE html>\n<title>Sign in</title>\n".utf8)
    },
    Damage(
      description: "a picture", name: "export.zip",
      place: "is not a ride, an archive or an export.", hint: howTo
    ) {
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    },
    Damage(description: "an archive that is cut", name: "export.zip", place: "is damaged") {
      Array(try ZipMaker.archive([ZipFile("export.xml", text)]).dropLast(30))
    },
    Damage(
      description: "an archive without an export", name: "export.zip",
      place: "is a zip archive without rides or exports.", hint: howTo
    ) {
      try ZipMaker.archive([ZipFile("export_cda.xml", "<ClinicalDocument/>")])
    },
    Damage(
      description: "an archive with two exports", name: "export.zip",
      place: "is a zip archive with more than one Apple Health export.",
      hint: "Unpack it, then pass the one to import"
    ) {
      try ZipMaker.archive([ZipFile("a/export.xml", text), ZipFile("b/export.xml", text)])
    },
    Damage(
      description: "an encrypted archive", name: "export.zip",
      place: "(a/export.xml) is encrypted.",
      hint: "Unpack it with its password, then import the folder"
    ) {
      var file = ZipFile("a/export.xml", text)
      file.isEncrypted = true
      return try ZipMaker.archive([file])
    },
    Damage(description: "a damaged member", name: "export.zip", place: "(a/export.xml)") {
      var file = ZipFile("a/export.xml", text)
      file.damage = { $0[$0.count / 2] ^= 0xFF }
      return try ZipMaker.archive([file])
    },
  ]

  @Test(arguments: damages) func damageEndsWith65(_ damage: Damage) throws {
    let importer = try Importer()
    let path = try importer.write(damage.bytes(), to: damage.name)
    let result = try importer.run(path)
    expectEqual(result.status, .exited(65))
    expectEqual(result.errorLines.count, 2)
    let message = try #require(result.errorLines.first)
    #expect(message.hasPrefix("velo-sync: ~/\(damage.name)") && message.hasSuffix(" (bad_input)"))
    #expect(message.contains(damage.place), "\(message)")
    expectEqual(result.errorLines.last, "  \(damage.hint)")
    #expect(!Disk.exists(importer.store))

    let events = try importer.events(path)
    #expect(events.of("error").first?["code"]?.string == "bad_input")
    #expect(events.of("error").first?["retryable"]?.bool == false)
    let isRide = ["a GPX file", "an archive without"].contains { damage.description.hasPrefix($0) }
    let source = isRide ? "files" : "apple-health"
    #expect(events.result(of: source)?["outcome"]?.string == "failed")
    #expect(events.summary?["outcome"]?.string == "failed")
    #expect(events.summary?["exit_code"]?.integer == 65)
  }

  @Test func aMissingFileEndsWith66() throws {
    let importer = try Importer()
    for path in ["nowhere.zip", importer.rider.home / "nowhere/export.xml", ""] {
      let result = try importer.run(path)
      expectEqual(result.status, .exited(66))
      #expect(result.errors.contains("There is no file"))
      #expect(result.errors.contains("Check the path"))
    }
    let folder = try importer.run(importer.rider.home.path)
    expectEqual(folder.status, .exited(65))
    #expect(folder.errors.contains(" is a folder without rides or exports. (bad_input)"))
    let device = try importer.run("/dev/null")
    expectEqual(device.status, .exited(65))
    expectEqual(
      device.errorLines.first, "velo-sync: /dev/null is a device, not a file. (bad_input)")
    try expectEqual(importer.run().status, .exited(64))
    #expect(!Disk.exists(importer.store))
  }

  @Test func oneBadFileAmongSeveralStoresNothing() throws {
    let importer = try Importer()
    let good = try importer.write(Importer.weeks)
    let bad = try importer.write("<HealthData>\n<Record".utf8, to: "bad.xml")
    for paths in [[good, bad], [bad, good], [good, importer.rider.home / "gone.xml"]] {
      let result = try importer.rider.program(["import"] + paths).run()
      expectEqual(result.status, .exited(paths.contains(bad) ? 65 : 66))
      #expect(!Disk.exists(importer.store))
    }
    try expectEqual(importer.run(good, "-q").status, .exited(0))
    let before = try Disk.snapshot(of: importer.store)
    try expectEqual(importer.run(good, bad).status, .exited(65))
    try expectEqual(Disk.snapshot(of: importer.store), before)
  }

  @Test func applesOwnMistakesAreANotice() throws {
    let importer = try Importer()
    let text = Self.text.replacing("<Record type=", with: "<Record unit=\"x\" unit=\"y\" type=")
    let events = try importer.events(importer.write(text.utf8, to: "export.xml"))
    expectEqual(events.result.status, .exited(0))
    let notice = try #require(events.of("notice").first { $0["code"]?.string == "records_mended" })
    expectEqual(notice["message"]?.string?.hasPrefix("Apple Health: ignored "), true)

    var odd = ExportText(Importer.weeks)
    odd.add(.weight, "11", "stone-ish", at: "2026-01-01 06:00:00 +0100")
    let skipped = try importer.run(importer.write(odd.description.utf8, to: "odd.xml"))
    expectEqual(skipped.status, .exited(0))
    #expect(skipped.output.contains("Apple Health: 1 record could not be read and was skipped"))
  }

  @Test func aSampleStoreTakesNoRealData() throws {
    let importer = try Importer()
    let sample = importer.rider.home / "sample"
    let filled = try importer.rider.run("--sample", "--speed", "max", "-q", "--store", sample)
    expectEqual(filled.status, .exited(0))
    let before = try Disk.snapshot(of: sample)
    let path = try importer.write(Importer.weeks)
    try expectEqual(importer.run(path, "--store", sample).status, .exited(64))
    try importer.write("2\n".utf8, to: ".local/share/velo-sync/format")
    try expectEqual(importer.run(path).status, .exited(78))
    try expectEqual(Disk.snapshot(of: sample), before)
  }

  @Test func aMissingZlibIsReported() throws {
    let importer = try Importer()
    try importer.write("no library".utf8, to: "libraries/libz.so.1")
    let path = try importer.pack(Self.text)
    let environment = ["LD_LIBRARY_PATH": importer.rider.home / "libraries"]
    let result = try importer.run(path, environment: environment)
    #if os(Linux)
      expectEqual(result.status, .exited(78))
      #expect(result.errors.contains("This system has no libz (libz.so.1). (config)"))
      let xml = try importer.write(Self.text.utf8, to: "export.xml")
      try expectEqual(importer.run(xml, environment: environment).status, .exited(0))
    #else
      expectEqual(result.status, .exited(0))
    #endif
  }

  // MARK: Waiting and interrupting

  @Test func anotherRunIsAwaited() throws {
    let importer = Importer(try Rider.connected(rides: RideBuilder.history(400)))
    let gate = importer.rider.holdLaterPages()
    let path = try importer.write(Importer.weeks)
    let sync = try importer.rider.program("--json").start()
    try sync.wait(for: "downloading_activities")
    try gate.waitUntilHeld(1)
    let refused = try importer.run(path)
    expectEqual(refused.status, .exited(75))
    #expect(refused.errors.contains("Another sync is running"))
    try expectEqual(importer.run(path, "--wait", "10ms").status, .exited(75))
    try expectEqual(importer.run(path, "-n", "-q").status, .exited(0))
    let patient = try importer.rider.program("import", path, "--wait", "5m", "--json").start()
    try patient.wait(for: "\"reason\":\"locked\"")
    gate.release()
    try expectEqual(sync.wait().status, .exited(0))
    try expectEqual(patient.wait().status, .exited(0))
    try expectEqual(importer.records("wellness/apple-health").count, 40)
    try expectEqual(importer.rider.storedIDs().count, 400)
  }

  @Test(arguments: [2, 15]) func aSignalWhileItReadsLeavesTheStoreAsItWas(
    _ signal: Int32
  ) throws {
    let importer = try Importer()
    try expectEqual(importer.run(importer.write(Importer.weeks), "-q").status, .exited(0))
    let before = try Disk.snapshot(of: importer.store)
    // Too large to be read before a signal arrives.
    var newer = ExportText(.init(last: Importer.today, days: 100))
    let step =
      "<Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"iPhone\" value=\"1\"/>"
    let steps = String(repeating: step + "\n", count: 1000)
    for _ in 0..<1500 { newer.add(steps) }
    let path = try importer.write(newer.description.utf8, to: "long.xml")
    let running = try importer.rider.program("import", path, "--json").start()
    try running.wait(for: "fetching_health_data")
    running.signal(signal)
    let result = try running.wait()
    expectEqual(result.status, .signalled(signal))
    let events = try Events(result)
    #expect(events.summary?["outcome"]?.string == "interrupted")
    #expect(events.of("error").isEmpty && events.of("source_finished").isEmpty)
    try expectEqual(Disk.snapshot(of: importer.store), before)

    let late = try importer.run(path, "--timeout", "10ms")
    expectEqual(late.status, .exited(75))
    #expect(late.errors.contains("velo-sync: Not finished within "))
    try expectEqual(Disk.snapshot(of: importer.store), before)
  }
}
