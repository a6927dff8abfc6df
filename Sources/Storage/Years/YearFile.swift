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

/// The rows of one year file, in order. They may be put aside: then they wait as lines.
struct YearFile<Record: StoredRecord>: Sendable {
  let year: Int
  /// Empty while they are put aside.
  private(set) var rows: [Row<Record>] = []
  /// The file's stamp when it was read or written; nil when there is no file.
  var stamp: FileStamp?
  /// Whether the rows differ from the file.
  private(set) var isTouched = false
  /// Whether it has records that were in the file of another year until now.
  var hasMovedIn = false
  /// Lines of this file whose records now belong to another year.
  var movedOut: [[UInt8]] = []
  /// Where the lines are that the rows were read from; nil for those of the file itself.
  private(set) var spooled: Range<Int>?
  /// What the lines of rows that are put aside do not tell; nil while the rows are in memory.
  private var aside: [Note]?
  /// The first and the last of the records that are put aside.
  private var ends: (first: Record, last: Record)?

  private struct Note {
    let change: RecordChange?
    let ftp: Int32?
  }

  /// The index found last.
  private var latest = 0

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

  var count: Int { aside?.count ?? rows.count }
  var isAside: Bool { aside != nil }
  var first: Record? { ends?.first ?? rows.first?.record }
  var last: Record? { ends?.last ?? rows.last?.record }

  /// The index of the record with the same key as `record`, which is nearly always where its order
  /// says.
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
    guard index < rows.endIndex, rows[index].record.key == record.key else { return nil }
    latest = index
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

  /// Changes records in place, as `YearTable.update`. Returns whether any has changed.
  @discardableResult
  mutating func update(_ change: (inout Record) -> Bool) -> Bool {
    var hasChanged = false
    for index in rows.indices where change(&rows[index].record) {
      rows[index].isAltered = true
      hasChanged = true
    }
    if hasChanged { isTouched = true }
    return hasChanged
  }

  /// Notes what an import did to a record that stays as it is.
  mutating func mark(_ index: Int, _ change: RecordChange) { rows[index].change = change }

  /// Frees the rows.
  ///
  /// - Parameter lines: where their lines wait; nil for rows that are as in the file.
  mutating func putAside(_ lines: Range<Int>?) {
    spooled = lines
    aside = rows.map { Note(change: $0.change, ftp: $0.record.ftp) }
    if let first, let last { ends = (first, last) }
    rows = []
  }

  /// Takes back rows that were put aside.
  ///
  /// - Parameter file: its lines, read again.
  /// - Throws: `internal` when these are not all.
  mutating func takeBack(_ file: consuming YearFile) throws(SyncFailure) {
    guard let notes = aside, notes.count == file.rows.count, !file.isTouched else {
      throw .internal("other lines of \(year) than were put aside")
    }
    rows = file.takeRows()
    for (index, note) in notes.enumerated() {
      if let change = note.change { rows[index].change = change }
      if let ftp = note.ftp { rows[index].record.ftp = ftp }
    }
    (aside, ends) = (nil, nil)
  }

  /// Notes that the file now has all rows.
  ///
  /// - Parameters:
  ///   - lines: the ranges of their lines, in order; none for rows that are put aside.
  ///   - stamp: the file's new stamp.
  mutating func setSaved(lines: [Range<Int>], stamp: FileStamp?) {
    for (index, range) in lines.enumerated() {
      rows[index].line = .here(range)
      rows[index].isAltered = false
      rows[index].record.raw = nil
    }
    self.stamp = stamp
    spooled = nil
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
