// Connecting and disconnecting folders, and folders that are away.

import Codec
import Support
import Testing

@Suite(.blocking) struct FolderConnectTests {
  private let importer: Importer
  private let folder: String
  private let truth = TrueRide.daysAgo(3)

  init() throws {
    importer = try Importer()
    folder = try importer.write([("a.fit", truth.fit())], under: "rides")
  }

  private func run(_ arguments: String...) throws -> ProgramResult {
    try importer.rider.program(arguments, environment: ["LANG": "C.UTF-8"]).run()
  }

  private func source(_ command: String = "sources") throws -> JSONValue? {
    let events = try Events(try importer.rider.program(command, "--json").run())
    return events.of("source").first { $0["source"]?.string == "files" }
  }

  // MARK: Connecting

  @Test func connectingIsReportedAndForgotten() throws {
    let events = try Events(
      try importer.rider.program("connect", "files", folder, "--json").run())
    expectEqual(events.result.status, .exited(0))
    #expect(events.of("source").first?["state"]?.string == "connected")
    #expect(events.summary?["outcome"]?.string == "ok")
    try expectEqual(run("-q").status, .exited(0))
    let connected = try #require(try source())
    expectEqual(connected["state"]?.string, "connected")
    #expect(try run("sources").output.contains("Ride files"))

    let gone = try run("disconnect", "files")
    #expect(gone.status == .exited(0) && gone.errors.isEmpty)
    #expect(try source()?["state"]?.string != "connected")
    // Its rides stay, and the folder is not read any more.
    try importer.write([("b.fit", TrueRide.daysAgo(5).fit())], under: "rides")
    try expectEqual(importer.sync().count("new"), 0)
    try expectEqual(importer.rideIDs(), ["garmin:\(truth.sourceID)"])
    try expectEqual(run("disconnect", "files").status, .exited(78))
    try expectEqual(run("-s", "files").status, .exited(78))
  }

  /// The rides of `files` go; those of Garmin's recorders are Garmin's.
  @Test func purgingDeletesTheRidesOfFiles() throws {
    let other = TrueRide.unbranded(start: truth.start - 86_400)
    try importer.write([("b.fit", other.fit())], under: "rides")
    try expectEqual(run("connect", "files", folder).status, .exited(0))
    try expectEqual(run("-q").status, .exited(0))
    try expectEqual(importer.rideIDs(), ["garmin:\(truth.sourceID)", "files:\(other.sourceID)"])
    try expectEqual(run("disconnect", "files", "--purge").status, .exited(64))
    try expectEqual(run("disconnect", "files", "--purge", "--yes").status, .exited(0))
    try expectEqual(importer.rideIDs(), ["garmin:\(truth.sourceID)"])
    #expect(try source()?["state"]?.string == "not_connected")
    try expectEqual(run("disconnect", "garmin", "--purge", "--yes").status, .exited(0))
    #expect(try importer.rides().isEmpty)
    // Connected again, everything is read again.
    try expectEqual(run("connect", "files", folder).status, .exited(0))
    try expectEqual(importer.sync().count("new"), 2)
  }

  /// After a purge of rides that came from a folder that is still connected.
  @Test func purgedRidesOfAnotherSourceComeBackWithTheFolder() throws {
    try expectEqual(run("connect", "files", folder).status, .exited(0))
    try expectEqual(importer.sync().count("new"), 1)
    try expectEqual(run("disconnect", "garmin", "--purge", "--yes").status, .exited(0))
    #expect(try importer.rides().isEmpty)
    try expectEqual(importer.sync("--full").count("new"), 1)
  }

  @Test func foldersAreAddedToThoseThatAreConnected() throws {
    let second = try importer.write([("b.fit", TrueRide.daysAgo(5).fit())], under: "more")
    let third = try importer.write([("c.fit", TrueRide.daysAgo(7).fit())], under: "third")
    try expectEqual(run("connect", "files", folder).status, .exited(0))
    try expectEqual(run("connect", "files", second, third).status, .exited(0))
    try expectEqual(importer.sync().count("new"), 3)
    // The same again is no second folder.
    try expectEqual(run("connect", "files", folder + "/").status, .exited(0))
    let again = try importer.sync()
    #expect(again.count("new") == 0 && again.warnings.isEmpty)
  }

  @Test func aFolderInsideAnotherIsReadOnce() throws {
    let inner = try importer.write([("b.fit", TrueRide.daysAgo(5).fit())], under: "rides/sub")
    try expectEqual(run("connect", "files", folder, inner).status, .exited(0))
    let events = try importer.sync()
    #expect(events.of("status").contains { $0["text"]?.string == "Reading 2 ride files…" })
    expectEqual(events.count("new"), 2)
  }

