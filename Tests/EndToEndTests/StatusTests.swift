// The overview after real syncs, its cost, and its use in scripts.

import Model
import Codec
import Support
import Testing

@Suite(.blocking) struct StatusTests {
  private static let utf8 = ["LANG": "C.UTF-8"]

  /// Rides and nights of the last weeks at both services, some of the rides at both.
  private static func connected() throws -> IntervalsRider {
    let now = IntervalsRider.now
    let rides = RideBuilder.history(30, from: now - 60 * 86_400, to: now - 86_400)
    let rider = try IntervalsRider(
      activities: rides.suffix(5).map { IntervalsActivity($0) },
      days: IntervalsDay.nights(50, until: now), rides: rides)
    try rider.rider.connect()
    try rider.connect()
    return rider
  }

  /// The same after a first sync.
  private static func synced() throws -> IntervalsRider {
    let rider = try connected()
    let result = try rider.run("--quiet")
    try #require(result.status == .exited(0), "\(result.errors)")
    try rider.rider.strava.server.settle()
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

  private func plain(_ rider: IntervalsRider, _ arguments: String...) throws -> ProgramResult {
    try rider.program(["status"] + arguments, environment: Self.utf8).run()
  }

  // MARK: The overview

  /// Rides without an FTP or a heart rate: no figure is invented, and missing settings are named.
  @Test func ridesWithoutALoadGiveNoFigures() throws {
    let now = IntervalsRider.now
    let rider = try Rider.connected(
      rides: RideBuilder.history(40, from: now - 60 * 86_400, to: now - 86_400))
    rider.strava.edit { $0.athlete.ftp = nil }
    let events = try rider.events()
    let notices = events.of("notice").filter { $0["code"]?.string == "load_missing" }
    expectEqual(notices.count, 1)
    let message = try #require(notices.first?["message"]?.string)
    #expect(message.hasPrefix("Set --ftp"), "\(message)")
    #expect(message.contains("--max-hr, --rest-hr and --threshold-hr"), "\(message)")
    #expect(message.contains(", to get a load for "), "\(message)")
    let prep = try #require(events.of("prep").last)
    #expect(prep["fitness"] == nil && prep["form"] == nil)
    #expect(prep["suggested_strain"]?["from"] == nil)

    let lines = try rider.run("status", environment: Self.utf8).outputLines
    #expect(lines.contains("Fitness –– · Fatigue –– · Form –– (no activity with a load yet)"))

    let settled = try rider.events(
      "--ftp", "250", "--max-hr", "190", "--rest-hr", "50",
      "--threshold-hr", "170", "--sex", "female")
    #expect(!settled.of("notice").contains { $0["code"]?.string == "load_missing" })
    let figures = try rider.run("status", environment: Self.utf8).outputLines
    #expect(figures.contains { $0.hasPrefix("Fitness ") && !$0.contains("––") })
  }

  @Test func beforeTheFirstSyncTheNextStepIsShown() throws {
    let rider = try Rider()
    let result = try rider.run("status", environment: Self.utf8)
    expectEqual(result.status, .exited(0))
    expectEqual(
      result.outputLines,
      [
        "Not synced yet · nothing stored in ~/.local/share/velo-sync",
        "Nothing is connected. Next: velo-sync connect strava,",
        "  or see it work: velo-sync --dry-run",
      ])
    #expect(result.errors.isEmpty)
    #expect(Disk.names(in: rider.home.path).isEmpty)
    let events = try rider.events("status")
    expectEqual(events.result.status, .exited(0))
    expectEqual(events.types.filter { $0 != "source" }, ["version", "run_started", "summary"])
    #expect(events.of("source").allSatisfy { $0["state"]?.string == "not_connected" })
    #expect(events.summary?["scores"]?["strain"]?.isNull == true)
    try rider.connect()
    try expectEqual(
      rider.run("status", environment: Self.utf8).outputLines,
      [
        "Not synced yet · nothing stored in ~/.local/share/velo-sync",
        "  Strava         connected   never synced", "Next: velo-sync",
      ])
  }

  @Test func showsEverythingAndTouchesNothing() throws {
    let rider = try Self.synced()
    let home = rider.rider.home.path
    let before = try Disk.snapshot(of: home)
    let requests = rider.rider.strava.server.requests.count + rider.intervals.server.requests.count
    let result = try plain(rider)
    expectEqual(result.status, .exited(0))
    #expect(result.errors.isEmpty)
    #expect(!result.outputBytes.contains(0x1B) && !result.outputBytes.contains(0x0D))
    let lines = result.outputLines
    expectEqual(
      lines.prefix(3),
      [
        "Updated just now · 35 activities, 50 days in ~/.local/share/velo-sync",
        "  Strava         connected   just now        30 activities",
        "  Intervals.icu  connected   just now        5 activities, 50 days",
      ])
    let text = result.output
    // The scores are those of the sync's events.
    let events = try Events(plain(rider, "--json"))
    for (name, score) in [("Recovery", "recovery"), ("Sleep", "sleep"), ("Strain", "strain")] {
      let value = try #require(events.summary?["scores"]?[score])
      #expect(text.contains("\(name) ") && (value.isNull || text.contains(" \(value.literal) ")))
    }
    #expect(lines.contains { $0.hasPrefix("Fitness ") && $0.hasSuffix(" six weeks") })
    // Early in a week with many plans, its end is on a second line.
    #expect(lines.contains { $0.hasPrefix("Week   Mon ") } && text.contains(" Sun "))
    #expect(lines.contains { $0.hasPrefix("Today  ") && $0.hasSuffix("(a rule of thumb)") })
    try expectEqual(Disk.snapshot(of: home), before)
    expectEqual(
      rider.rider.strava.server.requests.count + rider.intervals.server.requests.count, requests)
    #expect(try plain(rider, "-q").output.isEmpty)
  }

  @Test func itsEventsEqualTheStore() throws {
    let rider = try Self.synced()
    let events = try Events(plain(rider, "--json"))
    expectEqual(events.result.status, .exited(0))
    expectEqual(
      events.types,
      ["version", "run_started"]
        + [String](repeating: "source", count: Source.allCases.count)
        + [String](repeating: "score", count: 3) + ["fitness", "routine", "prep", "summary"])
    #expect(events.of("run_started").first?["command"]?.string == "status")
    expectEqual(events.of("source").map { $0["activities"]?.integer }, [30, 5, 0, 0, 0, 0, 0])
    #expect(events.of("score").allSatisfy { $0["cached"]?.bool == true })
    let row = try #require(try rider.records("scores").last)
    let fitness = try #require(events.of("fitness").first)
    for name in ["date", "load", "fitness", "fatigue", "form"] {
      expectEqual(fitness[name]?.literal, row[name]?.literal, "\(name)")
    }
    let history = Array(try #require(fitness["history"]?.elements))
    expectEqual(history.count, 43)
    #expect(history.last?["fitness"]?.literal == row["fitness"]?.literal)
    for (type, file) in [("routine", "routine.json"), ("prep", "prep.json")] {
      let event = try #require(events.of(type).first)
      let stored = try JSONValue(
        parsing: try #require(try Disk.read(rider.rider.store + "/" + file)))
      for member in try #require(stored.members) {
        expectEqual(event[member.name]?.compact, member.value.compact, "\(type) \(member.name)")
      }
    }
  }

  @Test func anExpiredSourceHasItsNextStep() throws {
    let rider = try Self.synced()
    rider.intervals.edit { $0.key = "renewed" }
    rider.rider.strava.answer("/athlete/activities", with: .serverError, times: 100)
    try expectEqual(rider.run("--quiet").status, .exited(77))
    let lines = try plain(rider).outputLines
    expectEqual(
      lines.prefix(5),
      [
        "Updated just now · 35 activities, 50 days in ~/.local/share/velo-sync",
        "  Strava         unavailable   just now        30 activities",
        "                 last sync failed (server): velo-sync",
        "  Intervals.icu  expired       just now        5 activities, 50 days",
        "                 velo-sync connect intervals",
      ])
  }

  @Test(arguments: [20, 33, 60, 80, 100, 200])
  func fitsEveryWindow(_ columns: Int) throws {
    let rider = try Self.synced()
    let environment = ["TERM": "xterm-256color", "LANG": "C.UTF-8"]
    let result = try rider.program(["status"], environment: environment)
      .onTerminal(columns: columns, rows: 60).run()
    expectEqual(result.status, .exited(0))
    expectEqual(result.modesBefore, result.modesAfter)
    var screen = TestScreen(columns: columns, rows: 60)
    screen.feed(result.terminalBytes)
    #expect(screen.unknown.isEmpty)
    #expect(screen.visibleLines.allSatisfy { $0.count < columns })
    expectEqual(screen.visibleLines.first?.hasPrefix("Updated just now"), true)
    expectEqual(screen.style(of: "connected"), [32])
    let screenWords = Set(screen.visibleLines.flatMap { $0.split(separator: " ") })
    let plainWords = Set(try plain(rider).outputLines.flatMap { $0.split(separator: " ") })
    // Only the path may be shortened.
    #expect(plainWords.subtracting(screenWords).allSatisfy { $0.contains("/") || $0 == "·" })
  }

  @Test func itsRecordingShowsTheSameOverview() throws {
    let rider = try Self.synced()
    let file = rider.rider.home / "run.ndjson"
    try Disk.write(try plain(rider, "--json", "--max-age", "1h").outputBytes, to: file)
    for mode in ["plain", "accessible"] {
      let replayed = try rider.program(
        ["replay", "--speed", "max", "-o", mode, file], environment: Self.utf8
      ).run()
      expectEqual(replayed.status, .exited(0))
      expectEqual(replayed.outputLines, (try plain(rider, "-o", mode).outputLines), "\(mode)")
    }
    let terminal = ["TERM": "xterm-256color", "LANG": "C.UTF-8"]
    let shown = try rider.program(["status"], environment: terminal).onTerminal().run()
    let again = try rider.program(["replay", file], environment: terminal).onTerminal().run()
    expectEqual(again.terminalBytes, shown.terminalBytes)
  }

  @Test func accessibleOutputIsSentences() throws {
    let rider = try Self.synced()
    let lines = try plain(rider, "--output", "accessible").outputLines
    expectEqual(
      lines.prefix(3),
      [
        "Updated just now.",
        "The store in \(rider.rider.store) contains 35 activities and 50 days.",
        "Strava is connected, last synced just now, with 30 activities.",
      ])
    #expect(lines.contains { $0.hasPrefix("This week: ") })
    #expect(lines.allSatisfy { $0.hasSuffix(".") })
  }

  // MARK: Other and damaged stores

  @Test func theSampleStoreIsMarked() throws {
    let rider = try Rider()
    try expectEqual(rider.run("--sample", "--speed", "max", "-q").status, .exited(0))
    let result = try rider.run("status", "--store", rider.store + "-sample", environment: Self.utf8)
    expectEqual(result.status, .exited(0))
    expectEqual(
      result.outputLines.prefix(4),
      [
        "Updated just now · 183 activities, 120 days in ~/.local/share/velo-sync-sample",
        "  (sample data)", "  Strava         connected   just now        183 activities",
        "  Apple Health   imported    just now        120 days",
      ])
    try expectEqual(rider.run("status", "--sample").status, .exited(64))
    // The real store does not know it.
    #expect(try rider.run("status").output.hasPrefix("Not synced yet"))
  }

  @Test func aStoreInUseCanBeShown() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(250))
    try expectEqual(rider.run("--quiet", "--since", "30d").status, .exited(0))
    let gate = rider.strava.server.hold { $0.path.hasSuffix("/activities") }
    let running = try rider.program("--quiet", "--full").start()
    try gate.waitUntilHeld()
    let result = try rider.run("status")
    expectEqual(result.status, .exited(0))
    #expect(result.output.hasPrefix("Updated just now"))
    gate.release()
    try expectEqual(running.wait().status, .exited(0))
  }

