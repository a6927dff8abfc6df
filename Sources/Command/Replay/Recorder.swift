// Records the event stream of a run in a file, independently of the renderer, and keeps that of the
// last run and of one that crashed in the state folder.

import Codec
import Format
import Model
import Reporting

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
    for chunk in renderer.step(signal, view) where hasRoom(for: chunk, signal) { try append(chunk) }
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
  mutating func hold() { if purpose == .lastRun { held = [] } }

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

/// The files of the last run. Only one run at a time uses them; another in parallel is not
/// recorded.
struct LastRun {
  private let files: any FileSystem & RecordFiles
  private let folder: String
  private let lock: any FileLock

  static func finished(in folder: String) -> String { folder + "/last-run.ndjson" }
  /// A run in progress, or one that was killed.
  static func unfinished(in folder: String) -> String { finished(in: folder) + ".part" }
  /// The last run that was killed.
  static func crashed(in folder: String) -> String { folder + "/crashed-run.ndjson" }

  /// Claims the files for this run; nil when another run uses them.
  init?(in folder: String, on files: any FileSystem & RecordFiles) throws(FileError) {
    self.files = files
    self.folder = folder
    try files.makeFolder(folder, mode: 0o700)
    guard let lock = try files.lock(folder + "/last-run.lock", note: []) else { return nil }
    self.lock = lock
    if try files.info(Self.unfinished(in: folder)) != nil {
      try files.rename(Self.unfinished(in: folder), to: Self.crashed(in: folder))
    }
  }

  /// What the run that has been writing a store since some time does now, as the recording under
  /// way says; nil when that is of another store, or of a run that is over. Reads no more than its
  /// ends. What cannot be read only leaves out what the run does.
  static func status(
    of store: String, since: Timestamp, in folder: String, on files: any FileSystem
  ) -> SyncStatus? {
    let (path, length) = (unfinished(in: folder), 1 << 16)
    guard let info = try? files.info(path), let size = Int(exactly: info.size) else { return nil }
    var (isOfStore, status) = (false, nil as SyncStatus?)
    for range in [0..<length, max(0, size - length)..<size] {
      var (cutter, reader) = (LineCutter(), EventReader(keepsLines: false, isRecorded: true))
      ((try? files.read(path, in: range)) ?? []).withUnsafeBufferPointer { bytes in
        cutter.take(bytes) { line in
          guard case .line(let text) = line, let event = try? reader.read(text) else { return }
          switch event.kind {
          case .runStarted(let run): isOfStore = run.scope?.store == DisplayText(store)
          case .status(let new) where event.stamp.map { $0 >= since } == true: status = new
          default: break
          }
        }
      }
    }
    return isOfStore && status?.stage != nil && status != .complete ? status : nil
  }

  func open() throws(FileError) -> any RecordFile {
    try files.openRecord(Self.unfinished(in: folder), mode: 0o600)
  }

  /// Ends the recording.
  ///
  /// - Parameter isWorthKeeping: false for runs that did nothing; the previous recording is then
  ///   kept.
  func end(isWorthKeeping: Bool) {
    do throws(FileError) {
      if isWorthKeeping {
        try files.rename(Self.unfinished(in: folder), to: Self.finished(in: folder))
      } else {
        try files.remove(Self.unfinished(in: folder))
      }
    } catch {
      // A file left behind counts as a run that did not end; nothing else depends on it.
    }
    lock.release()
  }
}
