// Progress that wrapped programs print is the bar, the percentage and the time left.

import Codec
import Support
import Testing

@Suite(.blocking) struct PrintedBarTests {
  private let rider: Rider

  init() throws { rider = try Rider() }

  private func fractions(_ script: String, _ arguments: String...) throws -> [Double] {
    let program = try rider.program(["wrap", "--json"] + arguments + ["--", "sh", "-c", script])
    return try Events(try program.run()).of("progress").compactMap { $0["fraction"]?.double }
  }

  @Test func percentagesBecomeEvents() throws {
    let script = "for i in 10 40 70 100; do echo \"[$i%] Building\"; done"
    try expectEqual(fractions(script).last, 1)
    #expect(try fractions(script, "--no-detect").isEmpty)
  }

  @Test func countsBecomeEvents() throws {
    let script = "for i in 1 2 3 4; do echo \"[$i/8] Compiling file$i.c\"; done"
    let program = try rider.program(["wrap", "--json", "--", "sh", "-c", script])
    let last = try Events(try program.run()).of("progress").last
    #expect(last?["done"]?.integer == 4 && last?["total"]?.integer == 8)
  }

  /// A line that is drawn again and again, and never ends.
  @Test func redrawnPercentagesBecomeEvents() throws {
    let script = "for i in 10 40 70; do printf '\\r%s%% done' $i; echo at $i >&2; read go; done"
    let running = try rider.program(["wrap", "--json", "--", "sh", "-c", script])
      .onTerminal(columns: 200).start()
    for step in [10, 40, 70] {
      try running.wait(for: "at \(step)")
      running.write("\n")
    }
    let result = try running.wait()
    #expect(String(decoding: result.terminalBytes, as: UTF8.self).contains(#""fraction":0.7"#))
  }

  @Test func ordinaryOutputHasNoBar() throws {
    let script = "echo 2026-03-14 10:20:30 version 1.2.3; echo 50% of 3/4; ls -l /; df /"
    #expect(try fractions(script).isEmpty)
  }

  @Test func theCommandsOwnEventsWin() throws {
    let script = """
      "$VELO_SYNC" emit progress fraction=0.25; \
      for i in 10 40 70 100; do printf '\\r%s%% done' $i; done; echo
      """
    let program = try rider.program(
      ["wrap", "--json", "--", "sh", "-c", script],
      environment: ["VELO_SYNC": try BuiltProgram.path(of: "velo-sync")])
    let events = try Events(try program.run()).of("progress").compactMap { $0["fraction"]?.double }
    expectEqual(events.last, 0.25)
  }

  @Test func theLineShowsTheBarAndWhatIsDone() throws {
    let gate = try CommandGate()
    let script = """
      for i in 1 2 3 4 5 6; do echo "[$i/12] Compiling file$i.c"; done; \(gate.wait)
      """
    let running = try rider.program(
      ["wrap", "--title", "Building", "--", "sh", "-c", script],
      environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8"]
    ).onTerminal(columns: 90).start()
    try running.wait(for: "Building · Compiling file6.c")
    try running.wait(for: "6 of 12")
    gate.letGo()
    try expectEqual(running.wait().status, .exited(0))
  }

  /// A full bar does not stay for what the command does afterwards.
  @Test func aFullBarEndsWithOtherWork() throws {
    let gate = try CommandGate()
    let script = """
      for i in 1 2 3; do echo "[$i/3] step"; done; sleep 2.2; echo other work; \(gate.wait)
      """
    let running = try rider.program(
      ["wrap", "--title", "Job", "--", "sh", "-c", script],
      environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8"]
    ).onTerminal().start()
    func lines(_ bytes: [UInt8]) -> [String] {
      var screen = TestScreen(columns: 80, rows: 24)
      screen.feed(bytes)
      return screen.visibleLines
    }
    try running.wait(for: "the full bar") { lines($0).last?.hasSuffix("100 %") == true }
    try running.wait(for: "the line alone") {
      lines($0).last?.contains("Job · other work") == true
    }
    gate.letGo()
    try expectEqual(running.wait().status, .exited(0))
  }
}
