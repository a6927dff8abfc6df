// The overview after real syncs, its cost, and its use in scripts. The gallery has its texts.

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

  /// Sets back the last sync of every source, or of one, by some seconds.
  private static func age(_ rider: Rider, by seconds: Int, source: String? = nil) throws {
    let folder = rider.state + "/stores"
    for name in Disk.names(in: folder) {
      let file = "\(folder)/\(name)/sources.json"
      let notes = try JSONValue(parsing: try #require(try Disk.read(file)))
      let members = try #require(notes.members).map { member in
        guard source == nil || member.name == source,
          let text = member.value["last_sync"]?.string, let end = Timestamp(text)
        else { return "\"\(member.name)\":\(member.value.literal)" }
        return
          "\"\(member.name)\":{\"last_sync\":\"\(Timestamp(seconds: end.seconds - Int64(seconds)))\"}"
      }
      try Disk.write(Array("{\(members.joined(separator: ","))}\n".utf8), to: file)
    }
  }

  private func plain(_ rider: Rider, _ arguments: String...) throws -> ProgramResult {
    try rider.run(["status"] + arguments, environment: Self.utf8)
  }

  /// The numbers in a line.
  private func numbers(_ line: String) -> [Int] {
    line.split { !$0.isNumber }.compactMap { Int($0) }
  }

  // MARK: The overview

  @Test func beforeTheFirstSyncTheNextStepIsShown() throws {
    let rider = try Rider()
    let result = try plain(rider)
    expectEqual([result.brief, result.errors], ["exit 0", ""])
    let steps = ["velo-sync connect files DIR, or connect strava.", "velo-sync --dry-run"]
    expectEqual(steps.filter { !result.output.contains($0) }, [], "\(result.output)")
    expectEqual(Disk.names(in: rider.home.path), [])
    let events = try rider.events("status")
    expectEqual(events.types.filter { $0 != "source" }, ["version", "run_started", "summary"])
    expectEqual(Set(events.of("source").map { $0["state"]?.string }), ["not_connected"])
    expectEqual(events.summary?["scores"]?["strain"]?.isNull, true)
    try rider.signIn(to: .strava)
    let lines = try plain(rider).outputLines
    expectEqual([lines.count == 3, lines.last?.hasSuffix(" velo-sync")], [true, true], "\(lines)")
  }

  @Test func showsEverythingAndTouchesNothing() throws {
    let rider = try Self.synced()
    let before = try Disk.snapshot(of: rider.home.path)
    let requests = rider.strava.server.requests.count + rider.intervals.server.requests.count
    let result = try plain(rider)
    expect(result.isFine)
    let bytes = result.outputBytes
    expect(!bytes.contains(0x1B) || bytes.contains(0x0D))
    // The store, and its sources: five rides are in both.
    expectEqual(result.outputLines.prefix(3).map(numbers), [[30, 50], [30], [5, 50]])
    // The scores are those of the sync's events.
    let events = try Events(plain(rider, "--json"))
    for score in ["recovery", "sleep", "strain"] {
      let value = try #require(events.summary?["scores"]?[score])
      expect(value.isNull || result.output.contains(" \(value.literal) "), "\(score)")
    }
    // Early in a week with many plans, its end is on a second line.
    let parts = ["Mon ", " Sun "]
    expectEqual(parts.filter { !result.output.contains($0) }, [], "\(result.output)")
    try expectEqual(Disk.snapshot(of: rider.home.path), before)
    expectEqual(
      rider.strava.server.requests.count + rider.intervals.server.requests.count, requests)
    try expectEqual(plain(rider, "-q").output, "")
    let spoken = try plain(rider, "--output", "accessible").outputLines
    expectEqual(spoken.filter { !$0.hasSuffix(".") }, [])
    expectEqual(spoken.prefix(3).map { Array(numbers($0).suffix(2)) }, [[], [30, 50], [30]])
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

  /// A version to come may know failures that this one does not.
  @Test func anUnknownFailureIsNotConnected() throws {
    let rider = try Rider.synced(rides: RideBuilder.history(1))
    let stores = rider.state + "/stores"
    for name in Disk.names(in: stores) {
      let path = "\(stores)/\(name)/sources.json"
      guard let bytes = try Disk.read(path) else { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      let failed = text.replacing(
        "{\"last_sync\"", with: "{\"last_error\":\"eclipse\",\"last_sync\"")
      expect(failed != text, "\(text)")
      try Disk.write(Array(failed.utf8), to: path)
    }
    try expectEqual(rider.events("sources").state(of: "strava"), "unavailable")
    for line in try rider.run("sources", environment: ["COLUMNS": "40"]).outputLines {
      expect(line.count <= 40, "\(line)")
    }
  }

  @Test func aFailedSourceHasItsNextStep() throws {
    let rider = try Self.synced()
    rider.intervals.edit { $0.key = "renewed" }
    rider.strava.server.stop()
    try expectEqual(rider.run("--quiet").status, .exited(77))
    let states = try rider.events("status")
    expectEqual(
      ["strava", "intervals"].map { states.state(of: $0) }, ["unavailable", "expired"])
    let lines = try plain(rider).outputLines
    expect(lines[2].contains("last sync failed: no connection. Retry: velo-sync"), "\(lines)")
    expect(lines[4].hasSuffix("velo-sync connect intervals"), "\(lines)")
  }

  @Test func itsRecordingShowsTheSameOverview() throws {
    let rider = try Self.synced()
    let file = rider.home / "run.ndjson"
    try Disk.write(try plain(rider, "--json", "--max-age", "1h").outputBytes, to: file)
    for mode in ["plain", "accessible"] {
      let replayed = try rider.run(
        "replay", "--speed", "max", "-o", mode, file, environment: Self.utf8)
      expectEqual(replayed.status, .exited(0))
      try expectEqual(replayed.outputLines, plain(rider, "-o", mode).outputLines, "\(mode)")
    }
    let shown = try rider.onTerminal("status").run()
    try expectEqual(rider.onTerminal("replay", file).run().terminalBytes, shown.terminalBytes)
  }

  // MARK: Other and damaged stores

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

  @Test func damagedAndNewerStoresAreReported() throws {
    let rider = try Self.synced()
    let year = try #require(Disk.names(in: rider.store + "/scores").last)
    for (file, text, brief) in [
      ("prep.json", "{\"date\":", "exit 65 (bad_input)"),
      ("routine.json", "[]\n", "exit 65 (bad_input)"),
      ("scores/" + year, "{}\n", "exit 65 (bad_input)"),
      ("activities/strava/2020.ndjson", "no record\n", "exit 65 (bad_input)"),
      ("wellness/intervals/2020.ndjson", "no record\n", "exit 65 (bad_input)"),
      ("format", "2\n", "exit 78 (config)"),
    ] {
      let path = rider.store + "/" + file
      let whole = try Disk.read(path)
      try Disk.write(Array(text.utf8), to: path)
      let events = try Events(plain(rider, "--json"))
      expectEqual([events.brief, "\(events.of("source").count)"], [brief, "0"], "\(file)")
      let told = try plain(rider)
      expectEqual([told.brief, told.output], [brief, ""], "\(file)")
      if let whole { try Disk.write(whole, to: path) } else { Disk.remove(path) }
    }
    try expectEqual(plain(rider).status, .exited(0))
  }

  // MARK: In scripts

  @Test func maxAgeDeterminesTheExitCode() throws {
    let rider = try Self.connected()
    func ending(_ arguments: String...) throws -> [String] {
      let events = try rider.events(["status"] + arguments)
      let plain = try rider.run(["status"] + arguments)
      expectEqual(plain.status, events.result.status)
      expectEqual(plain.errorLines.count, events.warnings.count)
      expectEqual(
        events.summary?["exit_code"]?.literal, events.warnings.isEmpty ? "0" : "75")
      return [events.brief] + events.warnings
    }
    try expectEqual(ending("--max-age", "6h"), ["exit 75", "outdated"])
    try rider.sync()
    try expectEqual(ending("--max-age", "6h"), ["exit 0"])
    // One source that was not synced makes it incomplete.
    try Self.age(rider, by: 7 * 3600, source: "intervals")
    try expectEqual(ending("--max-age", "6h"), ["exit 75", "outdated"])
    let quiet = try plain(rider, "-q", "--max-age", "6h")
    expectEqual([quiet.brief, quiet.output + quiet.errors], ["exit 75", ""])
    try expectEqual(plain(rider, "-q", "--max-age", "8h").status, .exited(0))
  }

  /// Runs a line of a shell script from the manual.
  private func shell(_ line: String, _ rider: Rider) throws -> ProgramResult {
    var program = try rider.shell("cd \"$HOME\"; " + line)
    let bin = try BuiltProgram.path(of: "velo-sync").split(separator: "/").dropLast()
    program.environment["PATH"] = "/\(bin.joined(separator: "/")):/usr/bin:/bin"
    return try program.run()
  }

  @Test func aSyncOnlyWhenItIsDue() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(3))
    let line = "velo-sync status -q --max-age 6h || velo-sync"
    let first = try shell(line, rider)
    expectEqual([first.isFine, first.output.contains("3 new")], [true, true])
    let second = try shell(line, rider)
    expectEqual([second.isFine, second.output.isEmpty], [true, true])
    try Self.age(rider, by: 6 * 3600 + 1)
    try expectEqual(shell(line, rider).output.isEmpty, false)
  }

  @Test func aMailOnlyWhenADayWasMissed() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(3))
    let line = "velo-sync 2>err >>log || velo-sync status -q --max-age 1d || cat err >&2"
    try expectEqual(shell(line, rider).errors, "")
    rider.strava.answer("/athlete/activities", with: .loginPage, times: 1000)
    try expectEqual(shell(line, rider).errors, "")
    try Self.age(rider, by: 86_400 + 60)
    try expectEqual(shell(line, rider).brief.hasSuffix(" (bad_reply)"), true)
  }
}
