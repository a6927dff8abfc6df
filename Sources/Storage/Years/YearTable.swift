// All year files of one folder: the stored records, and the changes that are to be written.

import Model
import Platform
import Synchronization

/// The records of one folder of year files.
struct YearTable<Record: StoredRecord>: Sendable {
  let folder: String
  private var years: [Int: YearFile<Record>] = [:]
  /// The year of the file that a record is in.
  private var homes: [Record.Key: Int] = [:]

  /// Reads all year files of a folder.
  ///
  /// - Throws: `storage`; `badInput` with the line that is no record.
  init(_ folder: String, of source: Source?, on disk: StoreDisk) throws(SyncFailure) {
    self.folder = folder
    var doubles: Set<Record.Key> = []
    let all = try disk.years(in: folder)
    for file in try Self.read(all, in: folder, of: source, on: disk) {
      for row in file.rows where homes.updateValue(file.year, forKey: row.record.key) != nil {
        doubles.insert(row.record.key)
      }
      years[file.year] = file
    }
    if !doubles.isEmpty { drop(doubles) }
  }

  /// Reads year files side by side; those that are not there, or no longer, are left out.
  ///
  /// - Throws: as `init`.
  static func read(
    _ years: [Int], in folder: String, of source: Source?, on disk: StoreDisk
  ) throws(SyncFailure) -> [YearFile<Record>] {
    let results = mapInParallel(years, threads: 2) { year in
      Result { () throws(SyncFailure) -> YearFile<Record>? in
        let path = folder + "/" + YearName.file(year)
        // The stamp is taken first: a change while the file is read makes the stamp outdated, so
        // that the file is read again.
        guard let stamp = try disk.stamp(path), let bytes = try disk.readRecords(path) else {
          return nil
        }
        return try YearFile(year: year, stamp: stamp, bytes: bytes, path: path, source: source)
      }
    }
    var files: [YearFile<Record>] = []
    for case let result? in results {
      if let file = try result.get() { files.append(file) }
    }
    return files
  }

  /// The years that have a file, in order.
  var allYears: [Int] { years.keys.sorted() }

  /// All records, in order as long as each is in the file of its own year.
  var records: [Record] { records { _ in true } }

  /// The records for which a condition holds, in the same order.
  ///
  /// - Parameter some: the years that are looked at; nil for all.
  func records(of some: [Int]? = nil, where condition: (Record) -> Bool) -> [Record] {
    (some ?? allYears).flatMap { year in
      (years[year]?.rows ?? []).lazy.map(\.record).filter(condition)
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

  var count: Int { years.values.reduce(0) { $0 + $1.count } }

  /// The stamps of the files when they were read or written.
  var stamps: [Int: FileStamp] { years.compactMapValues(\.stamp) }

  /// Whether any file differs from its rows.
  var isTouched: Bool { years.values.contains(where: \.isTouched) }

  /// The number of records in the files that may have to be written.
  var touchedCount: Int { years.values.reduce(0) { $0 + ($1.isTouched ? $1.count : 0) } }

  /// The years whose records are in their files.
  var writtenYears: [Int] { allYears.filter { years[$0]?.isTouched == false } }

  /// The record with the same key as `record`.
  func find(_ record: Record) -> Record? {
    place(of: record).flatMap { years[$0.year]?.rows[$0.index].record }
  }

  /// Where the record with the same key is: first looked for in the record's own year.
  private func place(of record: Record) -> (year: Int, index: Int)? {
    let guess = record.day.year
    if let index = years[guess]?.index(of: record) { return (guess, index) }
    guard let home = homes[record.key],
      let index = years[home]?.rows.firstIndex(where: { $0.record.key == record.key })
    else { return nil }
    return (home, index)
  }

  // MARK: Changing

  /// Adds records, in the place of those with the same keys, and removes others. A record that
  /// belongs to another year now moves there with its line.
  ///
  /// - Parameters:
  ///   - puts: each of another key.
  ///   - removals: none of them among `puts`.
  mutating func apply(puts: [Record], removals: [Record] = []) {
    var removed: [Int: Set<Int>] = [:]
    var added: [Int: [Row<Record>]] = [:]
    var moved: [Int: [ArraySlice<UInt8>]] = [:]
    for record in removals {
      guard let place = place(of: record) else { continue }
      removed[place.year, default: []].insert(place.index)
      homes[record.key] = nil
    }
    for record in puts {
      let year = record.day.year
      var row = Row(record: record, isAltered: true)
      if let place = place(of: record), let old = years[place.year]?.rows[place.index] {
        removed[place.year, default: []].insert(place.index)
        (row.line, row.isMovedIn) = (old.line, old.isMovedIn)
        if place.year != year, let line = old.line {
          if !old.isMovedIn { moved[place.year, default: []].append(line) }
          row.isMovedIn = true
        }
      }
      added[year, default: []].append(row)
      homes[record.key] = year
    }
    for year in Set(removed.keys).union(added.keys) {
      years[year, default: YearFile(year: year)].change(
        removing: removed[year] ?? [], adding: added[year] ?? [], moved: moved[year] ?? [])
    }
  }

  /// Changes records in place; `change` says whether it has. Order and keys must not change.
  mutating func update(_ change: (inout Record) -> Bool) {
    for year in allYears { years[year]?.update(change) }
  }

  /// Keeps one record of each key. A run that was killed while it moved a record has left it in two
  /// files: the one in the file of its own year is kept.
  private mutating func drop(_ keys: Set<Record.Key>) {
    var found: [Record.Key: [(year: Int, index: Int)]] = [:]
    for year in allYears {
      for (index, row) in (years[year]?.rows ?? []).enumerated() where keys.contains(row.record.key)
      {
        found[row.record.key, default: []].append((year, index))
      }
    }
    var removed: [Int: Set<Int>] = [:]
    for (key, places) in found {
      let kept =
        places.last { years[$0.year]?.rows[$0.index].record.day.year == $0.year } ?? places[0]
      homes[key] = kept.year
      for place in places where place.year != kept.year {
        removed[place.year, default: []].insert(place.index)
      }
    }
    for (year, rows) in removed { years[year]?.change(removing: rows, adding: [], moved: []) }
  }

  // MARK: Writing

  /// Writes the files that differ from their rows. A file whose bytes would be the same is left
  /// alone.
  ///
  /// - Throws: `storage`; `locked` when somebody has changed a file since it was read.
  mutating func save(on disk: StoreDisk, progress: Gauge) throws(SyncFailure) {
    let touched = allYears.filter { years[$0]?.isTouched == true }
    if touched.isEmpty { return }
    if count > 0 { try disk.makeFolder(folder) }
    // A record that moves is in both files for a moment rather than in neither: the files that take
    // records in are written first, with the lines that are about to leave them.
    let receiving = touched.filter { years[$0]?.hasMovedIn == true }
    for year in receiving {
      let path = path(year)
      try years[year]?.saveWithMovedOut(at: path, on: disk)
    }
    for year in receiving + touched.filter({ !receiving.contains($0) }) {
      let path = path(year)
      try years[year]?.save(at: path, on: disk)
      progress.advance(by: years[year]?.count ?? 0)
      if years[year]?.count == 0 { years[year] = nil }
    }
    if years.isEmpty { try disk.removeFolder(folder) }
  }

  private func path(_ year: Int) -> String { folder + "/" + YearName.file(year) }
}

/// Maps elements on up to so many threads, and returns the results in the order of the elements.
/// After a failure nothing more is begun; the results of what was not begun are nil.
private func mapInParallel<Element: Sendable, Success: Sendable, Failure: Error>(
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