  @Test func aRelativePathIsMadeAbsolute() throws {
    var program = try importer.rider.program("connect", "files", "rides")
    program.folder = importer.rider.home.path
    try expectEqual(program.run().status, .exited(0))
    // From wherever the sync is started.
    var sync = try importer.rider.program("--json")
    sync.folder = "/"
    try expectEqual(Events(sync.run()).count("new"), 1)
    // A home folder as an argument of a shell that does not expand it.
    try expectEqual(run("connect", "files", "~/nowhere").status, .exited(66))
  }

  @Test func whatIsNoFolderIsRefused() throws {
    let none = try run("connect", "files")
    expectEqual(none.status, .exited(64))
    expectEqual(none.errorLines.first?.hasSuffix(" (usage)"), true, "\(none.errors)")
    let file = try run("connect", "files", folder + "/a.fit")
    expectEqual(file.status, .exited(65))
    #expect(file.errors.contains("~/rides/a.fit"), "\(file.errors)")
    let missing = try run("connect", "files", folder, importer.rider.home / "nowhere")
    expectEqual(missing.status, .exited(66))
    #expect(missing.errors.contains("nowhere"), "\(missing.errors)")
    // None of several is connected when one cannot be.
    #expect(try source()?["state"]?.string == "not_connected")
    try expectEqual(run("connect", "strava", folder).status, .exited(64))
  }

  @Test(arguments: ["bash", "zsh", "fish"]) func completionsOfferFiles(_ shell: String) throws {
    let script = try run("completions", shell)
    expectEqual(script.status, .exited(0))
    #expect(script.output.contains("files"))
    let help = try run("help", "connect")
    #expect(help.output.contains("files") && help.output.contains("DIR"))
  }

  // MARK: Folders that are away

  @Test func aMissingFolderAloneEndsWith66() throws {
    try expectEqual(run("connect", "files", folder).status, .exited(0))
    try expectEqual(importer.sync().count("new"), 1)
    let before = try Disk.snapshot(of: importer.store)
    try Disk.move(folder, to: importer.rider.home / "away")
    let events = try importer.sync()
    expectEqual(events.result.status, .exited(66))
    expectEqual(events.warnings, ["folder_missing"])
    let warning = try #require(events.of("warning").first)
    expectEqual(warning["source"]?.string, "files")
    expectEqual(warning["message"]?.string?.contains("rides"), true)
    #expect(events.result(of: "files")?["outcome"]?.string == "failed")
    #expect(events.summary?["outcome"]?.string == "failed")
    #expect(events.summary?["exit_code"]?.integer == 66)
    #expect(try source()?["state"]?.string == "unavailable")
    #expect(try source("status")?["state"]?.string == "unavailable")
    try expectEqual(Disk.snapshot(of: importer.store), before)
    let plain = try run()
    #expect(plain.status == .exited(66) && plain.errors.contains("~/rides"), "\(plain.errors)")
    // Back again, nothing is read twice.
    try Disk.move(importer.rider.home / "away", to: folder)
    let back = try importer.sync()
    #expect(back.result.status == .exited(0) && back.count("new") == 0)
    #expect(try source()?["state"]?.string == "connected")
    try expectEqual(Disk.snapshot(of: importer.store), before)
  }

  /// The other folder is read.
  @Test func aMissingFolderOfTwoIsPartial() throws {
    let second = try importer.write([("b.fit", TrueRide.daysAgo(5).fit())], under: "more")
    try expectEqual(run("connect", "files", folder, second).status, .exited(0))
    Disk.remove(second)
    let events = try importer.sync()
    expectEqual(events.result.status, .exited(10))
    #expect(events.warnings == ["folder_missing"] && events.count("new") == 1)
    #expect(events.summary?["outcome"]?.string == "partial")
    try expectEqual(importer.rideIDs(), ["garmin:\(truth.sourceID)"])
  }

  @Test func aMissingFolderBesideAWorkingServiceIsPartial() throws {
    let importer = Importer(try Rider.connected(rides: RideBuilder.history(3)))
    let folder = try importer.write([("a.fit", truth.fit())], under: "rides")
    let connect = try importer.rider.run("connect", "files", folder)
    expectEqual(connect.status, .exited(0))
    try expectEqual(importer.sync().count("new"), 4)
    Disk.remove(folder)
    let events = try importer.sync()
    #expect(events.result.status == .exited(10) && events.warnings == ["folder_missing"])
    #expect(events.result(of: "strava")?["outcome"]?.string == "ok")
    #expect(events.result(of: "files")?["outcome"]?.string == "failed")
    try expectEqual(importer.rides().count, 4)
    // Strava alone is asked without it.
    try expectEqual(importer.sync("-s", "strava").result.status, .exited(0))
    // And a service that is down does not keep the folder from being read.
    try importer.write([("b.fit", TrueRide.daysAgo(6).fit())], under: "rides")
    importer.rider.strava.server.stop()
    let offline = try importer.sync()
    #expect(offline.result.status == .exited(10) && offline.count("new") == 1)
    try expectEqual(importer.sync("-s", "files").result.status, .exited(0))
  }
}
