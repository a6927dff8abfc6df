// What the program writes comes back as it was.

import Codec
import Format
import Reporting
import Model
import Support
import Testing

extension EventDecoder {
  /// Decodes a line of a recording.
  fileprivate mutating func decode(_ line: some Sequence<UInt8>) throws(EventError) -> EventLine {
    var decoded: EventLine?
    try Array(line).withUnsafeBufferPointer { (line) throws(EventError) in
      try decode(line, EventContext()) { decoded = $0 }
    }
    guard let decoded else { throw .notAnObject }
    return decoded
  }
}

@Suite(.blocking) struct DecodingTests {
  /// The decoder knows every type and word that is written.
  @Test(arguments: Specimens.lines)
  func readsEverythingThatIsWritten(_ line: [UInt8]) throws {
    var decoder = EventDecoder()
    let decoded = try decoder.decode(line)
    #expect(decoded.isKnown && decoded.isComplete && decoded.omission == nil)
    if case .foreign(let type) = decoded.kind, !decoded.isVersion { Issue.record("\(type)") }
    let written = try JSONValue(parsing: line)
    expectEqual(decoded.elapsed?.milliseconds, written["elapsed_ms"]?.integer)
    expectEqual(decoded.stamp?.description, written["ts"]?.string)
    // Every member is one of the table.
    let type = try #require(
      EventType.all.first { "\($0.name)" == written["type"]?.string })
    let names = Set((EventType.common + type.rows).map(\.name))
    try expectEqual(Set(#require(written.members).map(\.name)).subtracting(names), [])
  }

  @Test func statusesComeBackAsTheyWere() throws {
    var decoder = EventDecoder()
    let lines = try Specimens.lines.filter {
      try JSONValue(parsing: $0)["type"]?.string == "status"
    }
    let decoded = try lines.compactMap { line -> SyncStatus? in
      guard case .status(let status) = try decoder.decode(line).kind else { return nil }
      return status
    }
    expectEqual(decoded, Specimens.statuses)
    let written = try JSONValue(parsing: lines[3])
    expectEqual(written["text"]?.string, "Downloading 1,830 Apple Health activities…")
    expectEqual(written["stage"]?.string, "routine")
  }

  @Test func figuresComeBackAsTheyWere() throws {
    var decoder = EventDecoder()
    var progress: [ReportedProgress] = []
    for line in Specimens.lines {
      switch try decoder.decode(line).kind {
      case .progress(let report): progress.append(report)
      case .sourceFinished(let result):
        expectEqual(result.counts, counts(new: 12, nights: 1))
        expectEqual(result.outcome, .ok)
      case .routine(let routine) where routine.reason == nil:
        expectEqual(routine, Specimens.routine)
      case .prep(let prep) where prep.ftpWatts == 250:
        #expect(prep.scores.strain.atLeast)
        expectEqual(prep.scores.sleep.value, nil)
        expectEqual(prep.scores.sleep.reason, .shortBaseline(days: 0, needed: 0))
        expectEqual(prep.zones.map(\.toWatts), [190, nil])
        expectEqual(prep.suggestedStrain.loads?.lowerBound, 60.5)
        expectEqual(prep.scores.form, -7.5)
      case .failure(.reported(let failure)):
        expectEqual(failure.code, .rateLimited)
        expectEqual(failure.retryAt, Timestamp(seconds: 1_795_155_300))
        expectEqual(failure.exit.code, 75)
      case .summary(let summary):
        expectEqual(summary.outcome, .partial)
        expectEqual(summary.counts?.deleted, 2)
        expectEqual(summary.given?.scores, [.recovery: 71, .strain: 43])
      default: break
      }
    }
    let half = try #require(progress.first { $0.done == 100 && $0.left != nil })
    expectEqual(half.source, .strava)
    expectEqual(half.total, 200)
    expectEqual(half.unit, .activities)
    expectEqual(half.fraction, 0.15)
  }

  @Test func everyCutOfALineIsTornOrNothing() throws {
    for line in Specimens.lines {
      let line = line.dropLast()
      for end in 1..<line.count {
        #expect(throws: EventError.torn) {
          var decoder = EventDecoder()
          return try decoder.decode(line[..<end])
        }
      }
    }
  }

  /// A line leaves nothing behind for the next one, a bad line neither.
  @Test func linesDoNotTouchEachOther() throws {
    var decoder = EventDecoder()
    for (index, line) in (Specimens.lines + Specimens.lines.reversed()).enumerated() {
      if index % 3 == 0 {
        #expect(throws: EventError.self) { try decoder.decode(line.dropLast(9)) }
      }
      var fresh = EventDecoder()
      let (event, alone) = (try decoder.decode(line), try fresh.decode(line))
      #expect(event.kind.isSame(as: alone.kind))
      #expect(event.stamp == alone.stamp && event.elapsed == alone.elapsed)
      expectEqual(event.isComplete, alone.isComplete)
    }
  }
}
