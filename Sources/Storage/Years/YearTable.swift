// All year files of one folder: the stored records, and the changes that are to be written.

import Model

/// A record that is to be stored.
struct Put<Record: StoredRecord> {
  let record: Record
  /// The row of the record that it replaces; nil for an additional one.
  var replaced: YearTable<Record>.RowIndex?
}

/// The records of one folder of year files.
struct YearTable<Record: StoredRecord>: Sendable {
  /// The position of a record.
  struct RowIndex: Hashable, Sendable {
    let year: Int
    let index: Int
  }

  let folder: String
  let source: Source?
  private(set) var years: [Int: YearFile<Record>] = [:]
  /// The stamp of each file when it was last read or written. After a save that failed halfway,
  /// some are newer than the rows.
  var stamps: [Int: FileStamp] = [:]

  /// Reads all year files of a folder.
  ///
  /// - Throws: `storage`; `badInput` with the line that is no record.
  init(_ folder: String, of source: Source?, on disk: StoreDisk) throws(SyncFailure) {
    self.folder = folder
    self.source = source
    for year in try disk.years(in: folder) {
      years[year] = try Self.read(year, in: folder, of: source, on: disk)
      stamps[year] = years[year]?.stamp
    }
    dropDoubles()
  }

  /// Reads one year file; nil when there is none.
  ///
  /// - Throws: as `init`.
  static func read(
    _ year: Int, in folder: String, of source: Source?, on disk: StoreDisk
  ) throws(SyncFailure) -> YearFile<Record>? {
    let path = folder + "/" + YearName.file(year)
    // The stamp is taken first: a change while the file is read makes the stamp outdated, so that
    // the file is read again.
    guard let stamp = try disk.stamp(path), let bytes = try disk.readRecords(path) else {
      return nil
    }
    return try YearFile(year: year, stamp: stamp, bytes: bytes, path: path, source: source)
  }

  /// The years that have a file, in order.
  var allYears: [Int] { years.keys.sorted() }

  /// All records, in order as long as each is in the file of its own year.
  var records: [Record] {
    var records: [Record] = []
    records.reserveCapacity(count)
    forEachRecord { records.append($0) }
    return records
  }

  /// Passes all records one by one, in the same order: an array of them takes memory.
  func forEachRecord(_ body: (Record) -> Void) {
    for year in allYears { forEachRecord(of: year, body) }
  }

  /// Passes the records in the file of one year.
  func forEachRecord(of year: Int, _ body: (Record) -> Void) {
    years[year]?.rows.forEach { body($0.record) }
  }

  var isEmpty: Bool { years.isEmpty }

  var count: Int { years.values.reduce(0) { $0 + $1.rows.count } }

  /// The stamps of the files when they were read or written.
  var fileStamps: [Int: FileStamp] { years.compactMapValues(\.stamp) }

  var isTouched: Bool { years.values.contains(where: \.isTouched) }

  subscript(row: RowIndex) -> Record? {
    years[row.year]?.rows[row.index].record
  }

  /// The row with the same key as `record`, first looked for in the record's own year.
  mutating func find(_ record: Record) -> RowIndex? {
    if isEmpty { return nil }
    let guess = record.day.year
    if let index = years[guess]?.index(of: record) { return RowIndex(year: guess, index: index) }
    for year in allYears.reversed() where year != guess {
      if let index = years[year]?.index(of: record.key) {
        return RowIndex(year: year, index: index)
      }
    }
    return nil
  }

  /// The rows of all records for which `condition` holds.
  func rows(where condition: (Record) -> Bool) -> [RowIndex] {
    years.values.flatMap { file in
      file.rows.indices.filter { condition(file.rows[$0].record) }.map {
        RowIndex(year: file.year, index: $0)
      }
    }
  }

  /// Replaces, adds and removes records. A record that belongs to another year now moves there with
  /// its line.
  mutating func apply(puts: some Sequence<Put<Record>>, removals: [RowIndex]) {
    var leaving: [Int: Set<Int>] = [:]
    var arriving: [Int: [Row<Record>]] = [:]
    for row in removals { leaving[row.year, default: []].insert(row.index) }
    for put in puts {
      let year = put.record.day.year
      var line: StoredLine?
      if let row = put.replaced {
        line = years[row.year]?.rows[row.index].line
        leaving[row.year, default: []].insert(row.index)
        if row.year != year, let line { years[row.year]?.movedOut.append(line) }
      }
      arriving[year, default: []].append(Row(record: put.record, line: line, isAltered: true))
    }
    for year in Set(leaving.keys).union(arriving.keys) {
      // Taken out, so that the rows are changed in place: there may be many.
      var file = years.removeValue(forKey: year) ?? YearFile(year: year)
      let removed = leaving[year] ?? []
      var rows = file.takeRows()
      if !removed.isEmpty {
        rows = rows.indices.filter { !removed.contains($0) }.map { rows[$0] }
      }
      rows += arriving.removeValue(forKey: year) ?? []
      file.replaceRows(consume rows)
      years[year] = file
    }
  }

  /// Changes records in place; `change` says whether it has. The order must not change.
  ///
  /// - Parameter some: the years of which the files have them; nil for all.
  mutating func update(in some: [Int]? = nil, _ change: (inout Record) -> Bool) {
    // By year: a loop over the dictionary would copy every row.
    for year in some ?? allYears { years[year]?.update(change) }
  }

  /// Changes a file; it is dropped when `change` returns false.
  mutating func replace(_ year: Int, _ change: (inout YearFile<Record>) -> Bool) {
    guard var file = years.removeValue(forKey: year) else { return }
    if change(&file) { years[year] = file }
  }

  /// A run that was killed while it moved a record has left it in two files. The one in the file of
  /// its own year is kept.
  private mutating func dropDoubles() {
    var homes: [Record.Key: Int] = [:]
    var strays: [Int: Set<Record.Key>] = [:]
    for year in allYears {
      for row in years[year]?.rows ?? [] {
        guard let other = homes.updateValue(year, forKey: row.record.key) else { continue }
        if row.record.day.year == year {
          strays[other, default: []].insert(row.record.key)
        } else {
          strays[year, default: []].insert(row.record.key)
          homes[row.record.key] = other
        }
      }
    }
    for (year, keys) in strays {
      guard let rows = years[year]?.rows else { continue }
      years[year]?.replaceRows(rows.filter { !keys.contains($0.record.key) })
    }
  }
}
