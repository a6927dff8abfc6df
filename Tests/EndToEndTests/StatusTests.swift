// The overview beside the store, and while a sync runs.

import Codec
import Model
import Support
import Testing

@Suite(.blocking) struct StatusTests {
  private static let utf8 = ["LANG": "C.UTF-8"]

  /// Rides and nights of the last weeks at both services, some of the rides at both.
  private static func connected() throws -> Rider {
    let now = Rider.now
    let rides = RideBuilder.history(30, from: now - 60 * 86_400, to: now - 86_400)
    return try Rider.connected(
      to: .strava, .intervals, rides: rides,
      activities: rides.suffix(5).map { IntervalsActivity($0) },
      days: IntervalsDay.nights(50, until: now))
  }

  /// The same after a first sync.
  private static func synced() throws -> Rider {
    let rider = try connected()
    try rider.sync()
    try rider.strava.server.settle()
    return rider
  }

  private func plain(_ rider: Rider, _ arguments: String...) throws -> ProgramResult {
    try rider.run(["status"] + arguments, environment: Self.utf8)
  }

  @Test func itsEventsEqualTheStore() throws {
    let rider = try Self.synced()
    let events = try Events(plain(rider, "--json"))
    expectEqual(
      events.types,
      ["version", "run_started"]
        + [String](repeating: "source", count: Source.allCases.count)
        + [String](repeating: "score", count: 3) + [
          "fitness", "activity", "routine", "prep", "summary",
        ])
    expectEqual(events.of("run_started").first?["command"]?.string, "status")
    expectEqual(events.of("source").map { $0["activities"]?.integer }, [30, 5, 0, 0, 0, 0, 0])
    expectEqual(events.of("score").map { $0["cached"]?.bool }, [true, true, true])
    // The summary has everything once more, for one line of jq.
    let status = try #require(events.summary?["status"])
    expectEqual(status["sources"]?.elements?.count, Source.allCases.count)
    expectEqual(status["scores"]?.compact, events.summary?["scores"]?.compact)
    expectEqual(status["week"]?.compact, events.of("routine").first?["week"]?.compact)
    expectEqual(status["fitness"]?["form"]?.literal, events.of("fitness").first?["form"]?.literal)
    expectEqual(status["latest_ride"]?["id"]?.string, events.of("activity").first?["id"]?.string)
    expect(status["last_sync"]?.string != nil)
    let row = try #require(try rider.records("scores").last)
    let fitness = try #require(events.of("fitness").first)
    for name in ["date", "load", "fitness", "fatigue", "form"] {
      expectEqual(fitness[name]?.literal, row[name]?.literal, "\(name)")
    }
    let history = Array(try #require(fitness["history"]?.elements))
    expectEqual(history.count, 43)
    expectEqual(history.last?["fitness"]?.literal, row["fitness"]?.literal)
    for (type, file) in [("routine", "routine.json"), ("prep", "prep.json")] {
      let event = try #require(events.of(type).first)
      let stored = try JSONValue(parsing: try #require(try Disk.read(rider.store + "/" + file)))
      for member in try #require(stored.members) {
        expectEqual(event[member.name]?.compact, member.value.compact, "\(type) \(member.name)")
      }
    }
  }

  @Test func aStoreInUseCanBeShown() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(250))
    try rider.sync("--since", "30d")
    let gate = rider.strava.server.hold { $0.path.hasSuffix("/activities") }
    let running = try rider.program("--quiet", "--full").start()
    try gate.waitUntilHeld()
    let commands = ["status", "sources", "chart", "rides", "ride"]
    for command in commands { try expectEqual(rider.run(command).isFine, true, "\(command)") }
    let shown = try plain(rider).outputLines.first
    expect(
      shown.map {
        $0.hasPrefix("A sync is running (since ")
          && $0.hasSuffix("Z, Downloading Strava activities).")
      })
    let spoken = try plain(rider, "-o", "accessible").outputLines.first
    expect(
      spoken.map {
        $0.hasPrefix("A sync has") && $0.hasSuffix(", now downloading activities from Strava.")
      })
    let told = try rider.events("status")
    expectEqual(told.of("notice").map { $0["code"]?.string }, ["sync_running"])
    expect(told.summary?["status"]?["running_since"]?.string != nil)
    gate.release()
    try running.finish()
    try expectEqual(rider.events("status").of("notice").count, 0)
    // Nor is a service asked; what it has sent is no member of an event.
    try rider.strava.server.settle()
    let asked = rider.strava.server.requests.count
    expect(try rider.records().last?["raw"] != nil)
    let activities = try commands.flatMap { try rider.events($0).of("activity") }
    expectEqual([activities.isEmpty, activities.contains { $0["raw"] != nil }], [false, false])
    expectEqual(rider.strava.server.requests.count, asked)
  }

  /// Its lock has its note, and its recording goes on with no end.
  @Test func aSyncThatWasKilledIsNotRunning() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(3))
    let gate = rider.strava.server.hold { $0.path.hasSuffix("/activities") }
    let running = try rider.program("--quiet").start()
    try gate.waitUntilHeld()
    // Nothing is stored yet, and the next step is under way.
    let lines = try plain(rider).outputLines
    expectEqual(lines.filter { $0.contains("running") }.count, 1)
    expectEqual(lines.last?.hasSuffix(" velo-sync"), false)
    running.kill()
    try running.finish(.signalled(9))
    gate.release()
    try expectEqual(plain(rider).output.contains("running"), false)
  }
}
