// The record of the last run in the state folder, and what is left of one that crashed.

import Reporting
import Model

/// The files of the last run. One run at a time has them; another beside it is not recorded.
struct LastRun {
  private let files: any FileSystem & RecordFiles
  private let folder: String
  private let lock: any FileLock

  /// The run that ended last.
  static func finished(in folder: String) -> String { folder + "/last-run.ndjson" }
  /// A run under way, or one that ended without a word.
  static func unfinished(in folder: String) -> String { finished(in: folder) + ".part" }
  /// The last one of those.
  static func crashed(in folder: String) -> String { folder + "/crashed-run.ndjson" }

  /// Takes the place for this run; nil when another run has it, or the folder cannot be written: the
  /// record is a convenience and never in the way.
  init?(in folder: String, on files: any FileSystem & RecordFiles) {
    self.files = files
    self.folder = folder
    do throws(FileError) {
      try files.makeFolder(folder, mode: 0o700)
      guard let lock = try files.lock(folder + "/last-run.lock", note: []) else { return nil }
      self.lock = lock
      if try files.info(Self.unfinished(in: folder)) != nil {
        try files.rename(Self.unfinished(in: folder), to: Self.crashed(in: folder))
      }
    } catch {
      return nil
    }
  }

  /// Where this run is recorded; nil when that cannot be.
  func open() -> (any RecordFile)? {
    try? files.openRecord(Self.unfinished(in: folder), mode: 0o600)
  }

  /// The run is over.
  ///
  /// - Parameter isWorthKeeping: false for runs that did nothing; the one before them stays.
  func end(isWorthKeeping: Bool) {
    do throws(FileError) {
      if isWorthKeeping {
        try files.rename(Self.unfinished(in: folder), to: Self.finished(in: folder))
      } else {
        try files.remove(Self.unfinished(in: folder))
      }
    } catch {
      // What is left behind counts as a run that did not end; nothing else depends on it.
    }
    lock.release()
  }
}
