// What leaves the process: closed, full and slow outputs, signals, and terminals.

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
    #expect(result.status == .signalled(13))
    #expect(result.errors.isEmpty)
    gate.release()
    #expect(try rider.events().result.status == .exited(0))
    #expect(try rider.storedIDs().count == 500)
  }

  @Test func aFullOutputIsSaidOnce() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(5))
    for arguments in [[], ["--json"], ["--help"], ["--version"], ["sources"]] {
      var program = try rider.program(arguments)
      program.output = .file("/dev/full")
      let result = try program.run()
      #expect(result.status == .exited(74), "\(arguments)")
      #expect(
        result.errorLines == [
          "velo-sync: Couldn't write to standard output (disk full). (storage)"
        ], "\(arguments)")
    }
  }

  @Test func aClosedOutputIsAnErrorAndClosedErrorsAreNot() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(5))
    var program = try rider.program()
    program.output = .closed
    #expect(try program.run().status == .exited(74))
    program = try rider.program()
    program.errors = .closed
    program.input = .closed
    #expect(try program.run().status == .exited(0))
    #expect(try rider.storedIDs().count == 5)
  }

  @Test func stopsOnASignalAndIsKilledByIt() throws {
    for signal in [Int32(2), 15, 1] {
      let rider = try Rider.connected(rides: RideBuilder.history(500))
      let gate = rider.strava.server.hold(where: {
        $0.path.hasSuffix("/activities") && $0.query["after"] != "1"
      })
      let running = try rider.program("--json").start()
      try gate.waitUntilHeld(1)
      running.signal(signal)
      let result = try running.wait()
      #expect(result.status == .signalled(signal))
      let events = try Events(result)
      #expect(events.types.last == "summary")
      #expect(events.summary?["outcome"]?.string == "interrupted")
      #expect(events.summary?["exit_code"]?.integer == Int64(128 + signal))
      gate.release()
      // What was downloaded is kept: the first page is not asked for again.
      #expect(try rider.events().count("new") == 500)
    }
  }

  @Test func aPausedReaderDoesNotHoldCtrlC() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(3000))
    let running = try rider.program("--json", "--verbose").start()
    try running.wait(for: "version")
    running.pauseReading(.output)
    running.signal(2)
    running.signal(2)
    running.resumeReading(.output)
    #expect(try running.wait().status == .signalled(2))
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
    let gate = rider.strava.server.hold(where: {
      $0.path.hasSuffix("/activities") && $0.query["after"] != "1"
    })
    let environment = ["TERM": "xterm-256color", "LANG": "C.UTF-8"]
    let running = try rider.program([], environment: environment).onTerminal(columns: 80).start()
    try running.wait(for: "200 so far")
    try running.wait(for: "━")
    var screen = TestScreen(columns: 80, rows: 24)
    screen.feed(running.received(.terminal))
    #expect(screen.visibleLines.count == 2)
    #expect(screen.visibleLines[0].contains("Downloading Strava activities…"))
    #expect(screen.visibleLines[1].hasPrefix("◐ Routine ━"))
    gate.release()
    let result = try running.wait()
    #expect(result.status == .exited(0))
    #expect(result.modesBefore == result.modesAfter)
    screen = TestScreen(columns: 80, rows: 24)
    screen.feed(result.terminalBytes)
    #expect(screen.visibleLines.first?.hasPrefix("✓ Updated just now: 400 new") == true)
    #expect(screen.transcript.filter { $0.contains("Updated") }.count == 1)
    #expect(!screen.text.contains("Downloading"))
    #expect(screen.cursor.column == 0)
    #expect(screen.unknown.isEmpty)
    #expect(screen.isCursorVisible)
  }

  @Test func ctrlCOnATerminalSaysSoAndRestoresIt() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(400))
    let gate = rider.strava.server.hold(path: "/api/v3/athlete/activities")
    let environment = ["TERM": "xterm", "LANG": "C.UTF-8"]
    let running = try rider.program([], environment: environment).onTerminal().start()
    try running.wait(for: "Downloading")
    running.write("\u{3}")
    let result = try running.wait()
    gate.release()
    #expect(result.status == .signalled(2))
    #expect(result.modesBefore == result.modesAfter)
    var screen = TestScreen(columns: 80, rows: 24)
    screen.feed(result.terminalBytes)
    #expect(screen.visibleLines.last == "! Stopped. What was downloaded is kept.")
    #expect(screen.cursor.column == 0)
  }

  @Test func helpAndVersionAreTextEverywhere() throws {
    let rider = try Rider()
    #expect(try rider.run("--version").output == "velo-sync 0.1.0\n")
    #expect(try rider.run("--json", "--version").output == "velo-sync 0.1.0\n")
    #expect(try rider.run("--nonsense", "--help").status == .exited(0))
    let help = try rider.run("--help").output
    for code in ["0", "1", "10", "64", "65", "66", "68", "69", "70", "74", "75", "76", "77", "78"] {
      #expect(
        help.split(separator: "\n").contains { $0.split(separator: " ").first == Substring(code) })
    }
  }

  @Test func quietSaysNothingButErrors() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(5))
    let fine = try rider.run("--quiet")
    #expect(fine.output.isEmpty && fine.errors.isEmpty)
    let both = try Events(try rider.run("--quiet", "--json"))
    #expect(both.types == ["version", "summary"])
    rider.strava.server.stop()
    #expect(try rider.run("--quiet").errorLines.count == 2)
  }
}
