// One year file in memory: its records, and where in the file their lines are.

import Codec
import Model

/// Where the line of a record is.
enum StoredLine: Hashable, Sendable {
  /// In the bytes that the rows were read from.
  case here(Range<Int>)
  /// In the file of another year, which the record was in until now.
  case moved([UInt8])
}

/// A record and its line.
struct Row<Record: StoredRecord>: Sendable {
  var record: Record
  /// Its line; nil while it has none.
  var line: StoredLine?
  /// Whether the line may differ from the record. Lines of other rows are copied byte for byte.
  var isAltered = false
  /// What an import did to the record; nil for one that its files do not have.
  var change: RecordChange?
}

/// The rows of one year file, in order.
struct YearFile<Record: StoredRecord>: Sendable {
  let year: Int
  private(set) var rows: [Row<Record>] = []
  /// The file's stamp when it was read or written; nil when there is no file.
  var stamp: FileStamp?
  /// Whether the rows differ from the file.
  private(set) var isTouched = false
  /// Whether it has records that were in the file of another year until now.
  var hasMovedIn = false
  /// Lines of this file whose records now belong to another year.
  var movedOut: [[UInt8]] = []
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
      rows.append(Row(record: record, line: .here(line.range)))
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

  /// Replaces all rows by others with different keys, in any order.
  mutating func replaceRows(_ rows: consuming [Row<Record>]) {
    self.rows = consume rows
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
    var hasChanged = false
    for index in rows.indices where change(&rows[index].record) {
      rows[index].isAltered = true
      hasChanged = true
    }
    if hasChanged { isTouched = true }
  }

  /// Notes what an import did to a record that stays as it is.
  mutating func mark(_ index: Int, _ change: RecordChange) { rows[index].change = change }

  /// Notes that the file now has all rows.
  ///
  /// - Parameters:
  ///   - lines: the ranges of their lines, in order.
  ///   - stamp: the file's new stamp.
  mutating func setSaved(lines: [Range<Int>], stamp: FileStamp?) {
    for (index, range) in lines.enumerated() {
      rows[index].line = .here(range)
      rows[index].isAltered = false
      rows[index].record.raw = nil
    }
    self.stamp = stamp
    movedOut = []
    hasMovedIn = false
    isTouched = false
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
