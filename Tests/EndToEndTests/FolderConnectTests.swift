// Connecting and disconnecting folders, and folders that are away.

import CLibrary
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
    try importer.rider.run(arguments)
  }

  private func connect(_ folders: String...) throws {
    try expectEqual(importer.rider.run(["connect", "files"] + folders).isFine, true)
  }

  private func state(_ command: String = "sources") throws -> String? {
    try importer.rider.events(command).state(of: "files")
  }

  // MARK: Connecting

  @Test func connectingIsReportedAndForgotten() throws {
    let events = try importer.rider.events("connect", "files", folder)
    expectEqual(events.brief, "exit 0")
    expectEqual(events.state(of: "files"), "connected")
    try importer.rider.sync()
    try expectEqual(state(), "connected")
    try expectEqual(run("disconnect", "files").isFine, true)
    try expectEqual(state() == "connected", false)
    // Its rides stay, and the folder is not read any more.
    try importer.write([("b.fit", TrueRide.daysAgo(5).fit())], under: "rides")
    try expectEqual(importer.sync().brief, "exit 0")
    try expectEqual(importer.rideIDs(), ["garmin:\(truth.sourceID)"])
    try expectEqual(run("disconnect", "files").brief, "exit 78 (not_connected)")
    try expectEqual(run("-s", "files").brief, "exit 78 (not_connected)")
  }

  /// A file is no folder, and what to do with it is said.
  @Test func aFileIsRefused() throws {
    let result = try run("connect", "files", folder + "/a.fit")
    expectEqual(result.brief, "exit 65 (bad_input)")
    expect(result.errors.contains("velo-sync import"), "\(result.errors)")
    try expectEqual(state(), "not_connected")
  }

  /// The rides of `files` go; those of Garmin's recorders are Garmin's. They come back with the
  /// folder.
  @Test func purgingDeletesTheRidesOfItsSource() throws {
    let other = TrueRide.unbranded(start: truth.start - 86_400)
    try importer.write([("b.fit", other.fit())], under: "rides")
    try connect(folder)
    try importer.rider.sync()
    try expectEqual(importer.rideIDs(), ["garmin:\(truth.sourceID)", "files:\(other.sourceID)"])
    try expectEqual(run("disconnect", "garmin", "--purge", "--yes").status, .exited(0))
    try expectEqual(importer.rideIDs(), ["files:\(other.sourceID)"])
    try expectEqual(importer.sync("--full").brief, "exit 0: 1 new")
    try expectEqual(run("disconnect", "files", "--purge").brief, "exit 64 (usage)")
    try expectEqual(run("disconnect", "files", "--purge", "--yes").status, .exited(0))
    try expectEqual(importer.rideIDs(), ["garmin:\(truth.sourceID)"])
    try expectEqual(state(), "not_connected")
    try connect(folder)
    try expectEqual(importer.sync().count("new"), 1)
  }

  /// The same again is no second folder, and a folder inside another is read once.
  @Test func foldersAreAddedToThoseThatAreConnected() throws {
    let inner = try importer.write([("b.fit", TrueRide.daysAgo(5).fit())], under: "rides/sub")
    let third = try importer.write([("c.fit", TrueRide.daysAgo(7).fit())], under: "third")
    try connect(folder)
    try connect(inner, third)
    let events = try importer.sync()
    expectEqual(events.brief, "exit 0: 3 new")
    let counts = events.of("status").compactMap { $0["count"]?.integer }
    expectEqual(counts.first, 3)
    try connect(folder + "/")
    try expectEqual(importer.sync().brief, "exit 0")
  }

  /// None of them is lost, and none fails.
  @Test func commandsAtTheSameTimeKeepEachOthersFolders() throws {
    let folders = try (0..<8).map { number in
      try importer.write([("\(number).fit", TrueRide.daysAgo(9).fit())], under: "many/\(number)")
    }
    func runAll(_ command: String) throws {
      let running = try folders.map {
        try importer.rider.program(command, "files", $0).start()
      }
      for program in running {
        let result = try program.wait()
        expectEqual(result.status, .exited(0), "\(result.errors)")
      }
    }
    try runAll("connect")
    let rows = try importer.rider.events("sources").of("source").last?["folders"]?.elements
    expectEqual(rows?.count, folders.count)
    try connect(folder)
    try runAll("disconnect")
    let left = try importer.rider.events("sources").of("source").last?["folders"]?.elements
    expectEqual(left?.count, 1)
  }

  // MARK: What is in a folder

  /// After a sync that found no rides, the next one is not what would help.
  @Test func aFolderWithoutRidesDoesNotLeadToSyncAfterSync() throws {
    let rider = try Rider()
    try rider.home.write("notes", to: "Rides/notes.txt")
    try expectEqual(rider.run("connect", "files", rider.home / "Rides").isFine, true)
    try expectEqual(rider.run("rides").output.contains("Next: velo-sync\n"), true)
    try rider.sync()
    let advice = try rider.run("rides").output
    expect(advice.contains("velo-sync import PATH"), "\(advice)")
  }

  /// The count is known before the first sync, and the list has it for every folder.
  /// An FTP that is already set is not asked for.
  @Test func theNextStepNamesTheFTPOnlyWithoutOne() throws {
    let rider = try Rider()
    try rider.home.write("x", to: "Rides/a.fit")
    let folder = rider.home / "Rides"
    expectEqual(try rider.run("connect", "files", folder).output.contains("--ftp"), true)
    try rider.home.write("--ftp 250\n", to: ".config/velo-sync/config")
    let known = try rider.run("connect", "files", folder).output
    expectEqual(known.contains("--ftp") || !known.contains("Next: velo-sync"), false, "\(known)")
    let path = try rider.run("connect", folder)
    expectEqual(path.brief, "exit 64 (usage)")
    expect(path.errors.contains("velo-sync connect files ~/Rides"), "\(path.errors)")
  }

  @Test func connectingCountsTheRideFiles() throws {
    try importer.write(
      [("b.FIT.gz", [0]), ("notes.txt", [0]), (".hidden.fit", [0])], under: "rides/sub")
    let result = try run("connect", "files", folder)
    expect(
      result.output.contains("Connected ~/rides: 2 ride files. Next: velo-sync --ftp WATTS"),
      "\(result.output)")
    let more = try importer.write([("c.gpx", [0])], under: "more")
    expectEqual(try run("connect", "files", more).isFine, true)
    let list = try run("sources").output
    expect(list.contains("\n               ~/rides: 2 ride files\n"), "\(list)")
    expect(list.contains("\n               ~/more: 1 ride file\n"), "\(list)")
    Disk.remove(more)
    try expect(run("sources").output.contains("~/more: not available"))
    let rows = try importer.rider.events("sources").of("source").last?["folders"]?.elements
    expectEqual(rows?.map { $0["ride_files"]?.integer }, [2, nil])
  }

  @Test func anEmptyFolderIsConnectedWithANotice() throws {
    try Disk.makeFolder(importer.rider.home / "empty")
    let events = try importer.rider.events("connect", "files", importer.rider.home / "empty")
    expectEqual(events.brief, "exit 0")
    expectEqual(events.of("notice").map { $0["code"]?.string }, ["folder_empty"])
    try expectEqual(state(), "connected")
  }

  @Test(.enabled(if: geteuid() != 0, "root may read every folder"))
  func aFolderThatMayNotBeReadIsRefused() throws {
    let locked = importer.rider.home / "locked"
    try Disk.makeFolder(locked, mode: 0)
    defer { _ = chmod(locked, 0o700) }  // So that the home folder can be removed.
    let result = try run("connect", "files", folder, locked)
    expectEqual(result.brief, "exit 77 (permission)")
    expect(result.errors.contains("~/locked"), "\(result.errors)")
    try expectEqual(state(), "not_connected")
  }

  /// The others stay connected, and one that is away can be forgotten.
  @Test func singleFoldersAreDisconnected() throws {
    let second = try importer.write([("b.fit", TrueRide.daysAgo(5).fit())], under: "more")
    try connect(folder, second)
    try expectEqual(
      run("disconnect", "files", importer.rider.home / "other").brief, "exit 64 (usage)")
    try expectEqual(run("disconnect", "files", second, "--purge").brief, "exit 64 (usage)")
    try expectEqual(run("disconnect", "strava", second).brief, "exit 64 (usage)")
    Disk.remove(second)
    let result = try run("disconnect", "files", second)
    expectEqual(result.isFine, true)
    expect(result.output.contains("Disconnected ~/more"), "\(result.output)")
    expect(result.output.contains("Still connected: ~/rides."), "\(result.output)")
    try expectEqual(importer.sync().brief, "exit 0: 1 new")
    try expectEqual(run("disconnect", "files", folder + "/").isFine, true)
    try expectEqual(state(), "not_connected")
    try expectEqual(importer.rides().count, 1)
    let none = try run("disconnect", "files", folder)
    expectEqual(none.brief, "exit 78 (not_connected)")
    expect(none.errors.contains("No folder is connected."), "\(none.errors)")
  }

  @Test func aRelativePathIsMadeAbsolute() throws {
    var program = try importer.rider.program("connect", "files", "rides")
    program.folder = importer.rider.home.path
    try program.finish()
    // From wherever the sync is started.
    var sync = try importer.rider.program("--json")
    sync.folder = "/"
    try expectEqual(Events(sync.run()).brief, "exit 0: 1 new")
    // A home folder as an argument of a shell that does not expand it.
    try expectEqual(run("connect", "files", "~/nowhere").brief, "exit 66 (missing_input)")
  }

  /// None of several is connected when one cannot be.
  @Test func whatIsNoFolderIsRefused() throws {
    let home = importer.rider.home
    for (arguments, brief, named) in [
      (["connect", "files"], "exit 64 (usage)", ""),
      (["connect", "strava", folder], "exit 64 (usage)", ""),
      (["connect", "files", folder + "/a.fit"], "exit 65 (bad_input)", "~/rides/a.fit"),
      (["connect", "files", folder, home / "nowhere"], "exit 66 (missing_input)", "nowhere"),
    ] {
      let result = try importer.rider.run(arguments)
      expectEqual(result.brief, brief)
      expect(named.isEmpty || result.errors.contains(named), "\(result.errors)")
    }
    try expectEqual(state(), "not_connected")
  }

  // MARK: Folders that are away

  @Test func aMissingFolderAloneEndsWith66() throws {
    try connect(folder)
    try importer.rider.sync()
    let before = try Disk.snapshot(of: importer.store)
    try Disk.move(folder, to: importer.rider.home / "away")
    let events = try importer.sync()
    expectEqual(events.ended + events.outcomes, ["exit 66", "files failed"])
    let error = events.of("error").first
    expectEqual(error?["message"]?.string?.contains("~/rides"), true)
    expectEqual(error?["hint"]?.string?.contains("velo-sync disconnect files ~/rides"), true)
    expectEqual(events.summary?["outcome"]?.string, "failed")
    expectEqual(events.summary?["exit_code"]?.integer, 66)
    try expectEqual(state(), "unavailable")
    try expectEqual(state("status"), "unavailable")
    try expectEqual(Disk.snapshot(of: importer.store), before)
    // Back again, nothing is read twice.
    try Disk.move(importer.rider.home / "away", to: folder)
    try expectEqual(importer.sync().brief, "exit 0")
    try expectEqual(state(), "connected")
    try expectEqual(Disk.snapshot(of: importer.store), before)
  }

  /// The other folder is read.
  @Test func aMissingFolderOfTwoIsNoFailure() throws {
    let second = try importer.write([("b.fit", TrueRide.daysAgo(5).fit())], under: "more")
    try connect(folder, second)
    Disk.remove(second)
    let events = try importer.sync()
    expectEqual([events.brief] + events.warnings, ["exit 0: 1 new"])
    expectEqual(events.codes("notice").filter { $0 == "folder_away" }.count, 1)
    try expectEqual(importer.rideIDs(), ["garmin:\(truth.sourceID)"])
  }

  @Test func aMissingFolderBesideAWorkingServiceIsNoFailure() throws {
    let importer = Importer(try Rider.connected(rides: RideBuilder.history(3)))
    let folder = try importer.write([("a.fit", truth.fit())], under: "rides")
    try expectEqual(importer.rider.run("connect", "files", folder).status, .exited(0))
    try expectEqual(importer.sync().brief, "exit 0: 4 new")
    Disk.remove(folder)
    let events = try importer.sync()
    expectEqual(events.ended, ["exit 0"])
    expectEqual(events.codes("notice"), ["folder_away"])
    expectEqual(events.outcomes, ["files skipped", "strava ok"])
    try expectEqual(importer.rides().count, 4)
    // Strava alone is asked without it.
    try importer.rider.sync("-s", "strava")
    // And a service that is down does not keep the folder from being read.
    try importer.write([("b.fit", TrueRide.daysAgo(6).fit())], under: "rides")
    importer.rider.strava.server.stop()
    try expectEqual(importer.sync().brief, "exit 10 (network): 1 new")
    try importer.rider.sync("-s", "files")
  }
}
