// How fast lines are read, decoded and folded.

import Codec
import Format
import Reporting
import Model

/// Decodes and folds a stream that is mostly progress and statuses, like every real stream.
func decodeFigures() -> [Figure] {
  let stream = RecordedStream(count: 200_000)
  let count = stream.count
  var decoder = EventDecoder()
  var known = 0
  let decode = nanoseconds(each: count) {
    forEachLine(stream.bytes) { line in
      if (try? decoder.decode(line, EventContext())) != nil { known += 1 }
    }
  }
  let fold = nanoseconds(each: count) { use(replayed(stream)) }
  use(known)
  let figures = [
    Figure(name: "read: decode", value: 1000 / decode, unit: "M lines/s"),
    Figure(
      name: "read: replay --speed max --quiet", value: 1000 / fold, unit: "M lines/s",
      bar: .atLeast(1)),
  ]
  guard let jq = jqNanoseconds(stream) else { return figures }
  return figures + [Figure(name: "read: jq -c .", value: 1000 / jq, unit: "M lines/s")]
}

/// Splits a stream as it arrives from a file: in pieces of 64 KiB.
private func forEachLine(_ bytes: [UInt8], _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
  var cutter = LineCutter()
  bytes.withUnsafeBufferPointer { bytes in
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + 65_536)
      cutter.take(UnsafeBufferPointer(rebasing: bytes[start..<end])) { line in
        if case .line(let line) = line { body(line) }
      }
      start = end
    }
  }
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
struct Folded {
  /// The number of events.
  private(set) var count = 0
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
    count += 1
  }
}
