// The event stream in a file, with any renderer.

import Codec
import Support
import Testing

@Suite(.blocking) struct RecordTests {
  @Test(.needs("bash")) func aClosedPipeCausesOnlyAWarning() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(5))
    let pipe = rider.home / "pipe"
    // The reader is there from the start, reads one line and leaves; the run is held until then.
    let gate = rider.strava.server.hold(path: "/api/v3/athlete/activities")
    var shell = try rider.program("--plain", "--events", pipe)
    shell.arguments =
      [
        "-c", "mkfifo \(pipe); exec 9<> \(pipe); head -n 1 <&9 9<&- & exec \"$@\" 9<&-", "sh",
        shell.path,
      ] + shell.arguments
    shell.path = Program.find("bash") ?? ""
    let running = try shell.start()
    try gate.waitUntilHeld(1)
    try running.wait(for: "\"version\"")
    gate.release()
    try running.finish()
    try expectEqual(rider.storedIDs().count, 5)
    expectEqual(Disk.entry(pipe)?.kind, .other)
  }

  @Test func aKilledRunIsKeptAsACrash() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(400))
    let gate = rider.holdLaterPages()
    let running = try rider.program("--quiet").start()
    try gate.waitUntilHeld(1)
    // A parallel run is not recorded, not even one that finds the store in use.
    try expectEqual(rider.run("--quiet").status, .exited(75))
    running.kill()
    _ = try running.wait()
    gate.release()
    let part = try Disk.read(rider.lastRun + ".part")
    expectEqual(part?.isEmpty, false)
    try rider.sync()
    try expectEqual(Disk.read(rider.state + "/crashed-run.ndjson"), part)
    expect(!Disk.exists(rider.lastRun + ".part"))
    try expectEqual(rider.lines(of: rider.lastRun).last?["type"]?.string, "summary")
  }
}
