// Signing out, and deleting the records of a service.

import Codec
import Support
import Testing

@Suite(.blocking) struct DisconnectTests {
  /// What is sent to the service.
  private static let revocations: [Rider.Service: [String]] = [
    .strava: ["POST /oauth/revoke"], .intervals: [], .wahoo: ["DELETE /v1/permissions"],
  ]

  /// The records stay until they are purged, but no new ones would arrive: cron must notice.
  @Test(arguments: Rider.Service.allCases)
  func disconnectingForgetsAndPurgingDeletes(_ service: Rider.Service) throws {
    let rider = try Rider.with(3, connectedTo: service)
    rider.intervals.edit { $0.days = IntervalsDay.nights(5, until: Rider.now) }
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
    try expectEqual(rider.run("--quiet").brief, "exit 78 (not_connected)")
    try expectEqual(rider.events("sources").state(of: service.rawValue), "not_connected")
    let again = try rider.events("disconnect", service.rawValue)
    expectEqual(again.brief, "exit 78 (not_connected)")
    expectEqual(again.of("error").first?["hint"]?.string?.contains("--purge"), true)

    try expectEqual(
      rider.run("disconnect", service.rawValue, "--purge").brief, "exit 64 (usage)")
    let purge = try rider.events("disconnect", service.rawValue, "--purge", "--yes")
    expectEqual(purge.brief, "exit 0")
    let notice = purge.of("notice").first { $0["code"]?.string == "records_deleted" }
    let count = service == .intervals ? "8" : "3"
    expectEqual(notice?["message"]?.string?.contains(" \(count) "), true)
    for folder in ["activities", "wellness"] {
      expect(!Disk.exists("\(rider.store)/\(folder)/\(service)"))
    }
    try expectEqual(rider.run().brief, "exit 78 (not_connected)")
  }

  @Test(arguments: [Rider.Service.strava, .wahoo])
  func withoutAnAnswerEverythingIsForgottenAllTheSame(_ service: Rider.Service) throws {
    let rider = try Rider.connected(to: service)
    rider.server(of: service).stop()
    let events = try rider.events("disconnect", service.rawValue)
    expectEqual([events.brief] + events.warnings, ["exit 0", "not_revoked"])
    try expectEqual(
      rider.run("disconnect", service.rawValue).brief, "exit 78 (not_connected)")
  }

  /// No service is signed in there, and the real sign-in is not touched.
  @Test func theSampleStoreHasNothingToDisconnect() throws {
    let rider = try Rider.connected()
    try rider.sync("--sample", "--speed", "max")
    let result = try rider.run("disconnect", "strava", "--store", rider.store + "-sample")
    expectEqual(result.brief, "exit 64 (usage)")
    expect(Disk.exists(rider.credentials))
  }

  /// The sample athlete uses no sign-in, and where none was there is nothing to forget.
  @Test func whatWasNotConnectedIsNotDisconnected() throws {
    let rider = try Rider()
    try rider.sync("--sample", "--speed", "max")
    let purge = try rider.run("disconnect", "strava", "--purge", "--yes")
    expectEqual(purge.brief, "exit 0")
    for word in ["sample", "Disconnected"] { expect(!purge.output.contains(word)) }
    try rider.signIn(to: .strava)
    let events = try rider.events("disconnect", "strava")
    expectEqual(events.of("notice").map { $0["code"]?.string }, [])
    expectEqual(events.of("source").count, 1)
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
