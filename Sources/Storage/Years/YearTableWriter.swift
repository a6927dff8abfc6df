// Writes what changed in a folder of year files, so that a kill between two files loses no line.

import Codec
import Model
import Platform
import Synchronization

extension YearTable {
  /// The number of records in the files that may have to be written.
  var touchedCount: Int {
    years.values.reduce(0) { $0 + ($1.isTouched ? $1.rows.count : 0) }
  }

  /// Whether nothing is left to be written.
  var isWritten: Bool { years.values.allSatisfy(isWritten) }

  /// The keys of the records that are in their files by now.
  var writtenKeys: Set<Record.Key> {
    Set(years.values.lazy.filter(isWritten).flatMap { $0.rows.lazy.map(\.record.key) })
  }

  /// After a save that failed, a file that it has written has a newer stamp than its rows.
  private func isWritten(_ file: YearFile<Record>) -> Bool {
    !file.isTouched || stamps[file.year] != file.stamp
  }

  /// Writes the files that differ from their rows. A file whose bytes would be the same is left
  /// alone.
  ///
  /// - Throws: `storage`; the table can be saved again then.
  mutating func save(on disk: StoreDisk, progress: Gauge) throws(SyncFailure) {
    let touched = years.values.filter(\.isTouched).map(\.year).sorted()
    if touched.isEmpty { return }
    if count > 0 { try disk.makeFolder(folder) }
    var old = OldLines(folder: folder, disk: disk)
    for year in touched { try old.read(year, stamp: years[year]?.stamp) }

    // A record that moves is in both files for a moment rather than in neither: the file that takes
    // it in is written first, and keeps the lines that are about to leave it.
    let receiving = touched.filter { year in
      years[year]?.rows.contains { $0.line.map { $0.year != year } ?? false } ?? false
    }
    for year in receiving {
      guard let file = years[year], !file.movedOut.isEmpty else { continue }
      let draft = try old.draft(of: file, keeping: file.movedOut)
      stamps[year] = try old.write(draft.bytes, year: year, over: stamps[year])
    }
    var saved = try save(receiving, from: old, progress)
    saved += try save(touched.filter { !receiving.contains($0) }, from: old, progress)
    // Only now that all is on disk: until then a second try needs the old lines.
    for result in saved {
      replace(result.year) { file in
        file.setSaved(lines: result.lines, stamp: result.stamp)
        return !result.lines.isEmpty
      }
    }
    if isEmpty { try disk.removeFolder(folder) }
  }

  /// Writes files in any order.
  private mutating func save(
    _ years: [Int], from old: OldLines, _ progress: Gauge
  ) throws(SyncFailure) -> [SavedYear] {
    let files = years.compactMap { self.years[$0] }
    let rows = files.reduce(0) { $0 + $1.rows.count }
    let stamps = stamps
    let results = mapInParallel(files, threads: rows < Self.fewRows ? 1 : 2) { file in
      Result { () throws(SyncFailure) in
        let saved = try old.save(file, over: stamps[file.year])
        progress.advance(by: file.rows.count)
        return saved
      }
    }
    for case .success(let saved)? in results { self.stamps[saved.year] = saved.stamp }
    return try results.compactMap(\.self).map { (result) throws(SyncFailure) in try result.get() }
  }

  /// So few rows are written before another thread has started.
  private static var fewRows: Int { 1000 }
}

/// A year file as it was written.
private struct SavedYear: Sendable {
  let year: Int
  /// The ranges of the lines, in the order of the rows.
  let lines: [Range<Int>]
  let stamp: FileStamp?
}

/// The files as they are, whose lines new files are made from.
private struct OldLines: Sendable {
  let folder: String
  let disk: StoreDisk
  private var bytes: [Int: [UInt8]] = [:]

  init(folder: String, disk: StoreDisk) {
    self.folder = folder
    self.disk = disk
  }

  /// - Throws: `locked` when somebody has changed the file since its rows were read: the ranges of
  ///   its lines would be wrong.
  mutating func read(_ year: Int, stamp: FileStamp?) throws(SyncFailure) {
    guard let stamp else { return }
    let path = path(year)
    guard try disk.stamp(path) == stamp, let old = try disk.read(path) else {
      throw .locked(.elsewhere)
    }
    bytes[year] = old
  }

