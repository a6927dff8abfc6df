// `velo-sync emit`: reports invalid events and write errors.

import Support
import Testing

@Suite(.blocking) struct EmitTests {
  private let rider: Rider

  init() throws { rider = try Rider() }

  private func emit(_ arguments: String, to target: String) throws -> ProgramResult {
    let path = try BuiltProgram.path(of: "velo-sync")
    return try Program(
      "/bin/sh", ["-c", "exec \(path) emit \(arguments) 3>\(target)"],
      environment: ["VELO_SYNC_EVENTS_FD": "3", "HOME": rider.home.path, "PATH": "/usr/bin:/bin"]
    ).run()
  }

  @Test(arguments: [
    ("status", "status has no text"), ("progress fraction=2", "fraction is out of range"),
    ("progress done=-1", "done is out of range"),
    ("progress done=x", "done is not a whole number from 0 on"),
    ("waiting reason=retry seconds=1e10", "seconds is out of range"),
    ("score score=strain date=now", "date is not a date such as 2026-11-20"),
  ])
  func faultsOfAnEventAreNamed(_ arguments: String, _ fault: String) throws {
    let file = rider.home / "events"
    let result = try emit(arguments, to: file)
    expectEqual(result.status, .exited(64))
    expectEqual(result.errorLines.first, "velo-sync: Invalid event: \(fault). (usage)")
    try expectEqual(Disk.read(file), [])
  }

  @Test func aFractionMayBeginWithItsPoint() throws {
    let file = rider.home / "events"
    try expectEqual(emit("progress fraction=.5", to: file).status, .exited(0))
    try expectEqual(Disk.read(file), Array(#"{"type":"progress","fraction":0.5}"#.utf8) + [0x0A])
  }

  @Test func customTypesAreAccepted() throws {
    let file = rider.home / "events"
    try expectEqual(emit("lap n=1", to: file).status, .exited(0))
    try expectEqual(Disk.read(file), Array(#"{"type":"lap","n":1}"#.utf8) + [0x0A])
  }

  @Test(.enabled(if: Disk.exists("/dev/full"), "needs /dev/full"))
  func aFullDeviceIsAnError() throws {
    let result = try emit("status text=x", to: "/dev/full")
    expectEqual(result.status, .exited(74))
    expectEqual(
      result.errors,
      "velo-sync: Couldn't write the event to VELO_SYNC_EVENTS_FD (disk full). (storage)\n")
  }
}
