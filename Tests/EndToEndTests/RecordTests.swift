// The event stream in a file and in a pipe, with any renderer.

import Codec
import Model
import Support
import Testing

@Suite(.blocking) struct RecordTests {
  @Test(.needs("bash")) func `a closed pipe causes only a warning`() throws {
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

  @Test func `a killed run is kept as a crash`() throws {
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

  @Test func `a reader that leaves ends the run by SIGPIPE`() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(500))
    let gate = rider.strava.server.hold(path: "/api/v3/athlete/activities")
    let running = try rider.program("--json").start()
    try running.wait(for: "downloading_activities")
    running.closeReading()
    let result = try running.wait()
    expectEqual([result.brief, result.errors], ["signal 13", ""])
    gate.release()
    try rider.sync()
    try expectEqual(rider.storedIDs().count, 500)
  }

  @Test(.long) func `a last run has a limited size`() throws {
    // Events of almost 1 MiB each: notices, then errors.
    let script = #"""
      long=$(head -c 1000000 /dev/zero | tr '\0' x)
      for n in 1 2 3 4 5 6 7 8 9 10 11 12; do
        echo '{"type":"notice","message":"'"$long"'"}' >&"$VELO_SYNC_EVENTS_FD"
      done
      for n in 1 2 3 4; do
        echo '{"type":"error","message":"'"$long"'"}' >&"$VELO_SYNC_EVENTS_FD"
      done
      exit 3
      """#
    let rider = try Rider()
    try expectEqual(
      rider.run("wrap", "--quiet", "--", "sh", "-c", script).status, .exited(3))
    let kept = try #require(try Disk.read(rider.lastRun))
    expect((8_000_000...16_000_000).contains(kept.count), "\(kept.count)")
    let last = try #require(NDJSON(kept).lines.last)
    try expectEqual(JSONValue(parsing: kept, in: last)["type"]?.string, "summary")
  }
}
