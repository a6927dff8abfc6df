// One year file in memory: its records, and where in the file their lines are.

import Codec
import Model

/// A line in a year file.
struct StoredLine: Hashable, Sendable {
  let year: Int
  let range: Range<Int>
}

/// A record and its line.
struct Row<Record: StoredRecord>: Sendable {
  var record: Record
  /// Its line; nil while it has none.
  var line: StoredLine?
  /// Whether the line may differ from the record. Lines of other rows are copied byte for byte.
  var isAltered: Bool
}

/// The rows of one year file, in order.
struct YearFile<Record: StoredRecord>: Sendable {
  let year: Int
  var rows: [Row<Record>] = []
  /// The file's stamp when it was read or written; nil when there is no file.
  var stamp: FileStamp?
  /// Whether the rows differ from the file.
  var isTouched = false
  /// Lines of this file whose records now belong to another year.
  var movedOut: [StoredLine] = []

  /// The index of each record in `rows`; nil until it is needed.
  private var indices: [Record.Key: Int]?
  /// The index found last.
  private var latest = 0

  init(year: Int) {
    self.year = year
  }

  /// Reads a file.
  ///
  /// - Parameter stamp: taken before the bytes were read.
  /// - Throws: `badInput` with the line that is no record.
  init(
    year: Int, stamp: FileStamp, bytes: [UInt8], path: String, source: Source?
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
      rows.append(
        Row(record: record, line: StoredLine(year: year, range: line.range), isAltered: false))
    }
    order()
    dropDoubles()
  }

  /// The index of the record with the same key as `record`.
  mutating func index(of record: Record) -> Int? {
    // Records are mostly looked up in their order, and each several times.
    for index in [latest, latest + 1] where index < rows.endIndex {
      guard rows[index].record.key == record.key else { continue }
      latest = index
      return index
    }
    var range = rows.startIndex..<rows.endIndex
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      range =
        rows[middle].record.precedes(record)
        ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    let index = range.lowerBound
    guard index < rows.endIndex, rows[index].record.key == record.key else {
      return self.index(of: record.key)
    }
    latest = index
    return index
  }

  /// The index of the record with a key.
  mutating func index(of key: Record.Key) -> Int? {
    if let indices { return indices[key] }
    let found = Dictionary(
      rows.indices.map { (rows[$0].record.key, $0) }, uniquingKeysWith: { first, _ in first })
    indices = found
    return found[key]
  }

  /// Replaces all rows by others with different keys, in any order.
  mutating func replaceRows(_ rows: consuming [Row<Record>]) {
    self.rows = consume rows
    indices = nil
    isTouched = true
    order()
  }

  /// Hands out all rows, to be replaced by others.
  mutating func takeRows() -> [Row<Record>] {
    var taken: [Row<Record>] = []
    swap(&taken, &rows)
    return taken
  }

  /// Changes records in place, as `YearTable.update`.
  mutating func update(_ change: (inout Record) -> Bool) {
    for index in rows.indices {
      guard change(&rows[index].record) else { continue }
      rows[index].isAltered = true
      isTouched = true
    }
  }

  /// Notes that the file now has all rows.
  ///
  /// - Parameters:
  ///   - lines: the ranges of their lines, in order.
  ///   - stamp: the file's new stamp.
  mutating func setSaved(lines: [Range<Int>], stamp: FileStamp?) {
    for (index, range) in lines.enumerated() {
      rows[index].line = StoredLine(year: year, range: range)
      rows[index].isAltered = false
      rows[index].record.raw = nil
    }
    self.stamp = stamp
    movedOut = []
    isTouched = false
  }

  private mutating func order() {
    let isOrdered = rows.indices.dropFirst().allSatisfy {
      !rows[$0].record.precedes(rows[$0 - 1].record)
    }
    if isOrdered { return }
    rows.sort { $0.record.precedes($1.record) }
    // `RecentRecords` relies on the order of the lines.
    isTouched = true
  }

  /// Keeps one row of each key: a file that a merge tool has joined may hold a record twice.
  private mutating func dropDoubles() {
    var seen: Set<Record.Key> = []
    seen.reserveCapacity(rows.count)
    let isDouble = rows.map { !seen.insert($0.record.key).inserted }
    guard isDouble.contains(true) else { return }
    rows = zip(rows, isDouble).filter { !$0.1 }.map(\.0)
    isTouched = true
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