  @Test func damagedAndNewerStoresAreReported() throws {
    let rider = try Self.synced()
    let store = rider.rider.store
    let year = try #require(Disk.names(in: store + "/scores").last)
    let troubles: [(file: String, text: String, exit: Int32, code: String)] = [
      ("prep.json", "{\"date\":", 65, "bad_input"), ("routine.json", "[]\n", 65, "bad_input"),
      ("scores/" + year, "{}\n", 65, "bad_input"),
      ("activities/strava/2020.ndjson", "no record\n", 65, "bad_input"),
      ("wellness/intervals/2020.ndjson", "no record\n", 65, "bad_input"),
      ("format", "2\n", 78, "config"),
    ]
    for trouble in troubles {
      let path = store + "/" + trouble.file
      let whole = try Disk.read(path)
      try Disk.write(Array(trouble.text.utf8), to: path)
      let events = try Events(plain(rider, "--json"))
      expectEqual(events.result.status, .exited(trouble.exit), "\(trouble.file)")
      expectEqual(events.of("error").map { $0["code"]?.string }, [trouble.code], "\(trouble.file)")
      #expect(events.of("source").isEmpty, "\(trouble.file)")
      let told = try plain(rider)
      #expect(told.output.isEmpty && told.errors.contains("(\(trouble.code))"), "\(trouble.file)")
      if let whole { try Disk.write(whole, to: path) } else { Disk.remove(path) }
    }
    try expectEqual(plain(rider).status, .exited(0))
  }

