// The recording of the last run in the state folder, and of one that crashed.

import Codec
import Format
import Reporting
import Model

/// The files of the last run. Only one run at a time uses them; another in parallel is not
/// recorded.
struct LastRun {
  private let files: any FileSystem & RecordFiles
  private let folder: String
  private let lock: any FileLock

  /// The run that ended last.
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
