// A service's limit on the live line: the wait stays while other parallel answers arrive.

import Support
import Testing

@Suite(.serialized, .blocking) struct WaitingTests {
  @Test func theWaitStaysWhileAnswersArrive() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(4_000))
    rider.strava.edit { account in
      // The athlete and six pages a day.
      account.limits.read = .init(100_000, 7)
      account.limits.used = .init(0, 0)
    }
    // Pages are read in order: while the second is missing, no others are asked for.
    let gate = rider.strava.server.hold { $0.isPage && $0.query["page"] == "4" }
    var program = try rider.onTerminal("--wait", "1d", "--no-tips", columns: 100)
    program.environment["WT_SESSION"] = "1"
    let running = try program.start()
    try gate.waitUntilHeld()
    let before = try running.wait(for: "Strava asked us to wait").count
    gate.release()
    // The answer arrives at once; within three turns of the spinner it would be on the line.
    try running.wait(for: "three turns of the spinner") { bytes in
      bytes.dropFirst(before).filter { $0 == 0x08 }.count >= 30
    }
    var screen = TestScreen(columns: 100, rows: 24)
    screen.feed(running.received(.terminal))
    #expect(screen.text.contains("Strava asked us to wait: next try at"))
    let bytes = String(decoding: running.received(.terminal), as: UTF8.self)
    let taskbar = bytes.split(separator: "\u{1B}]9;4;").dropFirst()
    #expect(taskbar.last?.hasPrefix("4;") == true)
    running.write("\u{3}")
    #expect(try running.wait().status == .signalled(2))
  }
}
