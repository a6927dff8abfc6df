// A long recording replayed on a terminal with a manual clock: the same frames every time.

import CLibrary
import Command
import Platform
import Network
import Support
import Model
import Terminal
import Testing

/// Signals are shared by the process.
@Suite(.serialized, .alone) struct ReplayFramesTests {
  /// After the end of the run that is stopped in its last moments.
  static let lastMoments = Duration.milliseconds(1800)

  /// What changed in some frames of a ten-minute recording, and a digest of all bytes.
  /// `VELO_SYNC_RECORD=1` records it again, and fails.
  ///
  /// It is a first sync of two services: pages, a wait for a limit, scores, and saving.
  @Test func `ten minutes give the same frames`() throws {
    let path = Golden.path(of: "Tests/CommandTests/Golden/ten-minutes.ndjson")
    let bytes = try replay(path)
    var pages = [
      "Ten minutes on a terminal of 80 columns: \(bytes.count) bytes, \(digest(bytes)).\n"
    ]
    let parts = 24
    var screen = TestScreen(columns: 80, rows: 24)
    var last: [String] = []
    for part in 1...parts {
      let (from, to) = ((part - 1) * bytes.count / parts, part * bytes.count / parts)
      screen.feed(Array(bytes[from..<to]))
      let changed = screen.visibleLines.enumerated().filter { row, line in
        row >= last.count || last[row] != line
      }
      last = screen.visibleLines
      pages.append("== \(part) of \(parts)\n" + changed.map { "\($0.element)\n" }.joined())
    }
    #expect(screen.unknown.isEmpty && !screen.isMidway)
    try Golden.compare(
      "Tests/CommandTests/Golden/ten-minutes.txt", with: pages.joined(separator: "\n"))
  }

  /// The last moments of a run only show what it did: the key ends them, and its result stays.
  @Test func `Ctrl-C ends the last moments`() throws {
    let path = Golden.path(of: "Tests/ReportingTests/Gallery/film-first.ndjson")
    for key in [.interrupt, .terminate] as [Signal] {
      let bytes = try replay(path, after: key)
      var screen = TestScreen(columns: 80, rows: 24)
      screen.feed(bytes)
      expectEqual(screen.visibleLines.first?.hasPrefix("✓"), true, "\(screen.visibleLines)")
    }
  }

  /// Replays a file with its own timing on a terminal whose clock jumps to the next deadline.
  ///
  /// - Parameter signal: arrives in the last moments, and ends the process.
  private func replay(_ path: String, after signal: Signal? = nil) throws -> [UInt8] {
    let home = try TemporaryFolder()
    let time = ManualTime()
    return try PseudoTerminal().record { terminal in
      let null = open("/dev/null", O_RDWR)
      defer { close(null) }
      let world = World(
        environment: ["HOME": home.path, "TERM": "xterm-256color", "LANG": "C.UTF-8"],
        currentFolder: "/", streams: Streams(input: null, output: terminal, error: terminal),
        process: getpid(), time: time, random: SystemRandom(), files: POSIXFiles(),
        transport: { CurlTransport(time: time, caFile: $0) },
        waiting: { LeapingWaiting(others: $0, time: time, last: signal) })
      let arguments = ["replay", "--no-tips", path]
      let status = signal?.terminationNumber.map { Model.ExitStatus.signal($0) } ?? .ok
      expectEqual(Command.run(arguments: arguments, world: world), status)
    }
  }

  /// FNV-1a.
  private func digest(_ bytes: [UInt8]) -> String {
    let start: UInt64 = 0xCBF2_9CE4_8422_2325
    let hash = bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }
}

/// Does not sleep: the clock jumps to the deadline.
private struct LeapingWaiting: Waiting {
  var others: any Waiting
  let time: ManualTime
  /// What arrives after the end of the work.
  var last: Signal?

  mutating func next(until deadline: Moment?) -> [Signal] {
    if time.elapsed >= ReplayFramesTests.lastMoments, let signal = last {
      last = nil
      return [signal]
    }
    if let deadline { time.advance(by: max(.zero, deadline - time.moment())) }
    return others.next(until: deadline)
  }
}
