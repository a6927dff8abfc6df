// How fast lines are read, decoded and folded.

import Format
import Reporting
import Model

/// Decodes and folds a stream that is mostly progress and statuses, like every real stream.
func decodeFigures() -> [Figure] {
  let stream = RecordedStream(count: 200_000)
  let time = nanoseconds(each: stream.count) { use(replayed(stream)) }
  let figures = [
    Figure(
      name: "read: replay --speed max --quiet", value: 1000 / time, unit: "M lines/s",
      bar: .atLeast(0.5))
  ]
  guard let jq = jqNanoseconds(stream) else { return figures }
  return figures + [Figure(name: "read: jq -c .", value: 1000 / jq, unit: "M lines/s")]
}

/// Replays a recording as `replay --speed max --quiet` does: reads it in pieces, decodes every line
/// and folds it into the run's state.
private func replayed(_ stream: RecordedStream) -> Int {
  var recording = RecordingReader(keepsLines: false)
  var folded = Folded()
  stream.bytes.withUnsafeBufferPointer { bytes in
    for start in stride(from: 0, to: bytes.count, by: 65_536) {
      let end = min(bytes.count, start + 65_536)
      recording.read(UnsafeBufferPointer(rebasing: bytes[start..<end]))
      while let item = recording.nextItem() {
        if case .event(let event) = item { folded.take(event) }
      }
    }
  }
  return folded.said
}

/// The loop's handling of events under `--quiet`.
private struct Folded {
  /// The number of bytes to write.
  private(set) var said = 0
  private var state: RunState
  private var renderer: any Renderer
  private let now = Now(moment: Moment(nanoseconds: 0), wall: Timestamp(seconds: 0))

  init() {
    let messages = Messages(clock: .utc, home: "/home/jo")
    state = RunState(started: now.moment)
    renderer = QuietRenderer(
      messages: messages, troubles: TroubleLines(messages: messages, glyphs: .unicode))
  }

  mutating func take(_ told: EventLine) {
    let event = SyncEvent(
      at: state.started + (told.elapsed ?? .zero), kind: told.kind, received: told.received)
    state.apply(event)
    state.readGauges(at: event.at)
    for chunk in renderer.step(.event(event), RunView(state, now: now)) {
      said += chunk.bytes.count
    }
  }
}
