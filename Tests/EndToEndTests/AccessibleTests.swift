// The accessible face of the real binary: its lines, and typed answers.

import Support
import Testing

@Suite(.blocking) struct AccessibleTests {
  private let mode = ["--sample", "--speed", "max", "--output", "accessible"]

  /// A terminal's lines, including the echo of typed text.
  private func lines(_ result: ProgramResult) -> [String] {
    var screen = TestScreen(columns: 200, rows: 100)
    screen.feed(result.terminalBytes)
    #expect(screen.unknown.isEmpty)
    return screen.visibleLines
  }

  private func isSpeakable(_ bytes: [UInt8]) -> Bool {
    let allowed = Set(" .,:;?!'\"()-/_\n".utf8)
    return bytes.allSatisfy { byte in
      let character = Character(Unicode.Scalar(byte))
      return allowed.contains(byte) || (byte < 0x80 && (character.isLetter || character.isNumber))
    }
  }

  @Test func aSyncIsSentencesFromLoadingToItsResult() throws {
    let rider = try Rider()
    let result = try rider.program(mode).run()
    expectEqual(result.status, .exited(0))
    #expect(result.errorBytes.isEmpty)
    #expect(isSpeakable(result.outputBytes), "\(result.output)")
    let lines = result.outputLines
    expectEqual(lines.first, "Loading.")
    for line in [
      "Stage 1 of 3: Routine.", "Stage 2 of 3: Prep.", "Stage 3 of 3: Saving.",
      "Downloading 183 activities from Strava.", "Saving your data.", "Sync complete.",
    ] {
      expectEqual(lines.filter { $0 == line }.count, 1, "\(line)")
    }
    #expect(lines.contains { $0.hasPrefix("Strava is done: 183 new activities, in ") })
    #expect(lines.contains { $0.hasPrefix("Apple Health is done: 120 nights, in ") })
    for score in ["Recovery ", "Sleep ", "Strain "] {
      expectEqual(lines.filter { $0.hasPrefix(score) }.count, 1, "\(score)")
    }
    expectEqual(
      lines.last?.hasPrefix(
        "The sync brought 183 new activities and 120 nights from Apple Health. "), true)
  }

  @Test func theEnvironmentAndTheConfigFileCanAskForIt() throws {
    let rider = try Rider()
    let byVariable = try rider.run(
      "--sample", "--speed", "max", "-n", environment: ["VELO_SYNC_OUTPUT": "accessible"])
    expectEqual(byVariable.outputLines.first, "Loading.")
    let config = rider.home / "config"
    try Disk.write(Array("--output accessible\n".utf8), to: config)
    let byFile = try rider.run("--sample", "--speed", "max", "-n", "--config", config)
    expectEqual(byFile.outputLines.first, "Loading.")
    // It is never chosen automatically.
    try expectEqual(rider.run("--sample", "--speed", "max", "-n").output.contains("Loading"), false)
  }

  @Test func aFailureIsASentenceOnStandardError() throws {
    let rider = try Rider()
    let result = try rider.program(mode + ["--simulate", "network"]).run()
    expectEqual(result.status, .exited(68))
    expectEqual(
      result.errorLines,
      [
        "Error: Unable to connect to Strava. Check your connection and run velo-sync again."
      ])
    expectEqual(result.outputLines.last?.hasPrefix("The sync failed after "), true)
    // Nobody can type an answer.
    #expect(!result.output.contains("Type retry"))
    // Also for errors before the options are known, and with --quiet.
    let wrong = try rider.run("--output", "accessible", "--jsno")
    expectEqual(wrong.status, .exited(64))
    expectEqual(wrong.errorLines, ["Error: Unknown option --jsno. Did you mean --json?"])
    let quiet = try rider.program(mode + ["--simulate", "network", "--quiet"]).run()
    expectEqual(quiet.errorLines, result.errorLines)
    #expect(quiet.outputBytes.isEmpty)
  }

  @Test func aTypedWordRetriesAndAnotherCancels() throws {
    let rider = try Rider.connected()
    rider.strava.answer(.firstPage, with: .loginPage, times: 2)
    let running = try rider.program("--output", "accessible")
      .onTerminal(columns: 200, rows: 100).start()
    let prompt = "Type retry or cancel and press Enter."
    var seen = try running.wait(for: prompt).count
    running.write("maybe\n")
    seen = try running.wait(for: prompt, from: seen).count
    running.write("Retry\n")
    try running.wait(for: "Trying again.", from: seen)
    seen = try running.wait(for: prompt, from: seen).count
    running.write("cancel\n")
    let result = try running.wait()
    expectEqual(result.status, .exited(76))
    expectEqual(result.modesBefore, result.modesAfter)
    #expect(!result.terminalBytes.contains(0x1B))
    let lines = lines(result)
    expectEqual(lines.filter { $0 == prompt }.count, 3)
    expectEqual(lines.last?.hasPrefix("The sync failed after "), true)
    #expect(lines.contains("maybe"))
  }

  @Test func theEndOfTheInputAndNoInputCancel() throws {
    let rider = try Rider()
    let arguments = mode + ["--simulate", "auth"]
    let running = try rider.program(arguments).onTerminal(columns: 200, rows: 100).start()
    try running.wait(for: "Type sign in or cancel and press Enter.")
    running.closeInput()
    try expectEqual(running.wait().status, .exited(77))
    let silent = try rider.program(arguments + ["--no-input"]).onTerminal().run()
    expectEqual(silent.status, .exited(77))
    #expect(!lines(silent).contains { $0.hasPrefix("Type ") })
    // With the output in a file, nobody hears the prompt.
    var program = try rider.program(arguments).onTerminal()
    program.output = .pipe
    let unheard = try program.run()
    expectEqual(unheard.status, .exited(77))
    #expect(!unheard.output.contains("Type "))
  }

  @Test func ctrlCAtThePromptStops() throws {
    let rider = try Rider()
    let running = try rider.program(mode + ["--simulate", "timeout"])
      .onTerminal(columns: 200, rows: 100).start()
    try running.wait(for: "Type retry or cancel and press Enter.")
    running.write("\u{3}")
    let result = try running.wait()
    expectEqual(result.status, .signalled(2))
    expectEqual(lines(result).suffix(1), ["Stopped. What was downloaded is kept."])
  }

  @Test func aRetryThatWorksEndsWell() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(5))
    rider.strava.answer(.firstPage, with: .loginPage)
    let running = try rider.program("--output", "accessible")
      .onTerminal(columns: 200, rows: 100).start()
    try running.wait(for: "Type retry or cancel and press Enter.")
    running.write("r\n")
    let result = try running.wait()
    expectEqual(result.status, .exited(0))
    let lines = lines(result)
    #expect(lines.contains("Trying again."))
    #expect(lines.contains { $0.hasPrefix("Strava is done: 5 new activities, in ") })
    expectEqual(lines.last?.hasPrefix("The sync brought 5 new activities. It took "), true)
  }
}
