// Which renderer is chosen in which situation.

import Flags
import Model
import Support
import Testing

@testable import Command
@testable import Terminal

@Suite(.blocking) struct RendererChoiceTests {
  private func choice(
    _ arguments: String, terminal: Bool = false, variables: [String: String] = [:]
  ) throws -> RendererChoice {
    let environment = ["TERM": "xterm"].merging(variables) { $1 }
    let invocation = Invocation.parse(
      arguments: arguments.split(separator: " ").map(String.init), environment: environment,
      config: nil, today: Day(number: 20_000), home: nil)
    guard case .run(let options) = invocation else { throw SyncFailure.internal("no run") }
    let device = Device(
      isTerminal: terminal, window: terminal ? WindowSize(columns: 80, rows: 24) : nil)
    let capabilities = Capabilities(
      devices: Devices(input: device, output: device, error: device), environment: environment)
    return try RendererChoice.choose(options, capabilities).choice
  }

  @Test(
    arguments: [
      // Live on a terminal only.
      ("", [:], .live), ("", ["TERM": "dumb"], .plain), ("", ["TERM": ""], .plain),
      ("", ["CI": "1"], .plain), ("", ["CI": ""], .live),
      // The requested mode.
      ("--json", [:], .json), ("--output accessible", [:], .accessible),
      ("--json --plain", [:], .plain), ("--plain --output live", [:], .live),
      ("--output live", ["CI": "1"], .live), ("", ["VELO_SYNC_OUTPUT": "json"], .json),
      // Quiet is applied after the mode.
      ("-q", [:], .quiet), ("-q --plain", [:], .quiet), ("-q --json", [:], .json),
      ("--output accessible -q", [:], .quiet), ("--output quiet", [:], .quiet),
      ("--plain", ["VELO_SYNC_OUTPUT": "quiet"], .plain),
    ] as [(String, [String: String], RendererChoice)])
  func `on a terminal`(
    _ arguments: String, _ variables: [String: String], _ renderer: RendererChoice
  )
    throws
  {
    try expectEqual(choice(arguments, terminal: true, variables: variables), renderer)
  }

  @Test func `elsewhere`() throws {
    try expectEqual(choice(""), .plain)
    try expectEqual(choice("--output accessible"), .accessible)
    try expectEqual(choice("", variables: ["VELO_SYNC_OUTPUT": "live"]), .plain)
    #expect(throws: SyncFailure.usage(.liveImpossible)) { try choice("--output live") }
  }
}
