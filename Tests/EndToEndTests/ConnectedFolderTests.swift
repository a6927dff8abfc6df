// Folders as a source: connecting them, syncing them, and what a sync reads again.

import Codec
import Support
import Testing

@Suite(.blocking) struct ConnectedFolderTests {
  private let importer: Importer
  private let folder: String
  private let rides = (1...4).map { TrueRide.daysAgo(2 * $0) }

  init() throws {
    importer = try Importer()
    folder = try importer.write(
      [("a.fit", rides[0].fit()), ("sub/b.fit", rides[1].fit())], under: "rides")
  }

  private func connect(_ folders: String...) throws {
    try expectEqual(importer.rider.run(["connect", "files"] + folders).isFine, true)
  }

  private func state() throws -> String? {
    try importer.rider.events("sources").state(of: "files")
  }

  private func add(_ ride: TrueRide, as name: String, age: Int64 = 3_600) throws {
    try Disk.setAge(importer.write(ride.fit(), to: "rides/\(name)"), age)
  }

  private func ids(_ rides: TrueRide...) -> Set<String> {
    Set(rides.map { "garmin:\($0.sourceID)" })
  }

  // MARK: Syncing

  /// Neither network nor sign-in.
  @Test func aSyncOfFoldersAloneGivesScores() throws {
    try expectEqual(state(), "not_connected")
    try connect(folder)
    try expectEqual(state(), "connected")
    expect(!Disk.exists(importer.rider.state + "/credentials.json"))
    let events = try importer.sync("--ftp", "250")
    expectEqual([events.brief, events.result.errors], ["exit 0: 2 new", ""])
    expectEqual(events.of("run_started").first?["sources"]?.literal, #"["files"]"#)
    let reading = events.of("status").first { $0["status"]?.string == "reading_files" }
    expectEqual(reading?["count"]?.integer, 2)
    try expectEqual(importer.rideIDs(), ids(rides[0], rides[1]))
    for ride in try importer.rides().values {
      expectEqual(ride["load"]?.double.map { $0 > 0 }, true)
      expectEqual(ride["load_from"]?.string, "power")
    }
    try expectEqual(importer.records("scores").isEmpty, false)
    expect(Disk.exists(importer.store + "/prep.json"))
    expectEqual(importer.rider.strava.server.requests.count, 0)
    try expectEqual(importer.rider.events("status").state(of: "files"), "connected")
    try expectEqual(importer.rider.run("status", "-q", "--max-age", "1h").status, .exited(0))

    let before = try Disk.snapshot(of: importer.store)
    let again = try importer.sync("--ftp", "250")
    expectEqual([again.brief, "\(again.statuses.contains("saving"))"], ["exit 0", "false"])
    try expectEqual(Disk.snapshot(of: importer.store), before)
  }

  @Test func newAndChangedFilesAreRead() throws {
    try connect(folder)
    try expectEqual(importer.sync().brief, "exit 0: 2 new")
    try add(rides[2], as: "deep/er/c.fit")
    let new = try importer.sync()
    expectEqual(new.brief, "exit 0: 1 new")
    try expectEqual(importer.rideIDs(), ids(rides[0], rides[1], rides[2]))
    // The ride went on after it was first read.
    var longer = rides[0]
    longer.seconds = 3_600
    let cut = longer.fit()
    try Disk.setAge(importer.write(cut.prefix(cut.count / 2), to: "rides/d.fit"), 7_200)
    try add(longer, as: "d.fit")
    let changed = try importer.sync()
    expectEqual(changed.result.status, .exited(0))
    // A ride may be renamed with its folder: nothing is new.
    try Disk.move(folder + "/sub", to: folder + "/moved")
    let before = try Disk.snapshot(of: importer.store)
    try expectEqual(importer.sync().brief, "exit 0")
    try expectEqual(Disk.snapshot(of: importer.store), before)
  }

  /// Its size, time and number on the disk are those of the file that was read.
  @Test func aFileThatLooksUnchangedIsNotOpened() throws {
    try connect(folder)
    try expectEqual(importer.sync().brief, "exit 0: 2 new")
    let path = folder + "/a.fit"
    let modified = try #require(Disk.modified(path))
    let inode = Disk.entry(path)?.inode
    let other = rides[2].fit()
    try expectEqual(other.count, Disk.read(path)?.count)
    try Disk.write(other, to: path)
    try Disk.setModified(path, to: modified)
    expectEqual(Disk.entry(path)?.inode, inode)
    let before = try Disk.snapshot(of: importer.store)
    try expectEqual(importer.sync().brief, "exit 0")
    try expectEqual(Disk.snapshot(of: importer.store), before)
    // A changed time is enough; an import reads it in any case, as does a full sync.
    try Disk.setModified(path, to: modified + 1)
    try expectEqual(importer.sync().brief, "exit 0: 1 new")
    try expectEqual(importer.rideIDs(), ids(rides[0], rides[1], rides[2]))
    try Disk.write(rides[3].fit(), to: path)
    try Disk.setModified(path, to: modified + 1)
    try expectEqual(importer.sync().brief, "exit 0")
    try expectEqual(importer.sync("--full").brief, "exit 0: 1 new")
  }

  @Test func incompleteFilesWaitUntilTheyRest() throws {
    try connect(folder)
    let half = rides[2].fit().dropLast(1_000)
    try Disk.setAge(importer.write(half, to: "rides/growing.fit"), 0)
    try add(rides[3], as: "inProgressActivity.fit")
    try importer.write([], to: "rides/empty.fit")
    let first = try importer.sync()
    expectEqual(first.ended + first.codes("notice").prefix(1), ["exit 0", "files_incomplete"])
    try expectEqual(importer.rideIDs(), ids(rides[0], rides[1]))
    // A whole file is read at once.
    try add(rides[2], as: "growing.fit", age: 0)
    let second = try importer.sync()
    expectEqual([second.brief] + second.warnings, ["exit 0: 1 new"])
    try expectEqual(importer.rideIDs(), ids(rides[0], rides[1], rides[2]))
    // Clocks differ: a file from the future rests.
    try Disk.move(folder + "/inProgressActivity.fit", to: folder + "/2026.fit")
    try Disk.setAge(folder + "/2026.fit", -3_600)
    try expectEqual(importer.sync().brief, "exit 0: 1 new")
  }

  @Test func aRemovedFileLeavesItsRide() throws {
    try connect(folder)
    try expectEqual(importer.sync().brief, "exit 0: 2 new")
    let before = try Disk.snapshot(of: importer.store)
    Disk.remove(folder + "/a.fit")
    let events = try importer.sync()
    expectEqual(events.brief, "exit 0")
    try expectEqual(importer.sync("--full").brief, "exit 0")
    try expectEqual(importer.rideIDs(), ids(rides[0], rides[1]))
    try expectEqual(Disk.snapshot(of: importer.store).keys, before.keys)
  }

  @Test func aDryRunReadsNothingForGood() throws {
    try connect(folder)
    let events = try importer.sync("--dry-run")
    expectEqual(events.brief, "exit 0: 2 new")
    expect(!Disk.exists(importer.store))
    try expectEqual(importer.sync().brief, "exit 0: 2 new")
  }

  @Test func aFileWhoseNameIsNotUTF8IsReadFromItsFolderAndByItsName() throws {
    try connect(folder)
    let script = """
      cp "$1/a.fit" "$1/$(printf 'caf\\351.fit')" && rm "$1/a.fit"
      exec "$2" import --plain --store "$3" "$1/$(printf 'caf\\351.fit')"
      """
    var program = try importer.rider.program()
    program.arguments = ["-c", script, "sh", folder, program.path, importer.rider.home / "other"]
    program.path = "/bin/sh"
    let result = try program.run()
    expectEqual(result.status, .exited(0))
    try expectEqual(importer.sync().brief, "exit 0: 2 new")
    try expectEqual(
      importer.ride("garmin:\(rides[0].sourceID)")["from"]?["file"]?.string, "caf\u{FFFD}.fit")
  }

  @Test func aDamagedFileIsReportedOnce() throws {
    try connect(folder)
    let whole = rides[2].fit()
    try importer.write(
      [("cut.fit", Array(whole.prefix(whole.count / 2))), ("bad.fit", Array(whole.prefix(300)))],
      under: "rides")
    let events = try importer.sync()
    expectEqual(Set(events.warnings), ["file_damaged", "file_refused"])
    expectEqual(events.result.status, .exited(10))
    try expectEqual(importer.rideIDs(), ids(rides[0], rides[1], rides[2]))
    let again = try importer.sync()
    expectEqual(again.ended, ["exit 0"])
    try Disk.setAge(importer.write(whole, to: "rides/cut.fit"), 60)
    let mended = try importer.sync()
    expectEqual(mended.brief, "exit 0: 1 changed")
    try expectEqual(importer.ride("garmin:\(rides[2].sourceID)")["duration_s"]?.integer, 1_800)
  }
}
