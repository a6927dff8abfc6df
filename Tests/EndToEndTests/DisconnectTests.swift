// Signing out, and deleting the records of a service.

import Codec
import Support
import Testing

@Suite(.blocking) struct DisconnectTests {
  /// What is sent to the service.
  private static let revocations: [Rider.Service: [String]] = [
    .strava: ["POST /oauth/revoke"], .intervals: [], .wahoo: ["DELETE /v1/permissions"],
  ]

  @Test(arguments: Rider.Service.allCases)
  func disconnectingForgetsAndRevokes(_ service: Rider.Service) throws {
    let rider = try Rider.with(3, connectedTo: service)
    try rider.sync()
    let secrets = try ["api_key", "client_secret", "refresh_token", "access_token"].compactMap {
      try rider.credential($0, of: service)
    }
    let server = rider.server(of: service)
    let asked = server.requests.count
    try expectEqual(rider.run("disconnect", service.rawValue).isFine, true)
    expectEqual(
      server.requests.dropFirst(asked).map { "\($0.method) \($0.path)" },
      Self.revocations[service])
    let file = String(decoding: try #require(try Disk.read(rider.credentials)), as: UTF8.self)
    expectEqual(secrets.filter { file.contains($0) }, [])
    try expectEqual(rider.storedIDs(service).count, 3)
    try expectEqual(rider.events("sources").state(of: service.rawValue), "not_connected")
  }

  @Test func purgingAsksForTheName() throws {
    let rider = try Rider.synced(rides: RideBuilder.history(5))
    let before = try Disk.snapshot(of: rider.store)
    for word in ["Strava", "yes", "", nil] {
      let running = try rider.onTerminal("disconnect", "strava", "--purge").start()
      try running.wait(for: Marks.confirm)
      if let word { running.write(word + "\n") } else { running.closeInput() }
      try running.finish(.exited(1))
    }
    try expectEqual(Disk.snapshot(of: rider.store), before)
    expectEqual(rider.strava.server.requests(of: "/oauth/revoke").count, 0)
    let running = try rider.onTerminal("disconnect", "strava", "--purge").start()
    let asked = String(decoding: try running.wait(for: Marks.confirm), as: UTF8.self)
    // What is at stake, and what is not.
    for words in [
      "deletes 5 Strava activities from this computer", "Nothing is deleted at Strava.",
    ] {
      expect(
        asked.split { " \r\n".contains($0) }.joined(separator: " ").contains(words), "\(asked)")
    }
    running.write("strava\n")
    try running.finish()
    expectEqual(rider.strava.server.requests(of: "/oauth/revoke").count, 1)
    expect(!Disk.exists(rider.store + "/activities/strava"))
  }
}
