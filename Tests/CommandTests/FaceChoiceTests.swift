// Which face is chosen in which situation.

import Flags
import Support
import Model
import Terminal
import Testing

@testable import Command

@Suite(.blocking) struct FaceChoiceTests {
  private func choice(
    _ arguments: [String], terminal: Bool, variables: [String: String] = [:]
  ) throws -> FaceChoice {
    var environment = ["TERM": "xterm"]
    for (name, value) in variables { environment[name] = value }
    let invocation = Invocation.parse(
      arguments: arguments, environment: environment, config: nil, today: Day(number: 20_000),
      home: nil)
    guard case .run(let options) = invocation else { throw SyncFailure.internal("no run") }
    let device = Device(
      isTerminal: terminal, window: terminal ? WindowSize(columns: 80, rows: 24) : nil)
    let capabilities = Capabilities(
      devices: Devices(input: device, output: device, error: device), environment: environment)
    return try FaceChoice.choose(options, capabilities).choice
  }

  @Test func automaticallyLiveOnATerminalOnly() throws {
    try expectEqual(choice([], terminal: true), .live)
    try expectEqual(choice([], terminal: false), .plain)
    try expectEqual(choice([], terminal: true, variables: ["TERM": "dumb"]), .plain)
    try expectEqual(choice([], terminal: true, variables: ["TERM": ""]), .plain)
    try expectEqual(choice([], terminal: true, variables: ["CI": "1"]), .plain)
    try expectEqual(choice([], terminal: true, variables: ["CI": ""]), .live)
  }

  @Test func theRequestedModeIsUsed() throws {
    try expectEqual(choice(["--json"], terminal: true), .json)
    try expectEqual(choice(["--output", "accessible"], terminal: true), .accessible)
    try expectEqual(choice(["--output", "accessible"], terminal: false), .accessible)
    try expectEqual(choice(["--output", "accessible", "-q"], terminal: true), .quiet)
    try expectEqual(choice(["--json", "--plain"], terminal: true), .plain)
    try expectEqual(choice(["--plain", "--output", "live"], terminal: true), .live)
    try expectEqual(choice(["--output", "live"], terminal: true, variables: ["CI": "1"]), .live)
    try expectEqual(choice([], terminal: true, variables: ["VELO_SYNC_OUTPUT": "json"]), .json)
  }

  @Test func quietIsAppliedAfterTheMode() throws {
    try expectEqual(choice(["-q"], terminal: true), .quiet)
    try expectEqual(choice(["-q", "--plain"], terminal: true), .quiet)
    try expectEqual(choice(["-q", "--json"], terminal: true), .json)
    try expectEqual(choice(["--output", "quiet"], terminal: true), .quiet)
    let environment = ["VELO_SYNC_OUTPUT": "quiet"]
    try expectEqual(choice(["--plain"], terminal: true, variables: environment), .plain)
  }

  @Test func liveWhereItCannotBe() throws {
    #expect(throws: SyncFailure.usage(.liveImpossible)) {
      try choice(["--output", "live"], terminal: false)
    }
    try expectEqual(choice([], terminal: false, variables: ["VELO_SYNC_OUTPUT": "live"]), .plain)
  }
}
