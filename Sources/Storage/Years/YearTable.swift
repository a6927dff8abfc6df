// All year files of one folder: what is stored, and the changes that are to be written.

import Model

/// A record that is to be stored.
struct Put<Record: StoredRecord> {
  let record: Record
  /// Where the checkpoint keeps it, as in `Arrival`.
  var kept: KeptLine?
  /// As in `Row`.
  var digest: UInt64?
  /// Where the record stands that it takes the place of; nil for one more.
  var place: YearTable<Record>.Place?
}

/// The records of one folder of year files.
struct YearTable<Record: StoredRecord>: Sendable {
  /// Where a record stands.
  struct Place: Hashable, Sendable {
    let year: Int
    let position: Int
  }

  let folder: String
  let source: Source?
  /// The files whose rows somebody has needed.
  private(set) var years: [Int: YearFile<Record>] = [:]
  /// The others: thousands of rows need no room for a run that looks at a month.
  private var known: [Int: KnownYear<Record>] = [:]
  /// What each file looked like when it was last read or written: after a save that failed halfway,
  /// some are new already.
  var stamps: [Int: FileStamp] = [:]
  /// Whether a ledger of it would differ from the one that was read.
  var isNewsToLedger = false

  /// Reads all year files of a folder.
  ///
  /// - Parameter known: a file that looks like this, where somebody knows its rows.
  /// - Throws: `storage`; `badInput` with the line that is no record.
  init(
    _ folder: String, of source: Source?, on disk: StoreDisk,
    known: (_ year: Int, _ stamp: FileStamp) -> KnownYear<Record>? = { _, _ in nil }
  ) throws(SyncFailure) {
    self.folder = folder
    self.source = source
    var isKnown = true
    for name in try disk.list(folder) {
      guard let year = YearName.year(name) else { continue }
      if let stamp = try disk.stamp(folder + "/" + name), let file = known(year, stamp) {
        self.known[year] = file
        stamps[year] = stamp
      } else {
        years[year] = try Self.read(year, in: folder, of: source, on: disk)
        stamps[year] = years[year]?.stamp
        isKnown = false
      }
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

  /// All files, in order of their years.
  var files: some Sequence<YearFile<Record>> { allYears.lazy.compactMap { file(of: $0) } }

  /// All records, in order as long as they stand in the files of their own years.
  var records: [Record] {
    var records: [Record] = []
    records.reserveCapacity(count)
    for year in allYears { forEachRecord(of: year) { records.append($0) } }
    return records
  }

  /// Calls `body` with the records of a file, in order.
  func forEachRecord(of year: Int, _ body: (consuming Record) -> Void) {
    known[year]?.forEachRecord(nil, { _ in }, body)
    let rows = years[year]?.rows ?? []
    for index in rows.indices { body(rows[index].record) }
  }

  /// Adds the records to a history, in order.
  func add(to history: inout StoredHistory) where Record == Activity {
    history.reserve(years.values.reduce(0) { $0 + $1.rows.count })
    for year in allYears {
      if let file = known[year] { history.add(file) }
      if let file = years[year] { history.add(file) }
    }
  }

  /// When the newest record of a file began, where that is known without its rows.
  func knownNewest(of year: Int) -> Timestamp? { known[year]?.newest }

  /// The files, in order of their years, as long as nobody has needed rows of any.
  var untouchedFiles: [KnownYear<Record>]? {
    years.isEmpty ? known.sorted { $0.key < $1.key }.map(\.value) : nil
  }

  /// The years that have a file, in order.
  var allYears: [Int] { (Array(years.keys) + known.keys).sorted() }

  var isEmpty: Bool { years.isEmpty && known.isEmpty }

  var count: Int {
    years.values.reduce(0) { $0 + $1.rows.count } + known.values.reduce(0) { $0 + $1.count }
  }

  /// What the files looked like when they were read or written.
  var fileStamps: [Int: FileStamp?] {
    years.mapValues(\.stamp).merging(known.mapValues(\.stamp)) { file, _ in file }
  }

  var isTouched: Bool { years.values.contains(where: \.isTouched) }

  subscript(place: Place) -> Record? {
    years[place.year]?.rows[place.position].record
  }

  /// The digest of a record, as far as it is known; always that of one that is not complete.
  func digest(at place: Place) -> UInt64? {
    years[place.year]?.rows[place.position].digest
  }

  /// A file, which must not be changed; nil when there is none.
  private func file(of year: Int) -> YearFile<Record>? {
    years[year] ?? known[year].map { YearFile(year: year, known: $0) }
  }

  /// Makes rows of what is known of a file.
  private mutating func open(_ year: Int) {
    if let file = known.removeValue(forKey: year) {
      years[year] = YearFile(year: year, known: file)
    }
  }

  /// Finds the record of a record's name, first where that one would stand.
  mutating func find(_ record: Record) -> Place? {
    if isEmpty { return nil }
    let guess = record.day.year
    open(guess)
    if let position = years[guess]?.position(of: record) {
      return Place(year: guess, position: position)
    }
    for year in allYears.reversed() where year != guess {
      open(year)
      if let position = years[year]?.position(of: record.key) {
        return Place(year: year, position: position)
      }
    }
    return nil
  }

  /// The places of all records for which `condition` holds.
  ///
  /// - Parameter first: no file of an earlier year is looked at.
  mutating func places(since first: Int = 0, where condition: (Record) -> Bool) -> [Place] {
    for year in known.keys where year >= first { open(year) }
    return years.values.lazy.filter { $0.year >= first }.flatMap { file in
      file.rows.indices.filter { condition(file.rows[$0].record) }.map {
        Place(year: file.year, position: $0)
      }
    }
  }

  /// Puts records in place of others or beside them, and takes some away. A record that belongs to
  /// another year now moves there, and its line with it.
  mutating func apply(puts: some Sequence<Put<Record>>, removals: [Place]) {
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
        Row(
          record: put.record, kept: put.kept, line: line, isAltered: true, digest: put.digest))
    }
    for year in Set(gone.keys).union(arriving.keys) {
      open(year)
      // Taken out, so that the rows are changed where they are: there may be many.
      var file = years.removeValue(forKey: year) ?? YearFile(year: year)
      let leaving = gone[year] ?? []
      var rows = file.takeRows()
      if !leaving.isEmpty {
        rows = rows.indices.filter { !leaving.contains($0) }.map { rows[$0] }
      }
      let others = arriving.removeValue(forKey: year) ?? []
      if rows.isEmpty { rows = others } else { rows += others }
      file.replaceRows(consume rows)
      years[year] = file
    }
  }