  // MARK: In scripts

  @Test func maxAgeDeterminesTheExitCode() throws {
    let rider = try Self.connected()
    let never = try plain(rider, "--max-age", "6h")
    expectEqual(never.status, .exited(75))
    expectEqual(
      never.errorLines,
      [
        "velo-sync: warning: There has been no complete sync yet. Run velo-sync"
      ])
    #expect(never.output.hasPrefix("Not synced yet"))
    try expectEqual(rider.run("--quiet").status, .exited(0))
    try expectEqual(plain(rider, "--max-age", "6h").status, .exited(0))

    // One source that was not synced makes it incomplete.
    try Self.age(rider.rider, by: 7 * 3600, source: "intervals")
    let old = try plain(rider, "--max-age", "6h")
    expectEqual(old.status, .exited(75))
    #expect(old.output.hasPrefix("Updated just now"))
    #expect(old.errors.hasPrefix("velo-sync: warning: The last complete sync was 7 h"))
    let quiet = try plain(rider, "-q", "--max-age", "6h")
    expectEqual(quiet.status, .exited(75))
    #expect(quiet.output.isEmpty && quiet.errors.isEmpty)
    try expectEqual(plain(rider, "-q", "--max-age", "8h").status, .exited(0))
    let events = try Events(plain(rider, "--json", "--max-age", "6h"))
    #expect(events.of("warning").first?["code"]?.string == "outdated")
    #expect(events.summary?["exit_code"]?.integer == 75)
  }

