// Records the event stream of a run in a file, independently of the face.

import Reporting
import Model

/// The JSON face, writing to a file instead of standard output. Every event is one write.
struct Recorder {
  /// Why a run is recorded, which determines how errors are handled.
  enum Purpose: Hashable {
    /// `--events`: errors are reported.
    case requested
    /// The last run, kept for `replay`: errors are ignored.
    case lastRun
  }

  /// The largest size of the recording of a last run, in bytes: for most events, for failures after
  /// them, and for the final summary. An event has at most 1 MiB, or twice that when all of it is
  /// escaped.
  private static let longest = (events: 11_000_000, failures: 13_000_000, summary: 16_000_000)

  let purpose: Purpose
  private var face: any Face
  let file: any RecordFile
  private var length = 0
  /// Whether an event was left out: from then on only failures and the summary are recorded.
  private var isFull = false
  /// What is written with the next `release`; nil while every event is one write.
  private var held: [UInt8]?

  init(_ purpose: Purpose, face: any Face, file: any RecordFile) {
    self.purpose = purpose
    self.face = face
    self.file = file
  }

  mutating func begin(_ context: RenderContext) throws(FileError) {
    try append(face.begin(context))
  }

  mutating func step(_ signal: Signal, _ state: RunState, _ context: RenderContext)
    throws(FileError)
  {
    // Most of a long run: lines that are left out need not be encoded.
    if isFull, signal.isLine { return }
    let chunks = face.step(signal, state, context)
    if purpose == .lastRun, !hasRoom(for: chunks, signal) { return }
    try append(chunks)
  }

  /// Records many lines of a wrapped command.
  mutating func step(
    _ lines: PlainLines, from stream: OutputStream, _ state: RunState, _ context: RenderContext
  ) throws(FileError) {
    for text in lines {
      if isFull { return }
      let line = LogLine(stream: stream, text: text)
      try step(.event(SyncEvent(at: context.now.moment, kind: .log(line))), state, context)
    }
  }

  private mutating func hasRoom(for chunks: [Chunk], _ signal: Signal) -> Bool {
    let total = chunks.reduce(length) { $0 + $1.bytes.count }
    switch signal.ending {
    case .summary: return total <= Self.longest.summary
    case .failure: return total <= Self.longest.failures
    case nil:
      isFull = isFull || total > Self.longest.events
      return !isFull
    }
  }

  func wakeUp(_ state: RunState, _ context: RenderContext) -> Moment? {
    face.wakeUp(state, context)
  }

  /// Collects events until `release`. A recording that somebody asked for may be a pipe, which gets
  /// every event at once.
  mutating func hold() {
    if purpose == .lastRun { held = [] }
  }

  /// Writes what was collected.
  mutating func release() {
    guard let bytes = held else { return }
    held = nil
    if !bytes.isEmpty { try? file.append(bytes) }
  }

  private mutating func append(_ chunks: [Chunk]) throws(FileError) {
    for chunk in chunks {
      length += chunk.bytes.count
      if held != nil {
        held? += chunk.bytes
      } else {
        try file.append(chunk.bytes)
      }
    }
  }
}

extension Signal {
  /// Whether it is a line of a wrapped command's output.
  fileprivate var isLine: Bool {
    guard case .event(let event) = self, case .log = event.kind else { return false }
    return true
  }

  fileprivate enum Ending {
    case failure, summary
  }

  /// Whether it tells how the run ended; nil for other signals.
  fileprivate var ending: Ending? {
    guard case .event(let event) = self else { return nil }
    switch event.kind {
    case .failure: return .failure
    case .summary: return .summary
    default: return nil
    }
  }
}
