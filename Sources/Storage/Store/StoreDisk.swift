// The disk as the store uses it: the port's errors become the run's failures.

import Codec
import Model
import Platform

/// `FileSystem` with failures of a run.
struct StoreDisk: Sendable {
  let files: any FileSystem

  func read(_ path: String) throws(SyncFailure) -> [UInt8]? {
    try fileWork { () throws(FileError) in try files.read(path) }
  }

  func read(_ path: String, in range: Range<Int>) throws(SyncFailure) -> [UInt8]? {
    try fileWork { () throws(FileError) in try files.read(path, in: range) }
  }

  /// The bytes of a file whose lines are records; nil when there is none. A file with a line that
  /// is far too long for a record is not read as a whole.
  ///
  /// - Throws: `storage`; `badInput` with that line.
  func readRecords(_ path: String) throws(SyncFailure) -> [UInt8]? {
    if let size = try stamp(path)?.size, size > Self.longestLine { try refuseLongLine(path) }
    return try read(path)
  }

  /// The longest line of a record in bytes: `raw`, at most one answer of a service, and its texts.
  static let longestLine = 34 << 20

  private func refuseLongLine(_ path: String) throws(SyncFailure) {
    var (offset, start, number) = (0, 0, 1)
    while let piece = try read(path, in: offset..<offset + 1 << 20), !piece.isEmpty {
      let ended = NDJSON(piece).lines
      if let last = ended.last { start = offset + last.upperBound + 1 }
      number += ended.count
      offset += piece.count
      if offset - start > Self.longestLine {
        throw .badInput(file: DisplayText(path), line: number)
      }
    }
  }

  /// What a file looks like from outside; nil when there is none.
  func stamp(_ path: String) throws(SyncFailure) -> FileStamp? {
    let info = try fileWork { () throws(FileError) in try files.info(path) }
    return info.map { FileStamp($0) }
  }

  func exists(_ path: String) throws(SyncFailure) -> Bool { try stamp(path) != nil }

  /// Names a file that stands where a folder should be, and not what would be inside.
  ///
  /// - Throws: `storage`.
  func refuseFile(_ path: String) throws(SyncFailure) {
    try fileWork { () throws(FileError) in
      guard let kind = try files.info(path)?.kind, kind == .file || kind == .other else { return }
      throw FileError(path: path, reason: .notADirectory, isReading: true)
    }
  }

  /// What the year files of a folder look like.
  func stamps(in folder: String) throws(SyncFailure) -> [Int: FileStamp] {
    var stamps: [Int: FileStamp] = [:]
    for year in try years(in: folder) {
      stamps[year] = try stamp(folder + "/" + YearName.file(year))
    }
    return stamps
  }

  /// The years that have a file in a folder, in order.
  func years(in folder: String) throws(SyncFailure) -> [Int] {
    try list(folder).compactMap { YearName.year($0) }
  }

  func list(_ folder: String) throws(SyncFailure) -> [String] {
    try fileWork { () throws(FileError) in try files.list(folder) }
  }

  func makeFolder(_ path: String) throws(SyncFailure) {
    try fileWork { () throws(FileError) in try files.makeFolder(path, mode: Permissions.folder) }
  }

  /// Replaces a file of the data folder. One that is there keeps the permissions a person gave it.
  func replaceData(_ path: String, with bytes: [UInt8]) throws(SyncFailure) {
    try fileWork { () throws(FileError) in
      let mode = try files.info(path)?.mode ?? Permissions.data
      try files.replace(path, with: bytes, mode: mode & 0o777)
    }
  }

  func replaceState(_ path: String, with bytes: [UInt8]) throws(SyncFailure) {
    try fileWork { () throws(FileError) in
      try files.replace(path, with: bytes, mode: Permissions.state)
    }
  }

  /// Makes a file of the state folder hold these bytes, unless it does.
  func renewState(_ path: String, with bytes: [UInt8]) throws(SyncFailure) {
    if try read(path) != bytes { try replaceState(path, with: bytes) }
  }

  func appendState(_ bytes: ArraySlice<UInt8>, to path: String) throws(SyncFailure) {
    try fileWork { () throws(FileError) in
      try files.append(bytes, to: path, mode: Permissions.state)
    }
  }

  func remove(_ path: String) throws(SyncFailure) {
    try fileWork { () throws(FileError) in try files.remove(path) }
  }

  /// Removes the temporary files that killed writers have left in a folder. One that cannot be
  /// removed does no harm: nothing reads it.
  func sweep(_ folder: String, where isAbandoned: (String) -> Bool) {
    for name in (try? list(folder)) ?? []
    where TemporaryName.matches(name) && isAbandoned(name) {
      try? remove(folder + "/" + name)
    }
  }

  func removeFolder(_ path: String) throws(SyncFailure) {
    try fileWork { () throws(FileError) in try files.removeFolder(path) }
  }
}
