// Progress that wrapped programs print is the bar, the percentage and the time left.

import Codec
import Support
import Testing

@Suite(.blocking) struct PrintedBarTests {
  private let rider: Rider

  init() throws { rider = try Rider() }

  /// A line that is drawn again and again, and never ends.
  @Test func redrawnPercentagesBecomeEvents() throws {
    let script = "for i in 10 40 70; do printf '\\r%s%% done' $i; echo at $i >&2; read go; done"
    let running = try rider.wrap(script, ["--json"]).onTerminal(columns: 200).start()
    for step in [10, 40, 70] {
      try running.wait(for: "at \(step)")
      running.write("\n")
    }
    try expectEqual(running.wait().sent.contains(#""fraction":0.7"#), true)
  }

  @Test func theLineShowsTheBarAndWhatIsDone() throws {
    let gate = try CommandGate()
    let script = """
      for i in 1 2 3 4 5 6; do echo "[$i/12] Compiling file$i.c"; done; \(gate.wait)
      """
    let running = try rider.wrapOnTerminal(script, ["--title", "Building"], columns: 90).start()
    try running.wait(for: "Building · Compiling file6.c")
    try running.wait(for: "6 of 12")
    gate.letGo()
    try running.finish()
  }

  /// A full bar does not stay for what the command does afterwards, once that has lasted two
  /// seconds.
  @Test(.long) func aFullBarEndsWithOtherWork() throws {
    let gate = try CommandGate()
    let script = """
      for i in 1 2 3; do echo "[$i/3] step"; done; sleep 2.2; echo other work; \(gate.wait)
      """
    let running = try rider.wrapOnTerminal(script, ["--title", "Job"]).start()
    try running.see("the full bar") { $0.last?.hasSuffix("100 %") == true }
    try running.seeLast("Job · other work")
    gate.letGo()
    try running.finish()
  }
}
