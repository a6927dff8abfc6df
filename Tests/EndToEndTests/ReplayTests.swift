// Replays of pipes that are still open.

import Codec
import Support
import Testing

@Suite(.blocking) struct ReplayTests {
  private let rider: Rider

  /// A run of 21 seconds.
  private let recording: String

  init() throws {
    rider = try Rider()
    recording = String(decoding: try Fixture.bytes(of: "run.ndjson"), as: UTF8.self)
  }

  /// The times of the recorded run's lines, its heartbeat included.
  private static let times = [1, 2, 12, 20, 21, 21].map {
    "2026-11-20T06:00:\($0 < 10 ? "0" : "")\($0)Z"
  }

  /// A pipe is shown as it arrives, without waiting for its end: every run that comes later, too.
  @Test func `a pipe is shown as it arrives`() throws {
    var program = try rider.program("replay", "--plain", "--speed", "max")
    program.input = .pipe
    let running = try program.start()
    let lines = recording.split(separator: "\n").map { $0 + "\n" }
    running.write(lines[..<4].joined())
    try running.wait(for: Self.times[0])
    running.write(lines[4...].joined())
    try running.wait(for: Self.times[5])
    running.write(recording)
    running.closeInput()
    try expectEqual(running.finish().outputLines.count, 2 * Self.times.count)
  }

  @Test func `Ctrl-C ends a replay of a silent pipe`() throws {
    var program = try rider.program("replay", "--json")
    program.input = .pipe
    let running = try program.start()
    running.write(recording.split(separator: "\n").prefix(2).joined(separator: "\n") + "\n")
    try running.wait(for: "run_started")
    running.signal(2)
    let events = try Events(running.wait())
    expectEqual(
      [events.brief, events.summary?["outcome"]?.string], ["signal 2", "interrupted"])
  }
}