  /// Runs a line of a shell script from the manual.
  private func shell(_ line: String, _ rider: Rider) throws -> ProgramResult {
    let bin = try BuiltProgram.path(of: "velo-sync").split(separator: "/").dropLast()
    var program = try rider.program()
    program.path = "/bin/sh"
    program.arguments = ["-c", "cd \"$HOME\"; " + line]
    program.environment["PATH"] = "/\(bin.joined(separator: "/")):/usr/bin:/bin"
    return try program.run()
  }

  /// A wrap receives the sources, and does not take them for newly connected or disconnected.
  @Test func inAWrapSourcesAreRows() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(3))
    try expectEqual(rider.run("--quiet").status, .exited(0))
    for mode in ["plain", "accessible"] {
      let result = try shell("velo-sync wrap -o \(mode) -- velo-sync status", rider)
      expectEqual(result.status, .exited(0))
      #expect(result.output.contains("Strava") && result.output.contains("3 activities"))
      #expect(!result.output.contains("Connected to") && !result.output.contains("Disconnected"))
    }
    var program = try rider.onTerminal("wrap", "--", "velo-sync", "status", columns: 100)
    let bin = program.path.split(separator: "/").dropLast().joined(separator: "/")
    program.environment["PATH"] = "/\(bin):/usr/bin:/bin"
    let shown = String(decoding: try program.run().terminalBytes, as: UTF8.self)
    #expect(shown.contains("connected       just now        3 activities"))
    #expect(!shown.contains("Disconnected"))
  }

  @Test func aSyncOnlyWhenItIsDue() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(3))
    let line = "velo-sync status -q --max-age 6h || velo-sync"
    let first = try shell(line, rider)
    #expect(first.status == .exited(0) && first.output.contains("Updated: 3 new"))
    let second = try shell(line, rider)
    #expect(second.status == .exited(0) && second.output.isEmpty && second.errors.isEmpty)
    try Self.age(rider, by: 6 * 3600 + 1)
    #expect(try shell(line, rider).output.contains("Updated: nothing new"))
  }

  @Test func aMailOnlyWhenADayWasMissed() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(3))
    let line = "velo-sync 2>err >>log || velo-sync status -q --max-age 1d || cat err >&2"
    #expect(try shell(line, rider).errors.isEmpty)
    rider.strava.answer("/athlete/activities", with: .serverError, times: 1000)
    #expect(try shell(line, rider).errors.isEmpty)
    try Self.age(rider, by: 86_400 + 60)
    #expect(try shell(line, rider).errors.contains("Strava is temporarily unavailable."))
  }
}
