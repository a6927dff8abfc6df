// The accessible renderer of the real binary: typed answers.

import Support
import Testing

@Suite(.blocking) struct AccessibleTests {
  private let rider: Rider
  private let mode = ["--sample", "--speed", "max", "--output", "accessible"]

  init() throws { rider = try Rider(rides: RideBuilder.history(5)) }

  private func start(_ arguments: [String]) throws -> RunningProgram {
    try rider.program(arguments).onTerminal(columns: 200, rows: 100).start()
  }

  /// A terminal's lines, including the echo of typed text.
  private func lines(_ result: ProgramResult) -> [String] {
    result.screenLines(columns: 200, rows: 100)
  }

  @Test func aTypedWordRetriesAndAnotherCancels() throws {
    try rider.signIn(to: .strava)
    rider.strava.answer(.firstPage, with: .loginPage, times: 2)
    let running = try start(["--output", "accessible"])
    var seen = try running.wait(for: Marks.typedAnswer).count
    running.write("maybe\n")
    seen = try running.wait(for: Marks.typedAnswer, from: seen).count
    running.write("Retry\n")
    try running.wait(for: Marks.retrying, from: seen)
    seen = try running.wait(for: Marks.typedAnswer, from: seen).count
    running.write("cancel\n")
    let result = try running.finish(.exited(76))
    expect(!result.terminalBytes.contains(0x1B))
    let lines = lines(result)
    expectEqual(lines.filter { $0.hasSuffix(Marks.typedAnswer) }.count, 3)
    expect(lines.contains("maybe"))
    // A retry that works ends well.
    rider.strava.answer(.firstPage, with: .loginPage)
    let again = try start(["--output", "accessible"])
    try again.wait(for: Marks.typedAnswer)
    again.write("r\n")
    try again.finish()
    try expectEqual(rider.storedIDs().count, 5)
  }

  @Test func theEndOfTheInputAndNoInputCancel() throws {
    let arguments = mode + ["--simulate", "auth"]
    let running = try start(arguments)
    try running.wait(for: Marks.typedAnswer)
    running.closeInput()
    try running.finish(.exited(77))
    let silent = try rider.program(arguments + ["--no-input"]).onTerminal().run()
    // With the output in a file, nobody hears the prompt.
    var program = try rider.program(arguments).onTerminal()
    program.output = .pipe
    for result in [silent, try program.run()] {
      expectEqual(result.status, .exited(77))
      expectEqual((result.sent + result.output).contains(Marks.typedAnswer), false)
    }
  }

  @Test func ctrlCAtThePromptStops() throws {
    let running = try start(mode + ["--simulate", "timeout"])
    try running.wait(for: Marks.typedAnswer)
    running.write("\u{3}")
    let result = try running.finish(.signalled(2))
    expectEqual(lines(result).last?.hasPrefix(String(Marks.stopped.dropFirst(2))), true)
  }
}
