// All year files of one folder: the stored records, and the changes that are to be written.

import Model
import Platform

/// A record that is to be stored.
struct Put<Record: StoredRecord> {
  let record: Record
  /// The row of the record that it replaces; nil for an additional one.
  var replaced: YearTable<Record>.RowIndex?
  /// What it does, if files have brought it.
  var change: RecordChange?
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
  let disk: StoreDisk
  private var years: [Int: YearFile<Record>] = [:]
  /// The stamp of each file when it was last read or written. After a save that failed halfway,
  /// some are newer than the rows.
  var stamps: [Int: FileStamp] = [:]
  private var yearByKey: [Record.Key: Int16] = [:]

  /// Reads all year files of a folder.
  ///
  /// - Throws: `storage`; `badInput` with the line that is no record.
  init(_ folder: String, of source: Source?, on disk: StoreDisk) throws(SyncFailure) {
    self.folder = folder
    self.source = source
    self.disk = disk
    var doubles: Set<Record.Key> = []
    for year in try disk.years(in: folder) {
      guard let file = try Self.read(year, in: folder, of: source, on: disk) else { continue }
      for row in file.rows {
        let other = yearByKey.updateValue(Int16(clamping: year), forKey: row.record.key)
        if other != nil { doubles.insert(row.record.key) }
      }
      years[year] = file
      stamps[year] = file.stamp
    }
    if !doubles.isEmpty { try drop(doubles) }
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

  var files: some Collection<YearFile<Record>> { years.values }

  subscript(year: Int) -> YearFile<Record>? { years[year] }

  /// Passes all rows one by one, in order as long as each is in the file of its own year.
  ///
  /// - Parameter some: the years that are looked at; nil for all.
  func forEachRow(of some: [Int]? = nil, _ body: (Row<Record>) -> Void) {
    for year in some ?? allYears { years[year]?.rows.forEach(body) }
  }

  /// All records, in the same order.
  var records: [Record] { allYears.flatMap { years[$0]?.rows.map(\.record) ?? [] } }

  var isEmpty: Bool { years.isEmpty }

  var count: Int { years.values.reduce(0) { $0 + $1.count } }

  /// The stamps of the files when they were read or written.
  var fileStamps: [Int: FileStamp] { years.compactMapValues(\.stamp) }

  var isTouched: Bool { years.values.contains(where: \.isTouched) }

  /// The row with the same key as `record`, first looked for in the record's own year.
  func find(_ record: Record) -> (index: RowIndex, row: Row<Record>)? {
    let guess = record.day.year
    if let file = years[guess], let index = file.index(of: record) {
      return (RowIndex(year: guess, index: index), file.rows[index])
    }
    guard let home = yearByKey[record.key].map({ Int($0) }), let rows = years[home]?.rows,
      let index = rows.firstIndex(where: { $0.record.key == record.key })
    else { return nil }
    return (RowIndex(year: home, index: index), rows[index])
  }

  /// The rows of all records for which `condition` holds.
  func rows(where condition: (Record) -> Bool) -> [(index: RowIndex, record: Record)] {
    allYears.flatMap { year in
      (years[year]?.rows ?? []).enumerated().compactMap { index, row in
        condition(row.record) ? (RowIndex(year: year, index: index), row.record) : nil
      }
    }
  }

  /// The records of some years that do not precede `first`, as long as they are near.
  func records(
    in some: ClosedRange<Int>, from first: Record, while isNear: (Record) -> Bool
  ) -> [Record] {
    some.flatMap { year in
      guard let file = years[year] else { return [Record]() }
      return Array(
        file.rows[file.firstIndex(from: first)...].lazy.map(\.record).prefix(while: isNear))
    }
  }

  // MARK: Changing

  /// Replaces, adds and removes records. A record that belongs to another year now moves there with
  /// its line.
  mutating func apply(
    puts: some Sequence<Put<Record>>, removals: [RowIndex] = []
  ) throws(SyncFailure) {
    var leaving: [Int: Set<Int>] = [:]
    var arriving: [Int: [Row<Record>]] = [:]
    var receiving: Set<Int> = []
    // Year by year, so that the lines of a file that records leave are read once.
    let puts = puts.sorted { $0.replaced?.year ?? 0 < $1.replaced?.year ?? 0 }
    var left: (year: Int, lines: [UInt8])?
    for row in removals { leaving[row.year, default: []].insert(row.index) }
    for put in puts {
      let year = put.record.day.year
      var line: StoredLine?
      if let row = put.replaced {
        leaving[row.year, default: []].insert(row.index)
        line = years[row.year]?.rows[row.index].line
        if row.year != year {
          if left?.year != row.year, let file = years[row.year] {
            left = (row.year, try lines(of: file))
          }
          line = moveOut(line, of: row.year, in: left?.lines ?? [])
          if line != nil { receiving.insert(year) }
        }
      }
      arriving[year, default: []].append(
        Row(record: put.record, line: line, isAltered: true, change: put.change))
      yearByKey[put.record.key] = Int16(clamping: year)
    }
    for year in Set(leaving.keys).union(arriving.keys).sorted() {
      // Taken out, so that the rows are changed in place: there may be many.
      var file = years.removeValue(forKey: year) ?? YearFile(year: year)
      let removed = leaving[year] ?? []
      var rows = file.takeRows()
      if !removed.isEmpty {
        rows = rows.indices.filter { !removed.contains($0) }.map { rows[$0] }
      }
      let added = arriving.removeValue(forKey: year) ?? []
      // No more than is needed: there may be many.
      rows.reserveCapacity(rows.count + added.count)
      rows += added
      file.replaceRows(consume rows)
      file.hasMovedIn = file.hasMovedIn || receiving.contains(year)
      years[year] = file
    }
  }

  /// Hands out the line of a record that leaves its file. The file keeps it until the record is in
  /// another one.
  private mutating func moveOut(
    _ line: StoredLine?, of year: Int, in lines: [UInt8]
  ) -> StoredLine? {
    guard case .here(let range)? = line, range.upperBound <= lines.count else { return line }
    let bytes = Array(lines[range])
    years[year]?.movedOut.append(bytes)
    return .moved(bytes)
  }

  /// Notes what an import did to a record that stays as it is.
  mutating func mark(_ row: RowIndex, _ change: RecordChange) {
    years[row.year]?.mark(row.index, change)
  }

  /// Changes records in place; `change` says whether it has. The order must not change.
  ///
  /// - Parameter some: the years of which the files have them; nil for all.
  mutating func update(in some: [Int]? = nil, _ change: (inout Record) -> Bool) {
    for year in some ?? allYears { years[year]?.update(change) }
  }

  /// Changes what is known of a file; it is dropped when `change` returns false.
  mutating func replace(_ year: Int, _ change: (inout YearFile<Record>) -> Bool) {
    guard var file = years.removeValue(forKey: year) else { return }
    if change(&file) { years[year] = file }
  }

  // MARK: Doubles

  /// Keeps one record of each key. A run that was killed while it moved a record has left it in two
  /// files: the one in the file of its own year is kept.
  private mutating func drop(_ keys: Set<Record.Key>) throws(SyncFailure) {
    let found = rows { keys.contains($0.key) }
    var removals: [RowIndex] = []
    for (_, rows) in Dictionary(grouping: found, by: \.record.key) {
      let kept = rows.last { $0.record.day.year == $0.index.year } ?? rows[0]
      yearByKey[kept.record.key] = Int16(clamping: kept.index.year)
      removals += rows.map(\.index).filter { $0 != kept.index }
    }
    if !removals.isEmpty { try apply(puts: [], removals: removals) }
  }
}