  /// Writes a file; one whose bytes would be the same is left alone.
  ///
  /// - Parameter stamp: of the file that is replaced.
  func save<Record: StoredRecord>(
    _ file: YearFile<Record>, over stamp: FileStamp?
  ) throws(SyncFailure) -> SavedYear {
    let draft = try draft(of: file)
    let isSame = bytes[file.year] == draft.bytes && file.movedOut.isEmpty
    let saved =
      isSame && !draft.bytes.isEmpty
      ? file.stamp : try write(draft.bytes, year: file.year, over: stamp)
    return SavedYear(year: file.year, lines: draft.lines, stamp: saved)
  }

  /// Replaces a file and returns its new stamp; without bytes the file is removed.
  ///
  /// - Parameter stamp: of the file as it was read or written last.
  /// - Throws: `locked` when somebody else has changed it since, which only a lock could rule out.
  func write(
    _ bytes: [UInt8], year: Int, over stamp: FileStamp?
  ) throws(SyncFailure) -> FileStamp? {
    let path = path(year)
    guard try disk.stamp(path) == stamp else { throw .locked(.elsewhere) }
    if bytes.isEmpty {
      try disk.remove(path)
    } else {
      try disk.replaceData(path, with: bytes)
    }
    return try disk.stamp(path)
  }

  private func path(_ year: Int) -> String { folder + "/" + YearName.file(year) }

  /// The bytes that a file will have, and the ranges of the lines of its rows.
  ///
  /// - Parameter leaving: lines that are kept for the moment.
  func draft<Record: StoredRecord>(
    of file: YearFile<Record>, keeping leaving: [StoredLine] = []
  ) throws(SyncFailure) -> (bytes: [UInt8], lines: [Range<Int>]) {
    // About as much as is needed: growing the last time takes twice the memory.
    let raw = file.rows.reduce(0) { $0 + ($1.record.raw?.count ?? 0) + 64 }
    var json = JSONWriter(capacity: 4096 + raw + (bytes[file.year]?.count ?? 512 * file.rows.count))
    var lines: [Range<Int>] = []
    lines.reserveCapacity(file.rows.count)
    for row in file.rows {
      let start = json.count
      try write(row, to: &json)
      lines.append(start..<json.count - 1)
    }
    for line in leaving {
      guard let old = bytes[line.year] else { continue }
      json.value(raw: old[line.range])
      json.endLine()
    }
    return (json.take(), lines)
  }

  private func write<Record: StoredRecord>(
    _ row: Row<Record>, to json: inout JSONWriter
  ) throws(SyncFailure) {
    guard let line = row.line else { return row.record.writeLine(to: &json) }
    guard let old = bytes[line.year], line.range.upperBound <= old.count else {
      throw .internal("a line of \(line.year) is out of reach")
    }
    guard row.isAltered else {
      json.value(raw: old[line.range])
      json.endLine()
      return
    }
    guard let value = try? JSONValue(parsing: old, in: line.range) else {
      throw .internal("a line of \(line.year) is no record any more")
    }
    row.record.writeLine(to: &json, old: value)
  }
}

/// Maps elements on up to so many threads, and returns the results in the order of the elements.
/// After a failure nothing more is begun; the results of what was not begun are nil.
func mapInParallel<Element: Sendable, Success: Sendable, Failure: Error>(
  _ elements: [Element], threads: Int,
  _ body: @Sendable (Element) -> Result<Success, Failure>
) -> [Result<Success, Failure>?] {
  let results = Mutex<[Result<Success, Failure>?]>(Array(repeating: nil, count: elements.count))
  let next = Atomic<Int>(0)
  DedicatedThread.perform(on: min(threads, elements.count)) {
    while true {
      let index = next.add(1, ordering: .relaxed).oldValue
      guard elements.indices.contains(index) else { return }
      let result = body(elements[index])
      results.withLock { $0[index] = result }
      if case .failure = result { next.store(elements.count, ordering: .relaxed) }
    }
  }
  return results.withLock { $0 }
}
