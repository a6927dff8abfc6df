// Syncs that are interrupted at their requests, and the next sync.

import Support
import Testing

@Suite(.blocking) struct InterruptedSyncTests {
  /// The cause of the interruption.
  enum Interruption: CaseIterable {
    /// The service stops answering.
    case refused
    /// The process is killed while it waits for an answer.
    case killed
  }

  /// Full pages, four of which are requested at a time.
  @Test(.long, arguments: Interruption.allCases)
  func `interrupted between parallel pages`(_ cut: Interruption)
    throws
  {
    try cutEverywhere(cut, Self.rides(1100), pageLengths: [:], atLeast: 7)
  }

  /// Short pages, one after the other: a first sync of 20 requests.
  @Test(.long, arguments: Interruption.allCases)
  func `interrupted between sequential pages`(
    _ cut: Interruption
  ) throws {
    let lengths = Dictionary(uniqueKeysWithValues: (1...18).map { ($0, 4) })
    try cutEverywhere(cut, Self.rides(75), pageLengths: lengths, atLeast: 20)
  }

  /// A short time, but over the end of a year: each day costs a row of scores.
  private static func rides(_ count: Int) -> [Ride] {
    RideBuilder.history(count, from: Civil(2025, 11, 1).epoch)
  }

  /// The store of an interrupted run ends up equal to that of an uninterrupted one, byte for byte,
  /// whichever request is the last to be answered.
  private func cutEverywhere(
    _ cut: Interruption, _ rides: [Ride], pageLengths: [Int: Int], atLeast least: Int
  ) throws {
    let rider = try Rider.connected(rides: rides)
    rider.strava.edit { $0.rides.pageLengths = pageLengths }
    try rider.sync()
    let whole = try rider.contents()
    try rider.strava.server.settle()
    let requests = rider.strava.listRequests.count
    expect(requests >= least, "\(requests)")
    // How many pages beyond the end are requested depends on the load of the machine.
    let certain = requests - 4
    for request in cut == .refused ? 1...requests : 0...certain {
      // A new store, as on a first run.
      let store = rider.home / "store-\(request)"
      try rider.strava.server.settle()
      switch cut {
      case .refused:
        let ending = try refuse(request, rider, store)
        expect(ending == .exited(75) || request > certain, "request \(request)")
      case .killed: try kill(atRequest: request, rider, store)
      }
      try rider.sync("--store", store)
      try expectEqual(rider.contents(of: store), whole, "request \(request)")
    }
  }

  private func refuse(_ request: Int, _ rider: Rider, _ store: String) throws -> ProgramStatus {
    rider.strava.answer(
      "/athlete/activities", with: rider.strava.account.usedUp(86_400), nth: request, times: 4)
    defer { rider.strava.behave() }
    return try rider.run("--quiet", "--wait", "0s", "--store", store).status
  }

  private func kill(atRequest request: Int, _ rider: Rider, _ store: String) throws {
    // One request precedes the list: it reads the athlete.
    let gate = rider.strava.server.hold(request: rider.strava.server.requests.count + 1 + request)
    let running = try rider.program("--quiet", "--store", store).start()
    try gate.waitUntilHeld()
    running.signal(9)
    try expectEqual(running.wait().status, .signalled(9), "request \(request)")
    gate.release()
  }

  /// Killed at one of its requests, a run loses and repeats nothing.
  @Test(.long, arguments: [(Rider.Service.intervals, [2, 4, 6]), (.wahoo, [2, 4, 9, 12])])
  func `a killed run loses and repeats nothing`(_ service: Rider.Service, _ requests: [Int]) throws
  {
    let rider = try Rider.connected(
      to: service, activities: IntervalsActivity.history(900, until: Rider.now),
      workouts: WahooWorkout.history(300, until: Rider.now))
    try rider.sync()
    let folder = "/activities/\(service)"
    let whole = try rider.contents(of: rider.store + folder)
    let server = rider.server(of: service)
    for request in requests {
      let store = rider.home / "store-\(request)"
      try server.settle()
      let gate = server.hold(request: server.requests.count + request)
      let running = try rider.program("--quiet", "--store", store).start()
      try gate.waitUntilHeld(1)
      running.signal(9)
      try expectEqual(running.wait().status, .signalled(9))
      gate.release()
      try rider.sync("--store", store)
      try expectEqual(rider.contents(of: store + folder), whole, "request \(request)")
    }
  }

  @Test(arguments: [(Rider.Service.strava, "/api/v3/athlete"), (.wahoo, "/v1/user")])
  func `a rotated token is on disk before it is used`(_ service: Rider.Service, _ path: String)
    throws
  {
    let rider = try Rider.with(3, connectedTo: service)
    rider.strava.edit { $0.grants.expireAccessTokens() }
    rider.wahoo.edit { $0.grants.expireAccessTokens() }
    let server = rider.server(of: service)
    let gate = server.hold(path: path)
    let running = try rider.program("--quiet").start()
    // The first request is refused with 401; the second carries the new token.
    try gate.waitUntilHeld(1)
    gate.release(1)
    try gate.waitUntilHeld(1)
    let token = try #require(server.requests(of: path).last?.bearerToken)
    running.signal(9)
    try expectEqual(running.wait().status, .signalled(9))
    try expectEqual(rider.credential("access_token", of: service), token)
    gate.release()
    try rider.sync()
  }
}
