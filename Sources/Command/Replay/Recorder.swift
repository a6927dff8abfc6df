// Records the event stream of a run in a file, independently of the renderer.

import Reporting
import Model

/// The JSON renderer, writing to a file instead of standard output. Every event is one write.
struct Recorder {
  /// Why a run is recorded, which determines how errors are handled.
  enum Purpose: Hashable {
    /// `--events`: errors are reported.
    case requested
    /// The last run, kept for `replay`: an error is mentioned.
    case lastRun
    /// A service manager, which is forgotten when it does not listen.
    case manager
  }

  /// The largest size of the recording of a last run, in bytes: for most events, for failures after
  /// them, and for the final summary. An event has at most 1 MiB, or twice that when all of it is
  /// escaped.
  private static let longest = (events: 11_000_000, failures: 13_000_000, summary: 16_000_000)

  let purpose: Purpose
  private var renderer: any Renderer
  let file: any RecordFile
  private var length = 0
  /// Whether an event was left out: from then on only failures and the summary are recorded.
  private var isFull = false
  /// What is written with the next `release`; nil while every event is one write.
  private var held: [UInt8]?

  init(_ purpose: Purpose, renderer: any Renderer, file: any RecordFile) {
    (self.purpose, self.renderer, self.file) = (purpose, renderer, file)
  }

  mutating func begin(_ view: RunView) throws(FileError) {
    for chunk in renderer.begin(view) { try append(chunk) }
  }

  mutating func step(_ signal: Signal, _ view: RunView) throws(FileError) {
    // Most of a long run: lines that are left out need not be encoded.
    if isFull, signal.isOutput { return }
    for chunk in renderer.step(signal, view) where hasRoom(for: chunk, signal) {
      try append(chunk)
    }
  }

  private mutating func hasRoom(for chunk: Chunk, _ signal: Signal) -> Bool {
    if purpose != .lastRun { return true }
    let total = length + chunk.bytes.count
    if case .event(let event) = signal {
      switch event.kind {
      case .summary: return total <= Self.longest.summary
      case .failure: return total <= Self.longest.failures
      default: break
      }
    }
    isFull = isFull || total > Self.longest.events
    return !isFull
  }

  func wakeUp(_ view: RunView) -> Moment? { renderer.wakeUp(view) }

  /// Collects events until `release`. A recording that somebody asked for may be a pipe, which gets
  /// every event at once.
  mutating func hold() {
    if purpose == .lastRun { held = [] }
  }

  /// Writes what was collected.
  mutating func release() throws(FileError) {
    guard let bytes = held else { return }
    held = nil
    if !bytes.isEmpty { try file.append(bytes) }
  }

  private mutating func append(_ chunk: Chunk) throws(FileError) {
    length += chunk.bytes.count
    if held != nil {
      held? += chunk.bytes
    } else {
      try file.append(chunk.bytes)
    }
  }
}

extension Signal {
  /// Whether it is output of a wrapped command, or a line that the command reports.
  fileprivate var isOutput: Bool {
    switch self {
    case .output: true
    case .event(let event): if case .log = event.kind { true } else { false }
    default: false
    }
  }
}
