// Signals during a wait: what is left behind, and that the process exits.

import Codec
import Support
import Testing

@Suite(.blocking) struct LeavingTests {
  @Test func `Ctrl-C during a sign-in stores nothing`() throws {
    let rider = try Rider()
    let running = try rider.connecting("--json").start()
    let url = try rider.strava.approve(Events.signInURL(running))
    running.signal(2)
    let events = try Events(running.wait())
    expectEqual(events.brief, "signal 2")
    expectEqual(events.summary?["outcome"]?.string, "interrupted")
    expect(!Disk.exists(rider.credentials))
    // Nothing listens any more.
    #expect(throws: (any Error).self) { try Browser.get(url) }
  }

  /// Downloaded records are kept but not yet in the store: the run that stores them counts them,
  /// and does not request them again.
  @Test(arguments: Tier.cases([2, 15, 1] as [Int32], quick: 2))
  func `a signal during a download keeps it and counts nothing`(_ signal: Int32) throws {
    let rider = try Rider.connected(rides: RideBuilder.history(400))
    let gate = rider.holdLaterPages()
    let running = try rider.program("--json").start()
    try gate.waitUntilHeld(1)
    running.signal(signal)
    let events = try Events(running.wait())
    expectEqual([events.brief, events.types.last], ["signal \(signal)", "summary"])
    expectEqual(events.summary?["outcome"]?.string, "interrupted")
    expectEqual(events.summary?["exit_code"]?.integer, Int64(128 + signal))
    gate.release()
    let asked = rider.strava.listRequests.count
    try expectEqual(rider.events().brief, "exit 0: 400 new")
    expectEqual(rider.strava.listRequests.dropFirst(asked).contains { $0.isFirstPage }, false)
  }

  @Test func `Ctrl-C during a revocation deletes nothing`() throws {
    let rider = try Rider.synced(rides: RideBuilder.history(5))
    let store = try Disk.snapshot(of: rider.store)
    let credentials = try Disk.read(rider.credentials)
    let gate = rider.strava.server.hold(path: "/oauth/revoke")
    let running = try rider.program("disconnect", "strava", "--purge", "--yes").start()
    try gate.waitUntilHeld(1)
    running.signal(2)
    try expectEqual(running.wait().brief, "signal 2")
    try expectEqual(Disk.snapshot(of: rider.store), store)
    try expectEqual(Disk.read(rider.credentials), credentials)
    gate.release()
    try expectEqual(rider.run("disconnect", "strava", "--purge", "--yes").status, .exited(0))
    expect(!Disk.exists(rider.store + "/activities/strava"))
  }

  /// A refresh that has begun is awaited after the first Ctrl-C.
  @Test func `the second Ctrl-C leaves at once`() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(5))
    rider.strava.edit { $0.grants.expireAccessTokens() }
    rider.strava.answer("/oauth/token", with: .raw(then: .silence))
    let running = try rider.program().start()
    try rider.strava.server.waitForRequest(path: "/oauth/token")
    running.signal(2)
    try running.wait(for: Marks.stopping)
    running.signal(2)
    try running.finish(.signalled(2))
    try expectEqual(rider.events().brief, "exit 0: 5 new")
  }

  @Test(.long) func `a full pipe does not block Ctrl-C`() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(Self.pages))
    let running = try startIntoAFullPipe(rider)
    running.signal(2)
    running.signal(2)
    let result = try running.wait()
    expectEqual(result.brief, "signal 2")
    expect(!result.output.contains("\"summary\""))
    rider.strava.edit { $0.rides.pageLengths = [:] }
    try rider.sync()
    try expectEqual(rider.storedIDs().count, Self.pages)
  }

  /// Another writer keeps the pipe full.
  @Test func `a full pipe does not block the timeout`() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(5))
    rider.strava.answer("/athlete", with: .raw(then: .silence))
    var program = try rider.program()
    program.arguments = [
      "-c", #"yes & read go; "$0" --json --timeout 200ms; code=$?; kill $!; exit $code"#,
      program.path,
    ]
    program.path = "/bin/sh"
    program.input = .pipe
    let running = try program.start()
    try running.wait(for: "y\ny\n")
    running.pauseReading(.output)
    running.write("go\n")
    try running.finish(.exited(75))
  }

  /// On SIGUSR1, where a person reads.
  @Test(arguments: Tier.cases([["--plain"], ["--quiet"], ["--json"]], quick: 2))
  func `progress is reported to a reader`(_ mode: [String]) throws {
    let rider = try Rider.connected(rides: RideBuilder.history(400))
    let gate = rider.holdLaterPages()
    let running = try rider.program(mode).start()
    try gate.waitUntilHeld(1)
    running.signal(Signals.usr1)
    if mode == ["--plain"] { try running.wait(for: Marks.firstPage) }
    gate.release()
    let reports = try running.finish().outputLines.count { $0.contains(Marks.firstPage) }
    expectEqual(reports, mode == ["--plain"] ? 1 : 0)
  }

  /// Enough requests, each an event, to fill a pipe (64 KiB) more than once.
  private static let pages = 300

  /// A run that has requested everything while its reader does not read.
  private func startIntoAFullPipe(_ rider: Rider) throws -> RunningProgram {
    let lengths = (1...Self.pages).map { ($0, 1) }
    rider.strava.edit { $0.rides.pageLengths = Dictionary(uniqueKeysWithValues: lengths) }
    let running = try rider.program("--json", "--verbose").start()
    running.pauseReading(.output)
    try rider.strava.server.waitForRequest(Self.pages, path: "/api/v3/athlete/activities")
    return running
  }
}