  /// Reads a file whose rows have figures only, so that every field of its records is known.
  ///
  /// - Throws: `storage`, also when the file is gone; `badInput`.
  mutating func readWhole(_ year: Int, on disk: StoreDisk) throws(SyncFailure) {
    guard let file = years[year], !file.isTouched, file.rows.contains(where: \.isPartial) else {
      return
    }
    guard let whole = try Self.read(year, in: folder, of: source, on: disk) else {
      throw .lost(folder + "/" + YearName.file(year))
    }
    years[year] = whole
    stamps[year] = whole.stamp
  }

  /// Whether only the figures of a record are known.
  func isPartial(_ place: Place) -> Bool {
    years[place.year]?.rows[place.position].isPartial ?? false
  }

  /// Changes records where they stand; `change` says whether it has. The order must not change.
  mutating func update(_ change: (inout Record) -> Bool) {
    for year in allYears {
      open(year)
      years[year]?.update(change)
    }
  }

  /// Changes a file; one for which `change` says false is gone.
  mutating func replace(_ year: Int, _ change: (inout YearFile<Record>) -> Bool) {
    open(year)
    guard var file = years.removeValue(forKey: year) else { return }
    if change(&file) { years[year] = file }
  }

  /// A run that was killed while it moved a record has left it in both files: the one that stands in
  /// its own year is kept.
  private mutating func dropDoubles() {
    var homes: [Record.Key: Int] = [:]
    var strays: [Int: Set<Record.Key>] = [:]
    for year in allYears {
      open(year)
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
