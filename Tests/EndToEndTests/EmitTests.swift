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

  /// Each fault names the member.
  @Test(arguments: [
    ("status", "text"), ("progress fraction=2", "fraction"), ("progress done=-1", "done"),
    ("progress done=x", "done"), ("waiting reason=retry seconds=1e10", "seconds"),
    ("score score=strain date=now", "date"),
  ])
  func faultsOfAnEventAreNamed(_ arguments: String, _ member: String) throws {
    let result = try emit(arguments, to: rider.home / "events")
    expectEqual(result.brief, "exit 64 (usage)")
    expect(result.errors.contains(" \(member)"), "\(result.errors)")
    try expectEqual(rider.home.read("events"), "")
  }

  /// A fraction that begins with its point, and a type of the script's own.
  @Test(arguments: [
    ("progress fraction=.5", #"{"type":"progress","fraction":0.5}"#),
    ("lap n=1", #"{"type":"lap","n":1}"#),
  ])
  func eventsAreWritten(_ arguments: String, _ event: String) throws {
    try expectEqual(emit(arguments, to: rider.home / "events").status, .exited(0))
    try expectEqual(rider.home.read("events"), event + "\n")
  }

  /// A script works without its wrap.
  @Test func withoutAWrapNothingIsDone() throws {
    for arguments in [["status", "text=x"], ["lap", "n=1"]] {
      let result = try rider.run(["emit"] + arguments)
      expectEqual([result.brief, result.output + result.errors], ["exit 0", ""])
    }
    try expectEqual(rider.run("emit", "progress", "fraction=2").brief, "exit 64 (usage)")
    expectEqual(Disk.names(in: rider.home.path), [])
  }

  @Test(.enabled(if: Disk.exists("/dev/full"), "needs /dev/full"))
  func aFullDeviceIsAnError() throws {
    let result = try emit("status text=x", to: "/dev/full")
    expectEqual(result.brief, "exit 74 (storage)")
    expect(result.errors.contains("VELO_SYNC_EVENTS_FD"))
  }
}
