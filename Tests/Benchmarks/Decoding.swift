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
  let fold = nanoseconds(each: count) {
    var folded = Folded()
    forEachLine(stream.bytes) { line in
      if let line = try? decoder.decode(line) { folded.apply(line) }
    }
    use(folded.lines)
  }
  use(known)
  let figures = [
    Figure(name: "read: decode", value: 1000 / decode, unit: "M lines/s"),
    Figure(name: "read: decode and fold", value: 1000 / fold, unit: "M lines/s", bar: .atLeast(1)),
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

/// What a face wants to know of a run, from its lines: the board's own state for what the board
/// can take in, and the latest progress of each source.
private struct Folded {
  private(set) var lines = 0
  private var board = Board(started: Moment(nanoseconds: 0))
  private var progress: [Source?: WireEvent.Progress] = [:]

  mutating func apply(_ line: WireLine) {
    lines += 1
    let at = Moment(nanoseconds: (line.elapsed ?? .zero).nanoseconds)
    switch line.event {
    case .progress(let report): progress[report.source?.known] = report
    case .status(let status):
      if let known = status.known { board.apply(SyncEvent(at: at, kind: .status(known))) }
    case .stageStarted(let start):
      if let stage = start.stage.known {
        board.apply(SyncEvent(at: at, kind: .stageStarted(stage)))
      }
    case .sourceFinished(let result):
      if let source = result.source.known, let outcome = result.outcome.known {
        let result = SourceResult(source: source, outcome: outcome, counts: result.counts)
        board.apply(SyncEvent(at: at, kind: .sourceFinished(result)))
      }
    case .version, .runStarted, .stageFinished, .score, .waiting, .notice, .source, .fitness,
      .routine, .prep, .signIn, .request, .log, .warning, .error, .summary, .unknown:
      break
    }
  }
}
