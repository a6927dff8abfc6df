// All year files of one folder: the stored records, and the changes that are to be written.

import Codec
import Model

struct Row<Record: StoredRecord>: Sendable {
  var record: Record
  /// The year of the file that it was read from, or that it belongs in since it was changed.
  var year: Int
  /// The line that the record was read from, a part of its file's bytes; nil while it has none.
  var line: ArraySlice<UInt8>?
  /// Whether the line may differ from the record. Lines of other rows are copied byte for byte.
  var isAltered = false
}

/// The records of one folder of year files.
struct YearTable<Record: StoredRecord>: Sendable {
  let folder: String
  /// In order, each key once.
  private var rows: [Row<Record>] = []
  /// Where the row of a key is.
  private var places: [Record.Key: Int] = [:]
  /// The stamps of the files when they were read or written.
  private(set) var stamps: [Int: FileStamp] = [:]
  /// The years whose files may differ from their rows.
  private var touched: Set<Int> = []
  /// Lines in files whose records now belong to another year.
  private var leaving: [Int: [ArraySlice<UInt8>]] = [:]

  /// Reads the year files of a folder; those that are not there, or no longer, are left out.
  ///
  /// - Parameter years: in order; nil for all.
  /// - Throws: `storage`; `badInput` with the line that is no record.
  init(
    _ folder: String, of source: Source?, on disk: StoreDisk, years: [Int]? = nil
  ) throws(SyncFailure) {
    self.folder = folder
    let years = if let years { years } else { try disk.years(in: folder) }
    for year in years {
      let path = path(year)
      // The stamp is taken first: a change while the file is read makes the stamp outdated, so that
      // the file is read again.
      guard let stamp = try disk.stamp(path), let bytes = try disk.readRecords(path) else {
        continue
      }
      stamps[year] = stamp
      var file = try Row<Record>.read(bytes, year: year, path: path, of: source)
      // Written in order, so that a file differs only where records do.
      if file.order() { touched.insert(year) }
      for row in file { take(row) }
    }
    arrange()
  }

  /// Takes a row of a file, one of each key: a file that a merge tool has joined may hold a record
  /// twice. A run that was killed while it moved a record has left it in two files: the one in the
  /// file of its own year is kept.
  private mutating func take(_ row: Row<Record>) {
    guard let place = places[row.record.key] else {
      places[row.record.key] = rows.count
      rows.append(row)
      return
    }
    let other = rows[place].year
    let isAtHome = row.year != other && row.record.day.year == row.year
    touched.insert(isAtHome ? other : row.year)
    if isAtHome { rows[place] = row }
  }

  /// Puts the rows in order, and notes where each is.
  private mutating func arrange() {
    rows.order()
    places.removeAll(keepingCapacity: true)
    for index in rows.indices { places[rows[index].record.key] = index }
    assert(places.count == rows.count, "a key twice in \(folder)")
  }

  // MARK: Reading

  var records: [Record] { rows.map(\.record) }

  /// The records for which a condition holds, in order.
  func records(where condition: (Record) -> Bool) -> [Record] {
    rows.lazy.map(\.record).filter(condition)
  }

