// Output of the process: closed, full and slow outputs, signals, and terminals.

import Codec
import Support
import Testing

@Suite(.serialized, .blocking) struct OutputTests {
  @Test func aReaderThatLeavesEndsTheRunBySIGPIPE() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(500))
    let gate = rider.strava.server.hold(path: "/api/v3/athlete/activities")
    let running = try rider.program("--json").start()
    try running.wait(for: "downloading_activities")
    running.closeReading()
    let result = try running.wait()
    expectEqual(result.status, .signalled(13))
    #expect(result.errors.isEmpty)
    gate.release()
    try expectEqual(rider.events().result.status, .exited(0))
    try expectEqual(rider.storedIDs().count, 500)
  }

  @Test(.enabled(if: Disk.exists("/dev/full"), "needs /dev/full"))
  func aFullOutputIsReportedOnce() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(5))
    for arguments in [[], ["--json"], ["--help"], ["--version"], ["sources"]] {
      var program = try rider.program(arguments)
      program.output = .file("/dev/full")
      let result = try program.run()
      expectEqual(result.status, .exited(74), "\(arguments)")
      expectEqual(
        result.errorLines,
        [
          "velo-sync: Couldn't write to standard output (disk full). (storage)"
        ], "\(arguments)")
    }
  }

  @Test func aClosedOutputIsAnErrorAndClosedErrorsAreNot() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(5))
    var program = try rider.program()
    program.output = .closed
    try expectEqual(program.run().status, .exited(74))
    program = try rider.program()
    program.errors = .closed
    program.input = .closed
    try expectEqual(program.run().status, .exited(0))
    try expectEqual(rider.storedIDs().count, 5)
  }

  @Test func stopsOnASignalAndIsKilledByIt() throws {
    for signal in [Int32(2), 15, 1] {
      let rider = try Rider.connected(rides: RideBuilder.history(500))
      let gate = rider.holdLaterPages()
      let running = try rider.program("--json").start()
      try gate.waitUntilHeld(1)
      running.signal(signal)
      let result = try running.wait()
      expectEqual(result.status, .signalled(signal))
      let events = try Events(result)
      expectEqual(events.types.last, "summary")
      #expect(events.summary?["outcome"]?.string == "interrupted")
      #expect(events.summary?["exit_code"]?.integer == Int64(128 + signal))
      gate.release()
      // Downloaded records are kept: the first page is not requested again.
      let asked = rider.strava.listRequests.count
      try expectEqual(rider.events().count("new"), 500)
      let next = try #require(rider.strava.listRequests.dropFirst(asked).first)
      let after = try #require(next.query["after"].flatMap { Int($0) })
      let oldest = try #require(rider.strava.edit { $0.rides.all.first?.start })
      #expect(after > oldest)
    }
  }

  @Test func offATerminalThereIsNoEscapeAndNoCarriageReturn() throws {
    let rider = try Rider.connected(rides: RideBuilder.oddRides())
    for arguments in [["--verbose"], ["--json", "--verbose"], ["--color", "always"], ["sources"]] {
      let result = try rider.program(arguments, environment: ["TERM": "xterm", "LANG": "C.UTF-8"])
        .run()
      #expect(!result.outputBytes.contains(0x1B) && !result.outputBytes.contains(0x0D))
      #expect(!result.errorBytes.contains(0x1B) && !result.errorBytes.contains(0x0D))
    }
  }

  @Test func aTerminalSeesOneBlockAndThenOneResult() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(400))
    let gate = rider.holdLaterPages()
    let running = try rider.onTerminal().start()
    try running.wait(for: "200 so far")
    try running.wait(for: "Strain ◌")
    try running.wait(for: "━")
    var screen = TestScreen(columns: 80, rows: 24)
    screen.feed(running.received(.terminal))
    expectEqual(screen.visibleLines.count, 3)
    #expect(screen.visibleLines[0].contains("Downloading Strava activities…"))
    #expect(screen.visibleLines[1].hasPrefix("◐ Routine ━"))
    gate.release()
    let result = try running.wait()
    expectEqual(result.status, .exited(0))
    expectEqual(result.modesBefore, result.modesAfter)
    screen = TestScreen(columns: 80, rows: 24)
    screen.feed(result.terminalBytes)
    expectEqual(screen.visibleLines.first?.hasPrefix("✓ Updated just now: 400 new"), true)
    expectEqual(screen.transcript.filter { $0.contains("Updated") }.count, 1)
    #expect(!screen.text.contains("Downloading"))
    expectEqual(screen.cursor.column, 0)
    #expect(screen.unknown.isEmpty)
    #expect(screen.isCursorVisible)
  }

  @Test func ctrlCOnATerminalIsReportedAndRestoresIt() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(400))
    let gate = rider.strava.server.hold(path: "/api/v3/athlete/activities")
    let running = try rider.onTerminal().start()
    try running.wait(for: "Downloading")
    running.write("\u{3}")
    let result = try running.wait()
    gate.release()
    expectEqual(result.status, .signalled(2))
    expectEqual(result.modesBefore, result.modesAfter)
    var screen = TestScreen(columns: 80, rows: 24)
    screen.feed(result.terminalBytes)
    expectEqual(screen.visibleLines.last, "! Stopped. What was downloaded is kept.")
    expectEqual(screen.cursor.column, 0)
  }

  @Test func waitingForAnotherRunIsShown() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(10))
    let gate = rider.strava.server.hold(path: "/api/v3/athlete/activities")
    let first = try rider.program("--quiet").start()
    try gate.waitUntilHeld(1)
    let patient = try rider.onTerminal("--wait", "1m").start()
    let seen = try patient.wait(for: "Another sync is running. Waiting until")
    var screen = TestScreen(columns: 80, rows: 24)
    screen.feed(seen)
    expectEqual(screen.visibleLines.first?.contains("Another sync is running."), true)
    gate.release()
    try expectEqual(first.wait().status, .exited(0))
    let result = try patient.wait()
    expectEqual(result.status, .exited(0))
    expectEqual(result.modesBefore, result.modesAfter)
    screen = TestScreen(columns: 80, rows: 24)
    screen.feed(result.terminalBytes)
    expectEqual(screen.visibleLines.first?.hasPrefix("✓ Updated just now: nothing new"), true)
    #expect(!screen.text.contains("Another sync"))
  }

  /// Ctrl-\ kills at once, but leaves neither the block nor a terminal without echo.
  @Test func theQuitKeyLeavesTheTerminalInOrder() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(400))
    let gate = rider.strava.server.hold(path: "/api/v3/athlete/activities")
    let running = try rider.onTerminal().start()
    try running.wait(for: "Downloading")
    running.write("\u{1C}")
    let result = try running.wait()
    gate.release()
    expectEqual(result.status, .signalled(3))
    expectEqual(result.modesBefore, result.modesAfter)
    var screen = TestScreen(columns: 80, rows: 24)
    screen.feed(result.terminalBytes)
    #expect(!screen.text.contains("Downloading") && !screen.text.contains("Routine"))
  }

  @Test func helpAndVersionAreTextEverywhere() throws {
    let rider = try Rider()
    try expectEqual(rider.run("--version").output, "velo-sync 0.1.0\n")
    try expectEqual(rider.run("--json", "--version").output, "velo-sync 0.1.0\n")
    try expectEqual(rider.run("--nonsense", "--help").status, .exited(0))
  }

  @Test func helpAndTheReadmeHaveOneTableOfExitCodes() throws {
    var program = try Rider().program("--help")
    program.environment["COLUMNS"] = "200"
    let help = try program.run().outputLines.compactMap { line -> ExitRow? in
      let words = line.split(separator: " ", maxSplits: 1)
      guard words.count == 2, let code = Int(words[0]) else { return nil }
      let parts = words[1].split(separator: "[", maxSplits: 1)
      let errors = parts.count == 2 ? parts[1].dropLast() : ""
      return ExitRow(code: code, errors: String(errors), meaning: trimmed(parts[0]))
    }
    let readme = String(#filePath.dropLast("Tests/EndToEndTests/OutputTests.swift".count))
    let text = String(decoding: try #require(try Disk.read(readme + "README.md")), as: UTF8.self)
    let table = text.split(separator: "\n").compactMap { line -> ExitRow? in
      guard line.hasPrefix("|") else { return nil }
      let cells = line.split(separator: "|").map { trimmed($0) }
      guard cells.count == 3, let code = Int(cells[0]) else { return nil }
      return ExitRow(code: code, errors: cells[1].filter { $0 != "`" }, meaning: cells[2])
    }
    expectEqual(help.map(\.code), [0, 1, 10, 64, 65, 66, 68, 69, 70, 74, 75, 76, 77, 78])
    expectEqual(help, table)
  }

  /// Without blanks on both sides.
  private func trimmed(_ text: Substring) -> String {
    String(String(text.drop { $0 == " " }).reversed().drop { $0 == " " }.reversed())
  }

  @Test func quietShowsOnlyErrors() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(5))
    let fine = try rider.run("--quiet")
    #expect(fine.output.isEmpty && fine.errors.isEmpty)
    let both = try Events(try rider.run("--quiet", "--json"))
    expectEqual(both.types, ["version", "summary"])
    rider.strava.server.stop()
    try expectEqual(rider.run("--quiet").errorLines.count, 2)
  }
}

/// An exit code and its meaning.
private struct ExitRow: Equatable {
  let code: Int
  /// The names of its errors.
  let errors: String
  let meaning: String
}
