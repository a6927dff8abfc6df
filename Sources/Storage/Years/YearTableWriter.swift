// Writes what changed in a folder of year files, so that a kill between two files loses no line.

import Codec
import Model
import Platform
import Synchronization

/// A year file as it will be written.
private struct Draft: Sendable {
  let bytes: [UInt8]
  /// The ranges of the lines of its rows.
  let lines: [Range<Int>]
}

extension YearTable {
  /// The number of records in the files that may have to be written.
  var touchedCount: Int { files.reduce(0) { $0 + ($1.isTouched ? $1.count : 0) } }

  /// Whether nothing is left to be written.
  var isWritten: Bool { files.allSatisfy(isWritten) }

  /// The years whose records are in their files by now.
  var writtenYears: [Int] { files.filter(isWritten).map(\.year) }

  /// After a save that failed, a file that it has written has a newer stamp than its rows.
  private func isWritten(_ file: YearFile<Record>) -> Bool {
    !file.isTouched || stamps[file.year] != file.stamp
  }

  /// Writes the files that differ from their rows. A file whose bytes would be the same is left
  /// alone.
  ///
  /// - Throws: `storage`; `locked` when somebody has changed a file since it was read.
  mutating func save(progress: Gauge) throws(SyncFailure) {
    let touched = files.filter(\.isTouched).map(\.year).sorted()
    if touched.isEmpty { return }
    if count > 0 { try disk.makeFolder(folder) }

    // A record that moves is in both files for a moment rather than in neither: the file that takes
    // it in is written first, and keeps the lines that are about to leave it.
    let receiving = touched.filter { self[$0]?.hasMovedIn ?? false }
    var drafts: [Int: Draft] = [:]
    for year in receiving {
      guard let file = self[year], !file.movedOut.isEmpty else { continue }
      let draft = try draft(of: file)
      drafts[year] = draft
      let leaving = file.movedOut.reduce(into: []) { $0 += $1 + [0x0A] }
      stamps[year] = try write(draft.bytes + leaving, of: file)
    }
    var saved = try save(receiving, as: drafts, progress)
    saved += try save(touched.filter { !receiving.contains($0) }, progress)
    // Only now that all is on disk: until then the counts of a save that fails need the old stamps.
    for result in saved {
      replace(result.year) { file in
        file.setSaved(lines: result.lines, stamp: result.stamp)
        return file.count > 0
      }
    }
    if isEmpty { try disk.removeFolder(folder) }
  }

  /// Writes files in any order.
  ///
  /// - Parameter drafts: those that are made already.
  private mutating func save(
    _ years: [Int], as drafts: [Int: Draft] = [:], _ progress: Gauge
  ) throws(SyncFailure) -> [SavedYear] {
    let files = years.compactMap { self[$0] }
    let rows = files.reduce(0) { $0 + $1.count }
    let threads = rows < Self.fewRows ? 1 : 2
    let table = self
    let results = mapInParallel(files, threads: threads) { file in
      Result { () throws(SyncFailure) in
        let draft = if let made = drafts[file.year] { made } else { try table.draft(of: file) }
        let stamp = try table.write(draft.bytes, of: file)
        progress.advance(by: file.count)
        return SavedYear(year: file.year, lines: draft.lines, stamp: stamp)
      }
    }
    for case .success(let saved)? in results { stamps[saved.year] = saved.stamp }
    return try results.compactMap(\.self).map { (result) throws(SyncFailure) in try result.get() }
  }

  /// So few rows are written before another thread has started.
  private static var fewRows: Int { 1000 }

  /// Replaces a file and returns its new stamp; without bytes the file is removed, and one that has
  /// the same is left alone.
  ///
  /// - Throws: `locked` when somebody else has changed it since it was read or written last, which
  ///   only a lock could rule out.
  private func write(
    _ bytes: [UInt8], of file: YearFile<Record>
  ) throws(SyncFailure) -> FileStamp? {
    let path = path(file.year)
    let stamp = stamps[file.year]
    guard try disk.stamp(path) == stamp else { throw .locked(.elsewhere) }
    if bytes.isEmpty {
      try disk.remove(path)
      return nil
    }
    if let stamp, stamp.size == Int64(bytes.count), try disk.read(path) == bytes { return stamp }
    try disk.replaceData(path, with: bytes)
    return try disk.stamp(path)
  }

  func path(_ year: Int) -> String { folder + "/" + YearName.file(year) }

  // MARK: Lines

  /// The bytes that the rows of a file were read from.
  ///
  /// - Throws: `locked` when somebody has changed the file since: the ranges of its lines would be
  ///   wrong.
  func lines(of file: YearFile<Record>) throws(SyncFailure) -> [UInt8] {
    guard let stamp = file.stamp else { return [] }
    guard try disk.stamp(path(file.year)) == stamp, let bytes = try disk.read(path(file.year))
    else { throw .locked(.elsewhere) }
    return bytes
  }

  /// The bytes that a file will have.
  private func draft(of file: YearFile<Record>) throws(SyncFailure) -> Draft {
    let old = try lines(of: file)
    // About as much as is needed: growing the last time takes twice the memory.
    let raw = file.rows.reduce(0) { $0 + ($1.record.raw?.count ?? 0) + 64 }
    var json = JSONWriter(capacity: 4096 + raw + (old.isEmpty ? 512 * file.count : old.count))
    var lines: [Range<Int>] = []
    lines.reserveCapacity(file.count)
    for row in file.rows {
      let start = json.count
      try write(row, from: old, to: &json)
      lines.append(start..<json.count - 1)
    }
    return Draft(bytes: json.take(), lines: lines)
  }

  private func write(
    _ row: Row<Record>, from old: [UInt8], to json: inout JSONWriter
  ) throws(SyncFailure) {
    let (bytes, range): ([UInt8], Range<Int>)
    switch row.line {
    case nil: return row.record.writeLine(to: &json)
    case .here(let line): (bytes, range) = (old, line)
    case .moved(let line): (bytes, range) = (line, line.indices)
    }
    guard range.upperBound <= bytes.count else {
      throw .internal("a line of \(row.record.day.year) is out of reach")
    }
    guard row.isAltered else {
      json.value(raw: bytes[range])
      json.endLine()
      return
    }
    guard let value = try? JSONValue(parsing: bytes, in: range) else {
      throw .internal("a line of \(row.record.day.year) is no record any more")
    }
    row.record.writeLine(to: &json, old: value)
  }
}

/// A year file as it was written.
private struct SavedYear: Sendable {
  let year: Int
  /// The ranges of the lines, in the order of the rows.
  let lines: [Range<Int>]
  let stamp: FileStamp?
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