  /// The records that do not precede `first`, as long as they are near.
  func records(from first: Record, while isNear: (Record) -> Bool) -> [Record] {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].record.precedes(first) { low = middle + 1 } else { high = middle }
    }
    return Array(rows[low...].lazy.map(\.record).prefix(while: isNear))
  }

  func find(_ record: Record) -> Record? { places[record.key].map { rows[$0].record } }

  var last: Record? { rows.last?.record }

  var count: Int { rows.count }

  /// Whether any file may differ from its rows.
  var isTouched: Bool { !touched.isEmpty }

  /// The number of records in the files that may have to be written.
  var touchedCount: Int { rows.count { touched.contains($0.year) } }

  /// The keys of the records that are in their files.
  var writtenKeys: Set<Record.Key> {
    Set(rows.lazy.filter { !touched.contains($0.year) }.map(\.record.key))
  }

  // MARK: Changing

  /// Adds records, in the place of those with the same keys, and removes others. A record that
  /// belongs to another year now moves there with its line.
  ///
  /// - Parameters:
  ///   - puts: each of another key.
  ///   - removals: none of them among `puts`.
  mutating func apply(puts: [Record], removals: [Record] = []) {
    let removed = Set(removals.compactMap { places[$0.key] })
    for place in removed { touched.insert(rows[place].year) }
    for record in puts {
      var row = Row(record: record, year: record.day.year, isAltered: true)
      touched.insert(row.year)
      guard let place = places[record.key] else {
        rows.append(row)
        continue
      }
      let old = rows[place]
      touched.insert(old.year)
      row.line = old.line
      if old.year != row.year, let line = old.line { leaving[old.year, default: []].append(line) }
      rows[place] = row
    }
    if !removed.isEmpty { rows = rows.indices.filter { !removed.contains($0) }.map { rows[$0] } }
    arrange()
  }

  /// Changes records in place; `change` says whether it has. Order and keys must not change.
  mutating func update(_ change: (inout Record) -> Bool) {
    for index in rows.indices where change(&rows[index].record) {
      rows[index].isAltered = true
      touched.insert(rows[index].year)
    }
  }

  // MARK: Writing

  /// Writes the files that differ from their rows. A file whose bytes would be the same is left
  /// alone.
  ///
  /// - Throws: `storage`; `locked` when somebody has changed a file since it was read.
  mutating func save(on disk: StoreDisk, progress: Gauge) throws(SyncFailure) {
    if touched.isEmpty { return }
    if !rows.isEmpty { try disk.makeFolder(folder) }
    let places = Dictionary(grouping: rows.indices) { rows[$0].year }
    // A record that moves is in both files for a moment rather than in neither: before any line
    // leaves its file, all files have what they take in.
    if !leaving.isEmpty {
      for year in touched.sorted() {
        let lines = (leaving[year] ?? []).reduce(into: []) { $0 += $1 + [0x0A] }
        try write(try draft(places[year] ?? []).bytes + lines, year, on: disk)
      }
    }
    for year in touched.sorted() {
      let places = places[year] ?? []
      let (bytes, lines) = try draft(places)
      try write(bytes, year, on: disk)
      for (place, line) in zip(places, lines) {
        rows[place].line = bytes[line]
        rows[place].record.raw = nil
        rows[place].isAltered = false
      }
      leaving[year] = nil
      touched.remove(year)
      progress.advance(by: places.count)
    }
    if rows.isEmpty { try disk.removeFolder(folder) }
  }

  /// The bytes that a file will have, and the ranges of the rows' lines in them.
  private func draft(_ places: [Int]) throws(SyncFailure) -> (bytes: [UInt8], lines: [Range<Int>]) {
    var json = JSONWriter()
    var lines: [Range<Int>] = []
    lines.reserveCapacity(places.count)
    for place in places {
      let (start, row) = (json.count, rows[place])
      switch row.line {
      case nil: row.record.writeLine(to: &json)
      case let line? where row.isAltered:
        guard let old = try? JSONValue(parsing: Array(line)) else {
          throw .internal("a line of \(row.year) is no record any more")
        }
        row.record.writeLine(to: &json, old: old)
      case let line?:
        json.value(raw: line)
        json.endLine()
      }
      lines.append(start..<json.count - 1)
    }
    return (json.take(), lines)
  }

  /// Replaces a year file; without bytes it is removed, and one that has the same is left alone.
  ///
  /// - Throws: `storage`; `locked` when somebody else has changed it since it was read or written
  ///   last, which only a lock could rule out.
  private mutating func write(
    _ bytes: [UInt8], _ year: Int, on disk: StoreDisk
  ) throws(SyncFailure) {
    let path = path(year)
    guard try disk.stamp(path) == stamps[year] else { throw .locked(.elsewhere) }
    if bytes.isEmpty {
      try disk.remove(path)
    } else if try disk.read(path) != bytes {
      try disk.replaceData(path, with: bytes)
    }
    stamps[year] = try disk.stamp(path)
  }

  private func path(_ year: Int) -> String { folder + "/" + YearName.file(year) }
}

extension Row {
  /// Reads the lines of a year file.
  ///
  /// - Throws: `badInput` with the line that is no record.
  static func read(
    _ bytes: [UInt8], year: Int, path: String, of source: Source?
  ) throws(SyncFailure) -> [Row] {
    let lines = recordLines(in: bytes)
    var rows: [Row] = []
    rows.reserveCapacity(lines.count)
    for line in lines {
      guard let json = try? JSONValue(parsing: bytes, in: line.range),
        let record = Record(json, of: source)
      else { throw .badInput(file: DisplayText(path), line: line.number) }
      rows.append(Row(record: record, year: year, line: bytes[line.range]))
    }
    return rows
  }
}

extension Array {
  /// Puts rows in order; returns whether they were in another one.
  @discardableResult
  fileprivate mutating func order<Record>() -> Bool where Element == Row<Record> {
    let isOrdered = indices.dropFirst().allSatisfy {
      !self[$0].record.precedes(self[$0 - 1].record)
    }
    if !isOrdered { sort { $0.record.precedes($1.record) } }
    return !isOrdered
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
