// One year file in memory: its records, and the lines that they were read from.

import Codec
import Model

/// A record and its line.
struct Row<Record: StoredRecord>: Sendable {
  var record: Record
  /// The line that the record was read from, a part of its file's bytes; nil while it has none.
  var line: ArraySlice<UInt8>?
  /// Whether the line may differ from the record. Lines of other rows are copied byte for byte.
  var isAltered = false
  /// Whether the line is in the file of another year, which the record was in until now.
  var isMovedIn = false
}

/// The rows of one year file, in order.
struct YearFile<Record: StoredRecord>: Sendable {
  let year: Int
  private(set) var rows: [Row<Record>] = []
  /// The file's stamp when it was read or written; nil when there is no file.
  private(set) var stamp: FileStamp?
  /// Whether the rows differ from the file.
  private(set) var isTouched = false
  /// Lines of this file whose records now belong to another year.
  private var movedOut: [ArraySlice<UInt8>] = []

  init(year: Int) {
    self.year = year
  }

  /// Reads a file.
  ///
  /// - Parameter stamp: taken before the bytes were read; nil without a file.
  /// - Throws: `badInput` with the line that is no record.
  init(
    year: Int, stamp: FileStamp?, bytes: [UInt8], path: String, source: Source?
  ) throws(SyncFailure) {
    self.year = year
    self.stamp = stamp
    let lines = recordLines(in: bytes)
    rows.reserveCapacity(lines.count)
    for line in lines {
      guard let json = try? JSONValue(parsing: bytes, in: line.range),
        let record = Record(json, of: source)
      else {
        throw .badInput(file: DisplayText(path), line: line.number)
      }
      rows.append(Row(record: record, line: bytes[line.range]))
    }
    order()
    dropDoubles()
  }

  var count: Int { rows.count }

  /// The index of the first record that does not precede another.
  func firstIndex(from record: Record) -> Int {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].record.precedes(record) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The index of the record with the same key as `record`, if it is where its order says.
  func index(of record: Record) -> Int? {
    let index = firstIndex(from: record)
    guard index < rows.endIndex, rows[index].record.key == record.key else { return nil }
    return index
  }

  /// Removes some rows, and adds others with different keys in any order.
  ///
  /// - Parameter moved: the lines of removed rows whose records now belong to another year.
  mutating func change(
    removing removed: Set<Int>, adding added: [Row<Record>], moved: [ArraySlice<UInt8>]
  ) {
    if !removed.isEmpty {
      rows = rows.indices.filter { !removed.contains($0) }.map { rows[$0] }
    }
    rows += added
    movedOut += moved
    isTouched = true
    order()
  }

  /// Changes records in place, as `YearTable.update`.
  mutating func update(_ change: (inout Record) -> Bool) {
    for index in rows.indices where change(&rows[index].record) {
      rows[index].isAltered = true
      isTouched = true
    }
  }

  private mutating func order() {
    let isOrdered = rows.indices.dropFirst().allSatisfy {
      !rows[$0].record.precedes(rows[$0 - 1].record)
    }
    if isOrdered { return }
    rows.sort { $0.record.precedes($1.record) }
    // Written in order, so that a file differs only where records do.
    isTouched = true
  }

  /// Keeps one row of each key: a file that a merge tool has joined may hold a record twice.
  private mutating func dropDoubles() {
    var seen: Set<Record.Key> = []
    let isDouble = rows.map { !seen.insert($0.record.key).inserted }
    guard isDouble.contains(true) else { return }
    rows = zip(rows, isDouble).filter { !$0.1 }.map(\.0)
    isTouched = true
  }

  // MARK: Writing

  /// Whether it has records that were in the file of another year until now.
  var hasMovedIn: Bool { rows.contains(where: \.isMovedIn) }

  /// Writes the rows, beside the lines of records that are about to move to another year.
  ///
  /// - Throws: as `save`.
  mutating func saveWithMovedOut(at path: String, on disk: StoreDisk) throws(SyncFailure) {
    if movedOut.isEmpty { return }
    let leaving = movedOut.reduce(into: []) { $0 += $1 + [0x0A] }
    stamp = try disk.replaceRecords(path, with: try draft().bytes + leaving, known: stamp)
  }

  /// Makes the file hold exactly the rows.
  ///
  /// - Throws: `storage`; `locked` when somebody has changed the file since it was read.
  mutating func save(at path: String, on disk: StoreDisk) throws(SyncFailure) {
    let (bytes, lines) = try draft()
    stamp = try disk.replaceRecords(path, with: bytes, known: stamp)
    for (index, range) in lines.enumerated() {
      rows[index].line = bytes[range]
      rows[index].record.raw = nil
      (rows[index].isAltered, rows[index].isMovedIn) = (false, false)
    }
    movedOut = []
    isTouched = false
  }

  /// The bytes that the file will have, and the ranges of the rows' lines in them.
  private func draft() throws(SyncFailure) -> (bytes: [UInt8], lines: [Range<Int>]) {
    var json = JSONWriter()
    var lines: [Range<Int>] = []
    lines.reserveCapacity(rows.count)
    for row in rows {
      let start = json.count
      if let line = row.line, !row.isAltered {
        json.value(raw: line)
        json.endLine()
      } else {
        var old: JSONValue?
        if let line = row.line {
          guard let value = try? JSONValue(parsing: Array(line)) else {
            throw .internal("a line of \(row.record.day.year) is no record any more")
          }
          old = value
        }
        row.record.writeLine(to: &json, old: old)
      }
      lines.append(start..<json.count - 1)
    }
    return (json.take(), lines)
  }
}

extension StoreDisk {
  /// Replaces a year file and returns its new stamp; without bytes the file is removed, and one
  /// that has the same is left alone.
  ///
  /// - Throws: `storage`; `locked` when somebody else has changed it since it was read or written
  ///   last, which only a lock could rule out.
  fileprivate func replaceRecords(
    _ path: String, with bytes: [UInt8], known stamp: FileStamp?
  ) throws(SyncFailure) -> FileStamp? {
    guard try self.stamp(path) == stamp else { throw .locked(.elsewhere) }
    if bytes.isEmpty {
      try remove(path)
      return nil
    }
    if let stamp, stamp.size == Int64(bytes.count), try read(path) == bytes { return stamp }
    try replaceData(path, with: bytes)
    return try self.stamp(path)
  }
}

/// The lines of a year file that are not blank, numbered from 1. An editor may have left the last
/// one without an end.
func recordLines(in bytes: [UInt8]) -> [(number: Int, range: Range<Int>)] {
  let text = NDJSON(bytes)
  let lines = text.lines + (text.torn.map { [$0] } ?? [])
  return lines.enumerated().map { (number: $0 + 1, range: $1) }.filter { line in
    !bytes[line.range].allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
  }
}
