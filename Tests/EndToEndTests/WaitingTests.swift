// A service's limit on the live line: the wait stays while other parallel answers arrive.

import Support
import Testing

@Suite(.serialized, .blocking) struct WaitingTests {
  @Test func theWaitStaysWhileAnswersArrive() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(4_000))
    // Another client of the application uses up the day while a page is under way. At most two of
    // the pages after the fourth carry its number, so others are answered.
    let gate = rider.strava.server.hold { $0.isPage && $0.query["page"] == "4" }
    rider.strava.answer(.path("/athlete/activities", nth: 5), with: .dayUsedUp)
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
    expectEqual(taskbar.last?.hasPrefix("4;"), true)
    running.write("\u{3}")
    try expectEqual(running.wait().status, .signalled(2))
  }
}
