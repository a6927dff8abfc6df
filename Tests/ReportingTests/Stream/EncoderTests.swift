// A line does not depend on those before it, but for its number.

import Codec
import Reporting
import Model
import Support
import Testing

@Suite(.blocking) struct EncoderTests {
  private let state = RunState(started: Moment(nanoseconds: 0))

  private func now(_ seconds: Int) -> Now {
    Now(
      moment: Moment(nanoseconds: Int64(seconds) * 1_000_000_000),
      wall: Timestamp(seconds: Show.dawn.seconds + Int64(seconds)))
  }

  /// Every line says what one that nothing came before would say.
  @Test func `a status told again is told in full`() throws {
    var encoder = EventEncoder(messages: messages)
    let counts = (0..<20).map { SyncStatus.downloadingActivities(source: .strava, count: $0) }
    for (seconds, status) in (EveryCase.statuses + counts + EveryCase.statuses + counts)
      .enumerated()
    {
      let event = SyncEvent(at: now(seconds).moment, kind: .status(status))
      var fresh = EventEncoder(messages: messages)
      let line = encoder.line(event, state, at: now(seconds)) ?? []
      let alone = fresh.line(event, state, at: now(seconds)) ?? []
      expectEqual(
        String(decoding: line, as: UTF8.self),
        String(decoding: alone, as: UTF8.self)
          .replacing("\"seq\":1,", with: "\"seq\":\(seconds + 1),", maxReplacements: 1))
    }
  }

  @Test func `every line has its own type and time`() throws {
    var encoder = EventEncoder(messages: messages)
    for (seconds, kind) in [
      (1, "status"), (1, "progress"), (1, "status"), (2, "status"),
      (2, "progress"), (1, "progress"), (3, "status"),
    ] {
      let now = now(seconds)
      let report = ReportedProgress(fraction: 0.4, stage: .prep, stageFraction: 0.2)
      let event = SyncEvent(
        at: now.moment, kind: kind == "status" ? .status(.processingData) : .progress(report))
      let line = encoder.line(event, state, at: now)
      let object = try JSONValue(parsing: line ?? [])
      expectEqual(object["type"]?.string, kind)
      expectEqual(
        object["ts"]?.string, Timestamp(seconds: Show.dawn.seconds + Int64(seconds)).description)
      expectEqual(object["stage"]?.string, "prep")
    }
  }
}
