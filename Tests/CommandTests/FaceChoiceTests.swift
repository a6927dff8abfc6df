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
    #expect(try choice([], terminal: true) == .live)
    #expect(try choice([], terminal: false) == .plain)
    #expect(try choice([], terminal: true, variables: ["TERM": "dumb"]) == .plain)
    #expect(try choice([], terminal: true, variables: ["TERM": ""]) == .plain)
    #expect(try choice([], terminal: true, variables: ["CI": "1"]) == .plain)
    #expect(try choice([], terminal: true, variables: ["CI": ""]) == .live)
  }

  @Test func theRequestedModeIsUsed() throws {
    #expect(try choice(["--json"], terminal: true) == .json)
    #expect(try choice(["--output", "accessible"], terminal: true) == .accessible)
    #expect(try choice(["--output", "accessible"], terminal: false) == .accessible)
    #expect(try choice(["--output", "accessible", "-q"], terminal: true) == .quiet)
    #expect(try choice(["--json", "--plain"], terminal: true) == .plain)
    #expect(try choice(["--plain", "--output", "live"], terminal: true) == .live)
    #expect(try choice(["--output", "live"], terminal: true, variables: ["CI": "1"]) == .live)
    #expect(try choice([], terminal: true, variables: ["VELO_SYNC_OUTPUT": "json"]) == .json)
  }

  @Test func quietIsAppliedAfterTheMode() throws {
    #expect(try choice(["-q"], terminal: true) == .quiet)
    #expect(try choice(["-q", "--plain"], terminal: true) == .quiet)
    #expect(try choice(["-q", "--json"], terminal: true) == .json)
    #expect(try choice(["--output", "quiet"], terminal: true) == .quiet)
    let environment = ["VELO_SYNC_OUTPUT": "quiet"]
    #expect(try choice(["--plain"], terminal: true, variables: environment) == .plain)
  }

  @Test func liveWhereItCannotBe() throws {
    #expect(throws: SyncFailure.usage(.liveImpossible)) {
      try choice(["--output", "live"], terminal: false)
    }
    #expect(try choice([], terminal: false, variables: ["VELO_SYNC_OUTPUT": "live"]) == .plain)
  }
}
