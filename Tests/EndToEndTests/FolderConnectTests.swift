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
    #expect(events.result.status == .exited(0))
    #expect(events.of("source").first?["state"]?.string == "connected")
    #expect(events.summary?["outcome"]?.string == "ok")
    #expect(try run("-q").status == .exited(0))
    let connected = try #require(try source())
    #expect(connected["state"]?.string == "connected")
    #expect(try run("sources").output.contains("Ride files"))

    let gone = try run("disconnect", "files")
    #expect(gone.status == .exited(0) && gone.errors.isEmpty)
    #expect(try source()?["state"]?.string != "connected")
    // Its rides stay, and the folder is not read any more.
    try importer.write([("b.fit", TrueRide.daysAgo(5).fit())], under: "rides")
    #expect(try importer.sync().count("new") == 0)
    #expect(try importer.rideIDs() == ["garmin:\(truth.sourceID)"])
    #expect(try run("disconnect", "files").status == .exited(78))
    #expect(try run("-s", "files").status == .exited(78))
  }

  /// The rides of `files` go; those of Garmin's recorders are Garmin's.
  @Test func purgingDeletesTheRidesOfFiles() throws {
    let other = TrueRide.unbranded(start: truth.start - 86_400)
    try importer.write([("b.fit", other.fit())], under: "rides")
    #expect(try run("connect", "files", folder).status == .exited(0))
    #expect(try run("-q").status == .exited(0))
    #expect(try importer.rideIDs() == ["garmin:\(truth.sourceID)", "files:\(other.sourceID)"])
    #expect(try run("disconnect", "files", "--purge").status == .exited(64))
    #expect(try run("disconnect", "files", "--purge", "--yes").status == .exited(0))
    #expect(try importer.rideIDs() == ["garmin:\(truth.sourceID)"])
    #expect(try source()?["state"]?.string == "not_connected")
    #expect(try run("disconnect", "garmin", "--purge", "--yes").status == .exited(0))
    #expect(try importer.rides().isEmpty)
    // Connected again, everything is read again.
    #expect(try run("connect", "files", folder).status == .exited(0))
    #expect(try importer.sync().count("new") == 2)
  }

  /// After a purge of rides that came from a folder that is still connected.
  @Test func purgedRidesOfAnotherSourceComeBackWithTheFolder() throws {
    #expect(try run("connect", "files", folder).status == .exited(0))
    #expect(try importer.sync().count("new") == 1)
    #expect(try run("disconnect", "garmin", "--purge", "--yes").status == .exited(0))
    #expect(try importer.rides().isEmpty)
    #expect(try importer.sync("--full").count("new") == 1)
  }

  @Test func foldersAreAddedToThoseThatAreConnected() throws {
    let second = try importer.write([("b.fit", TrueRide.daysAgo(5).fit())], under: "more")
    let third = try importer.write([("c.fit", TrueRide.daysAgo(7).fit())], under: "third")
    #expect(try run("connect", "files", folder).status == .exited(0))
    #expect(try run("connect", "files", second, third).status == .exited(0))
    #expect(try importer.sync().count("new") == 3)
    // The same again is no second folder.
    #expect(try run("connect", "files", folder + "/").status == .exited(0))
    let again = try importer.sync()
    #expect(again.count("new") == 0 && again.warnings.isEmpty)
  }

  @Test func aFolderInsideAnotherIsReadOnce() throws {
    let inner = try importer.write([("b.fit", TrueRide.daysAgo(5).fit())], under: "rides/sub")
    #expect(try run("connect", "files", folder, inner).status == .exited(0))
    let events = try importer.sync()
    #expect(events.of("status").contains { $0["text"]?.string == "Reading 2 ride files…" })
    #expect(events.count("new") == 2)
  }

  @Test func aRelativePathIsMadeAbsolute() throws {
    var program = try importer.rider.program("connect", "files", "rides")
    program.folder = importer.rider.home.path
    #expect(try program.run().status == .exited(0))
    // From wherever the sync is started.
    var sync = try importer.rider.program("--json")
    sync.folder = "/"
    #expect(try Events(sync.run()).count("new") == 1)
    // A home folder as an argument of a shell that does not expand it.
    #expect(try run("connect", "files", "~/nowhere").status == .exited(66))
  }

  @Test func whatIsNoFolderIsRefused() throws {
    let none = try run("connect", "files")
    #expect(none.status == .exited(64))
    #expect(none.errorLines.first?.hasSuffix(" (usage)") == true, "\(none.errors)")
    let file = try run("connect", "files", folder + "/a.fit")
    #expect(file.status == .exited(65))
    #expect(file.errors.contains("~/rides/a.fit"), "\(file.errors)")
    let missing = try run("connect", "files", folder, importer.rider.home / "nowhere")
    #expect(missing.status == .exited(66))
    #expect(missing.errors.contains("nowhere"), "\(missing.errors)")
    // None of several is connected when one cannot be.
    #expect(try source()?["state"]?.string == "not_connected")
    #expect(try run("connect", "strava", folder).status == .exited(64))
  }

  @Test(arguments: ["bash", "zsh", "fish"]) func completionsOfferFiles(_ shell: String) throws {
    let script = try run("completions", shell)
    #expect(script.status == .exited(0))
    #expect(script.output.contains("files"))
    let help = try run("help", "connect")
    #expect(help.output.contains("files") && help.output.contains("DIR"))
  }

  // MARK: Folders that are away

  @Test func aMissingFolderAloneEndsWith66() throws {
    #expect(try run("connect", "files", folder).status == .exited(0))
    #expect(try importer.sync().count("new") == 1)
    let before = try Disk.snapshot(of: importer.store)
    try Disk.move(folder, to: importer.rider.home / "away")
    let events = try importer.sync()
    #expect(events.result.status == .exited(66))
    #expect(events.warnings == ["folder_missing"])
    let warning = try #require(events.of("warning").first)
    #expect(warning["source"]?.string == "files")
    #expect(warning["message"]?.string?.contains("rides") == true)
    #expect(events.result(of: "files")?["outcome"]?.string == "failed")
    #expect(events.summary?["outcome"]?.string == "failed")
    #expect(events.summary?["exit_code"]?.integer == 66)
    #expect(try source()?["state"]?.string == "unavailable")
    #expect(try source("status")?["state"]?.string == "unavailable")
    #expect(try Disk.snapshot(of: importer.store) == before)
    let plain = try run()
    #expect(plain.status == .exited(66) && plain.errors.contains("~/rides"), "\(plain.errors)")
    // Back again, nothing is read twice.
    try Disk.move(importer.rider.home / "away", to: folder)
    let back = try importer.sync()
    #expect(back.result.status == .exited(0) && back.count("new") == 0)
    #expect(try source()?["state"]?.string == "connected")
    #expect(try Disk.snapshot(of: importer.store) == before)
  }

  /// The other folder is read.
  @Test func aMissingFolderOfTwoIsPartial() throws {
    let second = try importer.write([("b.fit", TrueRide.daysAgo(5).fit())], under: "more")
    #expect(try run("connect", "files", folder, second).status == .exited(0))
    Disk.remove(second)
    let events = try importer.sync()
    #expect(events.result.status == .exited(10))
    #expect(events.warnings == ["folder_missing"] && events.count("new") == 1)
    #expect(events.summary?["outcome"]?.string == "partial")
    #expect(try importer.rideIDs() == ["garmin:\(truth.sourceID)"])
  }

  @Test func aMissingFolderBesideAWorkingServiceIsPartial() throws {
    let importer = Importer(try Rider.connected(rides: RideBuilder.history(3)))
    let folder = try importer.write([("a.fit", truth.fit())], under: "rides")
    let connect = try importer.rider.run("connect", "files", folder)
    #expect(connect.status == .exited(0))
    #expect(try importer.sync().count("new") == 4)
    Disk.remove(folder)
    let events = try importer.sync()
    #expect(events.result.status == .exited(10) && events.warnings == ["folder_missing"])
    #expect(events.result(of: "strava")?["outcome"]?.string == "ok")
    #expect(events.result(of: "files")?["outcome"]?.string == "failed")
    #expect(try importer.rides().count == 4)
    // Strava alone is asked without it.
    #expect(try importer.sync("-s", "strava").result.status == .exited(0))
    // And a service that is down does not keep the folder from being read.
    try importer.write([("b.fit", TrueRide.daysAgo(6).fit())], under: "rides")
    importer.rider.strava.server.stop()
    let offline = try importer.sync()
    #expect(offline.result.status == .exited(10) && offline.count("new") == 1)
    #expect(try importer.sync("-s", "files").result.status == .exited(0))
  }
}
