// An import, and a sync of folders, that is killed at each call that changes a file.

import Support
import Testing
import CLibrary

/// After any kill, the same command ends with the store of an undisturbed run.
///
/// By default every seventh call is the last; with `VELO_SYNC_FAULTS=all` in the tests'
/// environment, each one.
@Suite(.blocking, .long, .enabled(if: FaultInjector.path != nil, "preloading works on Linux alone"))
struct ImportKillTests {
  private let importer: Importer
  /// The home folder before the command, with all times.
  private let start: TemporaryFolder
  private let log: TemporaryFolder

  /// The calls that change a file.
  private static let changing: Set<Substring> = [
    "open", "write", "pwrite", "fsync", "fdatasync", "ftruncate", "fchmod", "posix_fallocate",
    "rename", "unlink", "rmdir", "mkdir", "close",
  ]

  /// Whether each call is tried.
  private static let isFull = getenv("VELO_SYNC_FAULTS").map { String(cString: $0) } == "all"

  /// Rides of three sources and a night, where some are stored already.
  init() throws {
    importer = try Importer()
    start = try TemporaryFolder()
    log = try TemporaryFolder()
    let rides = (1...3).map { TrueRide.daysAgo(300 * $0) }
    let folder = try importer.write([("old.fit", TrueRide.daysAgo(2).fit())], under: "rides")
    try expectEqual(importer.run(folder, "-q", "--ftp", "250").status, .exited(0))
    let whole = rides[2].fit()
    try importer.write(
      [
        ("a.fit", rides[0].fit()), ("a.gpx", Array(TrueRide.daysAgo(30).gpx().utf8)),
        ("b.tcx", Array(rides[1].tcx().utf8)), ("c.fit", Array(whole.prefix(whole.count / 2))),
        ("d.fit", TrueRide.unbranded(start: rides[0].start + 86_400).fit()),
        ("sleep.fit", WellnessFIT.sleep(GarminNight(start: rides[0].start - 36_000))),
      ], under: "rides")
  }

  @Test func `a killed import is completed by the same import`() throws {
    try check(["import", importer.rider.home / "rides", "-q", "--ftp", "250"])
  }

  @Test func `a killed sync of folders is completed by the next`() throws {
    let connect = try importer.rider.run("connect", "files", importer.rider.home / "rides")
    expectEqual(connect.status, .exited(0))
    try check(["-q", "--ftp", "250"])
  }

  /// The folder is read by the sync that follows.
  @Test func `a killed connect loses no folder`() throws {
    let folder = importer.rider.home / "rides"
    try check(["connect", "files", folder, "-q"], and: ["-q", "--ftp", "250"])
  }

  /// A disk that fails, or is unplugged, while a connected folder is read: the rides come later.
  @Test func `what the disk does not deliver is read by a later sync`() throws {
    let connect = try importer.rider.run("connect", "files", importer.rider.home / "rides")
    expectEqual(connect.status, .exited(0))
    try copyFolder(importer.rider.home.path, to: start / "home")
    let sync = ["-q", "--ftp", "250"]
    try #require(try run(sync).status == .exited(0))
    let expected = try importer.contents()
    let calls = try log.lines(of: "calls").enumerated().filter { $0.element.contains("/rides/") }
    expect(calls.count > 5)
    for (index, (number, call)) in calls.enumerated() where Self.isFull || index % 6 == 0 {
      try reset()
      let failed = try run(sync, at: number, error: EIO)
      guard case .exited = failed.status else {
        Issue.record("\(call): \(failed.status)")
        continue
      }
      try expectEqual(run(sync).status, .exited(0), "\(call)")
      try expectEqual(importer.contents(), expected, "\(call)")
    }
  }

  /// Runs a command, killed at each call in turn, and then again to its end.
  private func check(_ arguments: [String], and next: [String] = []) throws {
    try copyFolder(importer.rider.home.path, to: start / "home")
    let whole = try run(arguments)
    try #require(whole.status == .exited(0), "\(whole.errors)")
    let calls = try log.lines(of: "calls")
    try follow(next)
    let expected = try importer.contents()
    expect(expected.count >= 2)
    var kills = 0
    var seen = 0
    for (number, call) in calls.enumerated() {
      let words = call.split(separator: " ")
      // Its recording and the lock of that come last, at calls whose number differs from run to
      // run.
      let isOfRun = words.last?.contains("/last-run.") == true
      guard words.count > 2, Self.changing.contains(words[1]), !isOfRun,
        words[2].contains("/.local")
      else { continue }
      seen += 1
      guard Self.isFull || seen % 7 == 1 else { continue }
      try reset()
      let killed = try run(arguments, at: number)
      expectEqual(killed.status, .signalled(9), "\(call)")
      kills += 1
      let again = try run(arguments)
      expectEqual(again.status, .exited(0), "\(call): \(again.errors)")
      try follow(next)
      try expectEqual(importer.contents(), expected, "\(call)")
      // Nothing is left to do, and nothing left over.
      let before = try Disk.snapshot(of: importer.store)
      try expectEqual(run(arguments).status, .exited(0))
      try expectEqual(Disk.snapshot(of: importer.store), before, "\(call)")
      let files = try importer.rider.home.snapshot().keys
      expectEqual(files.filter { $0.hasSuffix(".part") }, [], "\(call)")
    }
    expect(kills > 1)
  }

  private func follow(_ next: [String]) throws {
    if next.isEmpty { return }
    let result = try importer.rider.program(next).run()
    expectEqual(result.status, .exited(0), "\(result.errors)")
  }

  /// - Parameter error: how the call fails; 0 kills the process.
  private func run(
    _ arguments: [String], at call: Int? = nil, error: Int32 = 0
  ) throws -> ProgramResult {
    var environment = ["FAULT_FOLDER": importer.rider.home.path, "FAULT_LOG": log / "calls"]
    environment["LD_PRELOAD"] = FaultInjector.path
    if let call { environment["FAULT_CALL"] = "\(call)" }
    environment["FAULT_ERRNO"] = "\(error)"
    return try importer.rider.program(arguments, environment: environment).run()
  }

  private func reset() throws {
    let home = importer.rider.home.path
    for name in Disk.names(in: home) { Disk.remove(home + "/" + name) }
    try copyFolder(start / "home", to: home)
  }
}
