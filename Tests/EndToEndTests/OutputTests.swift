// Output of the process: closed, full and slow outputs, and endless ones.

import Codec
import Support
import Testing

@Suite(.blocking) struct OutputTests {
  @Test func aReaderThatLeavesEndsTheRunBySIGPIPE() throws {
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

  @Test func offATerminalThereIsNoEscapeAndNoCarriageReturn() throws {
    let rider = try Rider.connected(rides: RideBuilder.oddRides())
    for arguments in [["--verbose"], ["--json", "--verbose"], ["--color", "always"], ["sources"]] {
      let result = try rider.run(arguments, environment: Rider.terminal)
      let bytes = result.outputBytes + result.errorBytes
      expect(!bytes.contains(0x1B) || bytes.contains(0x0D), "\(arguments)")
    }
  }

  @Test func quietShowsOnlyErrors() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(5))
    let fine = try rider.run("--quiet")
    expectEqual([fine.brief, fine.output + fine.errors], ["exit 0", ""])
    try expectEqual(rider.events("--quiet").types, ["version", "summary"])
    rider.strava.server.stop()
    try expectEqual(rider.run("--quiet").errorLines.count, 2)
  }

  /// A guarantee of the helpers: endless output is not read beyond a limit.
  @Test func endlessOutputIsLimited() throws {
    let result = try Program("/bin/sh", ["-c", "exec yes"]).run()
    expectEqual([result.brief, "\(result.outputBytes.count < 1 << 27)"], ["signal 13", "true"])
  }
}
