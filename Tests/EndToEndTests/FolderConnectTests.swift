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
