// All year files of one folder: what is stored, and the changes that are to be written.

import SyncModel

/// A record that is to be stored.
struct Put<Record: StoredRecord> {
  let record: Record
  /// Where the checkpoint keeps its `raw`, as in `Arrival`.
  var raw: Range<Int>?
  /// Where the record stands that it takes the place of; nil for one more.
  var place: Shelf<Record>.Place?
}

/// The records of one folder of year files.
struct Shelf<Record: StoredRecord>: Sendable {
  /// Where a record stands.
  struct Place: Hashable, Sendable {
    let year: Int
    let position: Int
  }

  let folder: String
  let source: Source?
  var years: [Int: YearFile<Record>] = [:]
  /// What each file looked like when it was last read or written: after a save that failed halfway,
  /// some are new already.
  var stamps: [Int: FileStamp] = [:]
  /// Whether a ledger of it would differ from the one that was read.
  var isNewsToLedger = false

  /// Reads all year files of a folder.
  ///
  /// - Parameter known: the rows of a file that looks like this, where somebody knows them.
  /// - Throws: `storage`; `badInput` with the line that is no record.
  init(
    _ folder: String, of source: Source?, on disk: StoreDisk,
    known: (_ year: Int, _ stamp: FileStamp) -> [Row<Record>]? = { _, _ in nil }
  ) throws(SyncFailure) {
    self.folder = folder
    self.source = source
    var isKnown = true
    for name in try disk.list(folder) {
      guard let year = YearName.year(name) else { continue }
      if let stamp = try disk.stamp(folder + "/" + name), let rows = known(year, stamp) {
        years[year] = YearFile(year: year, stamp: stamp, rows: rows)
      } else {
        years[year] = try Self.read(year, in: folder, of: source, on: disk)
        isKnown = false
      }
      stamps[year] = years[year]?.stamp
    }
    isNewsToLedger = !isKnown
    if !isKnown { dropDoubles() }
  }

  /// Reads one year file; nil when there is none.
  ///
  /// - Throws: as `init`.
  static func read(
    _ year: Int, in folder: String, of source: Source?, on disk: StoreDisk
  ) throws(SyncFailure) -> YearFile<Record>? {
    let path = folder + "/" + YearName.file(year)
    // The stamp comes first: what is written in between makes it a stranger's, and is read again.
    guard let stamp = try disk.stamp(path), let bytes = try disk.read(path) else { return nil }
    return try YearFile(year: year, stamp: stamp, bytes: bytes, path: path, source: source)
  }

  /// All records, in order as long as they stand in the files of their own years.
  var records: [Record] {
    years.values.sorted { $0.year < $1.year }.flatMap { $0.rows.map(\.record) }
  }

  var count: Int { years.values.reduce(0) { $0 + $1.rows.count } }

  var isTouched: Bool { years.values.contains(where: \.isTouched) }

  subscript(place: Place) -> Record? {
    years[place.year]?.rows[place.position].record
  }

  /// The digest of a record that is not complete.
  func digest(at place: Place) -> UInt64? {
    years[place.year]?.rows[place.position].digest
  }

  /// Finds a record, first where `day` would put it.
  mutating func find(_ key: Record.Key, near day: Day) -> Place? {
    let guess = day.year
    if let position = years[guess]?.position(of: key) {
      return Place(year: guess, position: position)
    }
    for year in years.keys where year != guess {
      if let position = years[year]?.position(of: key) {
        return Place(year: year, position: position)
      }
    }
    return nil
  }

  /// The places of all records for which `condition` holds.
  ///
  /// - Parameter first: no file of an earlier year is looked at.
  func places(since first: Int = 0, where condition: (Record) -> Bool) -> [Place] {
    years.values.lazy.filter { $0.year >= first }.flatMap { file in
      file.rows.indices.filter { condition(file.rows[$0].record) }.map {
        Place(year: file.year, position: $0)
      }
    }
  }

  /// Puts records in place of others or beside them, and takes some away. A record that belongs to
  /// another year now moves there, and its line with it.
  mutating func apply(puts: [Put<Record>], removals: [Place]) {
    var gone: [Int: Set<Int>] = [:]
    var arriving: [Int: [Row<Record>]] = [:]
    for place in removals { gone[place.year, default: []].insert(place.position) }
    for put in puts {
      let year = put.record.day.year
      var line: LinePlace?
      if let place = put.place {
        line = years[place.year]?.rows[place.position].line
        gone[place.year, default: []].insert(place.position)
        if place.year != year, let line { years[place.year]?.movedOut.append(line) }
      }
      arriving[year, default: []].append(
        Row(record: put.record, raw: put.raw, line: line, isAltered: true))
    }
    for year in Set(gone.keys).union(arriving.keys) {
      var file = years[year] ?? YearFile(year: year)
      let leaving = gone[year] ?? []
      var rows = leaving.isEmpty ? file.rows : []
      if !leaving.isEmpty {
        for (position, row) in file.rows.enumerated() where !leaving.contains(position) {
          rows.append(row)
        }
      }
      rows += arriving[year] ?? []
      file.replaceRows(rows)
      years[year] = file
    }
  }

  /// Changes records where they stand; `change` returns nil for those that stay as they are. The
  /// order must not change.
  mutating func update(_ change: (Record) -> Record?) {
    // Held by nobody else meanwhile, or all rows would be copied.
    for year in Array(years.keys) { years[year]?.update(change) }
  }

  /// A run that was killed while it moved a record has left it in both files: the one that stands in
  /// its own year is kept.
  private mutating func dropDoubles() {
    var homes: [Record.Key: Int] = [:]
    var strays: [Int: Set<Record.Key>] = [:]
    for (year, file) in years.sorted(by: { $0.key < $1.key }) {
      for row in file.rows {
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
