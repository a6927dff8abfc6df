// Extreme numbers and times in events cause no trap and no hang, and the output stays well-formed.

import Codec
import Format
import Reporting
import Support
import Model
import Testing

@Suite(.blocking) struct HostileEventTests {
  /// The number of random events, divided among the renderers.
  private static let count = 100_000

  /// Replays lines as a recording in one renderer.
  private func replay(_ lines: some Sequence<String>, through renderer: HostileRenderer) throws {
    var show = HostileShow(renderer)
    var recording = RecordingReader(keepsLines: renderer == .json || renderer == .recorder)
    for line in lines {
      Array((line + "\n").utf8).withUnsafeBufferPointer { recording.read($0) }
      while let item = recording.nextItem() {
        if case .event(let event) = item { show.play(event) }
      }
    }
    show.end()
    try check(show.takeOutput(), of: renderer)
  }

  /// Sends lines as a wrapped command does, in one renderer.
  private func wrap(_ lines: some Sequence<String>, through renderer: HostileRenderer) throws {
    var show = HostileShow(renderer)
    var intake = EventPipeReader(keepsLines: true)
    for line in lines {
      intake.feed(Array((line + "\n").utf8), now: Show.dawn) { show.pass($0) }
    }
    show.end()
    try check(show.takeOutput(), of: renderer)
  }

  /// Lines of text or of JSON, without a control character but those of the live block.
  private func check(_ output: [UInt8], of renderer: HostileRenderer) throws {
    switch renderer {
    case .json, .recorder:
      for line in output.split(separator: 0x0A) {
        let event = try JSONValue(parsing: Array(line))
        #expect(event["type"]?.string != nil && event["ts"]?.string?.count == 20)
        let elapsed = try #require(event["elapsed_ms"]?.integer)
        // Two runs of 100 years: the recorded times stand, and what comes after them follows.
        #expect((0...6_400_000_000_000).contains(elapsed))
      }
    case .plain, .accessible, .quiet:
      #expect(!output.contains { $0 < 0x20 && $0 != 0x0A || $0 == 0x7F })
    case .live, .narrow, .tiny: break
    }
  }

  @Test(arguments: Tier.cases(HostileRenderer.allCases, quick: 1))
  func `every member at its extremes alone`(_ renderer: HostileRenderer) throws {
    let lines = HostileEvents.alone + HostileEvents.together
    try renderer == .json ? wrap(lines, through: renderer) : replay(lines, through: renderer)
  }

  /// More often than the largest count fits into 64 bits.
  @Test(.long) func `sums of the largest numbers`() throws {
    try replay((0..<1_100).flatMap { _ in HostileEvents.together }, through: .quiet)
  }

  @Test(arguments: Tier.cases(HostileRenderer.allCases, quick: 2))
  func `seeded events`(_ renderer: HostileRenderer) throws {
    var random = SeededRandom(seed: UInt64(renderer.rawValue.utf8.reduce(0) { $0 * 31 + Int($1) }))
    for _ in 0..<Tier.rounds(Self.count / HostileRenderer.allCases.count / 250) {
      let lines = (0..<250).map { _ in HostileEvents.any(&random) }
      try random.next() % 2 == 0 ? replay(lines, through: renderer) : wrap(lines, through: renderer)
    }
  }

  // MARK: What is left out

  /// One warning names the first fault; the event counts all the same.
  @Test func `a number out of range is left out`() throws {
    var intake = EventPipeReader(keepsLines: true)
    var events: [EventLine] = []
    let lines = [
      #"{"type":"progress","done":3,"total":9223372036854775807,"eta_s":1e30}"#,
      #"{"type":"summary","outcome":"ok","exit_code":0,"counts":{"new":-1,"deleted":2}}"#,
      #"{"type":"notice","message":"x","ts":"0001-01-01T00:00:00Z","elapsed_ms":9300000000000}"#,
    ]
    intake.feed(Array((lines.joined(separator: "\n") + "\n").utf8), now: Show.dawn) {
      events.append($0)
    }
    expectEqual(intake.faults.count, 3)
    expectEqual(intake.faults.text?.description.hasPrefix("total is out of range (“{"), true)
    try #require(events.count == 3)
    #expect(events[0].kind.isSame(as: .progress(ReportedProgress(done: 3))))
    guard case .summary(let summary) = events[1].kind else { throw EventError.notAnObject }
    expectEqual(summary.counts, nil)
    #expect(events[2].stamp == nil && events[2].elapsed == nil)
    let passedOn = events.map { String(decoding: $0.received?.line ?? [], as: UTF8.self) }
    expectEqual(
      passedOn,
      [
        #"{"type":"progress","done":3}"#, #"{"type":"summary","outcome":"ok","exit_code":0}"#,
        #"{"type":"notice","message":"x"}"#,
      ])
  }
}
