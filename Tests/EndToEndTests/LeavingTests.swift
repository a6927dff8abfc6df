// Signals during a wait: what is left behind, and how fast the process exits.

import Codec
import Support
import Testing

@Suite(.serialized, .blocking) struct LeavingTests {
  @Test func ctrlCDuringASignInStoresNothing() throws {
    let rider = try Rider()
    let application = rider.strava.edit { $0.application }
    var program = try rider.program(
      "connect", "strava", "--client-id", application.clientID, "--json")
    program.input = .text(application.clientSecret + "\n")
    let running = try program.start()
    let url = try rider.strava.approve(Events.signInURL(running))
    running.signal(2)
    let result = try running.wait()
    expectEqual(result.status, .signalled(2))
    let events = try Events(result)
    #expect(events.summary?["outcome"]?.string == "interrupted")
    #expect(events.of("error").isEmpty)
    #expect(!Disk.exists(rider.state + "/credentials.json"))
    // Nothing listens any more.
    #expect(throws: (any Error).self) { try Browser.get(url) }
  }

  /// Downloaded records are kept but not yet in the store: the run that stores them counts them.
  @Test func ctrlCBeforeAnythingIsSavedCountsNothing() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(400))
    let gate = rider.holdLaterPages()
    let running = try rider.program("--json").start()
    try running.wait(for: "downloading_activities")
    try gate.waitUntilHeld(1)
    running.signal(2)
    let events = try Events(try running.wait())
    #expect(events.summary?["outcome"]?.string == "interrupted")
    expectEqual(events.count("new"), 0)
    gate.release()
    try expectEqual(rider.events().count("new"), 400)
  }

  @Test func ctrlCDuringARevocationDeletesNothing() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(5))
    try expectEqual(rider.run("--quiet").status, .exited(0))
    let store = try Disk.snapshot(of: rider.store)
    let credentials = try Disk.read(rider.state + "/credentials.json")
    let gate = rider.strava.server.hold(path: "/oauth/revoke")
    let running = try rider.program("disconnect", "strava", "--purge", "--yes").start()
    try gate.waitUntilHeld(1)
    running.signal(2)
    let result = try running.wait()
    expectEqual(result.status, .signalled(2))
    try expectEqual(Disk.snapshot(of: rider.store), store)
    try expectEqual(Disk.read(rider.state + "/credentials.json"), credentials)
    #expect(!result.errors.contains("(network)"))
    gate.release()
    try expectEqual(rider.run("disconnect", "strava", "--purge", "--yes").status, .exited(0))
    #expect(!Disk.exists(rider.store + "/activities/strava"))
  }

  /// A refresh that has begun is awaited for five seconds after the first Ctrl-C.
  @Test func theSecondCtrlCLeavesAtOnce() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(5))
    rider.strava.edit { $0.expireAccessTokens() }
    rider.strava.answer(.path("/oauth/token"), with: .silence)
    let asked = rider.strava.server.requests(of: "/oauth/token").count
    var program = try rider.program([], environment: ["LANG": "C.UTF-8"])
    program.patience = 4
    let running = try program.start()
    try rider.strava.server.waitForRequest(asked + 1, path: "/oauth/token")
    running.signal(2)
    try running.wait(for: "Stopping… (Ctrl-C again leaves at once)")
    running.signal(2)
    try expectEqual(running.wait().status, .signalled(2))
    try expectEqual(rider.events().count("new"), 5)
  }

  @Test func aFullPipeDoesNotBlockCtrlC() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(Self.pages))
    let running = try startIntoAFullPipe(rider)
    running.signal(2)
    running.signal(2)
    let result = try running.wait()
    expectEqual(result.status, .signalled(2))
    #expect(result.errors.isEmpty)
    #expect(!result.output.contains("\"summary\""))
    rider.strava.edit { $0.rides.pageLengths = [:] }
    try expectEqual(rider.events().result.status, .exited(0))
    try expectEqual(rider.storedIDs().count, Self.pages)
  }

  @Test func aFullPipeDoesNotBlockTheTimeout() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(Self.pages))
    let running = try startIntoAFullPipe(rider, "--timeout", "10s")
    let result = try running.wait()
    expectEqual(result.status, .exited(75))
    #expect(!result.output.contains("\"summary\""))
  }

  @Test func progressIsReportedOnSIGUSR1() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(400))
    let gate = rider.holdLaterPages()
    let running = try rider.program().start()
    try gate.waitUntilHeld(1)
    running.signal(10)
    try running.wait(for: "Downloading Strava activities: 200 so far (")
    gate.release()
    let result = try running.wait()
    expectEqual(result.status, .exited(0))
    expectEqual(result.outputLines.filter { $0.contains("200 so far") }.count, 1)
  }

  @Test(arguments: ["--json", "--quiet"])
  func progressIsNotReportedWithoutAReader(_ mode: String) throws {
    let rider = try Rider.connected(rides: RideBuilder.history(400))
    let gate = rider.holdLaterPages()
    let running = try rider.program(mode).start()
    try gate.waitUntilHeld(1)
    running.signal(10)
    gate.release()
    let result = try running.wait()
    expectEqual(result.status, .exited(0))
    #expect(try Events(result).types.allSatisfy { !$0.isEmpty })
    #expect(!(result.output + result.errors).contains("200 so far"))
  }

  /// Enough requests, each an event, to fill a pipe (64 KiB) more than once.
  private static let pages = 300

  /// A run that has requested everything while its reader does not read.
  private func startIntoAFullPipe(
    _ rider: Rider, _ arguments: String...
  ) throws -> RunningProgram {
    let lengths = (1...Self.pages).map { ($0, 1) }
    rider.strava.edit {
      $0.rides.pageLengths = Dictionary(uniqueKeysWithValues: lengths)
    }
    let running = try rider.program(["--json", "--verbose"] + arguments).start()
    running.pauseReading(.output)
    try rider.strava.server.waitForRequest(Self.pages, path: "/api/v3/athlete/activities")
    return running
  }
}
