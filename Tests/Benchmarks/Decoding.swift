// How fast lines are read, decoded and folded.

import Codec
import Reporting
import SyncModel

/// Decoding and folding a stream that is mostly progress and statuses, as every stream is.
func decodeFigures() -> [Figure] {
  let stream = RecordedStream(count: 200_000)
  let count = stream.count
  var decoder = EventDecoder()
  var known = 0
  let decode = nanoseconds(each: count) {
    forEachLine(stream.bytes) { line in
      if (try? decoder.decode(line)) != nil { known += 1 }
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

/// Cuts a stream as it comes from a file: in pieces of 64 KiB.
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

/// Plays a recording as `replay --speed max --quiet` does: reads it in pieces, decodes every line and
/// folds it into the board. Gives how many bytes there are to say.
private func replayed(_ stream: RecordedStream) -> Int {
  let words = Words(clock: .utc, home: "/home/jo")
  let began = Moment(nanoseconds: 0)
  let scene = Scene(now: Now(moment: began, wall: Timestamp(seconds: 0)))
  var recording = Recording(keepsMembers: false)
  var board = Board(started: began)
  var face: any Face = QuietFace(
    words: words, troubles: TroubleLines(words: words, glyphs: .unicode))
  var said = 0
  stream.bytes.withUnsafeBufferPointer { bytes in
    for start in stride(from: 0, to: bytes.count, by: 65_536) {
      let end = min(bytes.count, start + 65_536)
      recording.read(UnsafeBufferPointer(rebasing: bytes[start..<end]))
      while case .event(let recorded)? = recording.takeEvent() {
        let event = SyncEvent(
          at: began + (recorded.elapsed ?? .zero), kind: recorded.kind, received: recorded.received)
        board.apply(event)
        board.readGauges()
        for chunk in face.step(.event(event), board, scene) { said += chunk.bytes.count }
      }
    }
  }
  return said
}

extension Recording {
  /// The next event, whatever run it belongs to.
  fileprivate mutating func takeEvent() -> Item? {
    while let item = take() {
      if case .event = item { return item }
    }
    return nil
  }
}
