// Writes what changed in a folder of year files, so that a kill between two files loses no line.

import Codec
import Model
import Platform
import Synchronization

extension YearTable {
  /// How many records stand in the files that may have to be written.
  var touchedCount: Int {
    years.values.reduce(0) { $0 + ($1.isTouched ? $1.rows.count : 0) }
  }

  /// Whether a save that failed halfway, or none at all, has left nothing to write.
  var isWritten: Bool { years.values.allSatisfy(isWritten) }

  /// The records that stand in the files by now.
  var writtenKeys: Set<Record.Key> {
    var keys: Set<Record.Key> = []
    for year in allYears where years[year].map(isWritten) ?? true {
      forEachRecord(of: year) { keys.insert($0.key) }
    }
    return keys
  }

  /// The stamp of a file that a failed save has written is newer than that of its rows.
  private func isWritten(_ file: YearFile<Record>) -> Bool {
    !file.isTouched || stamps[file.year] != file.stamp
  }

  /// Writes the files whose rows differ from them; one whose bytes would be the same is left alone.
  /// Afterwards the stamps are those of the new files.
  ///
  /// - Parameter kept: the checkpoint that the rows tell of.
  /// - Throws: `storage`; the shelf can be saved again then.
  mutating func save(
    on disk: StoreDisk, kept: KeptLines? = nil, progress: Gauge
  ) throws(SyncFailure) {
    let touched = years.values.filter(\.isTouched).map(\.year).sorted()
    if touched.isEmpty { return }
    if count > 0 { try disk.makeFolder(folder) }
    var sources = LineSource(folder: folder, disk: disk, kept: kept)
    for year in touched { try sources.load(year, stamp: years[year]?.stamp) }

    // A record that moves stands in both files for a moment rather than in none: a file that takes
    // one in is written first, with the lines that will leave it.
    let taking = touched.filter { year in
      years[year]?.rows.contains { $0.line.map { $0.year != year } ?? false } ?? false
    }
    for year in taking {
      guard let file = years[year], !file.movedOut.isEmpty else { continue }
      let draft = try sources.draft(of: file, keeping: file.movedOut)
      stamps[year] = try sources.write(draft.bytes, year: year)
    }
    var saved = try save(taking, from: sources, progress)
    saved += try save(touched.filter { !taking.contains($0) }, from: sources, progress)
    // Only now that all is on disk: until then a second try must find the old lines.
    for result in saved {
      replace(result.year) { file in
        file.setSaved(lines: result.lines, stamp: result.stamp)
        return !result.lines.isEmpty
      }
    }
    isNewsToLedger = true
    if isEmpty { try disk.removeFolder(folder) }
  }

  /// Writes files in whatever order.
  private mutating func save(
    _ years: [Int], from sources: LineSource, _ progress: Gauge
  ) throws(SyncFailure) -> [SavedYear] {
    let files = years.compactMap { self.years[$0] }
    let rows = files.reduce(0) { $0 + $1.rows.count }
    let results = mapSideBySide(files, threads: rows < Self.fewRows ? 1 : 2) { file in
      Result { () throws(SyncFailure) in
        let saved = try sources.save(file)
        progress.advance(by: file.rows.count)
        return saved
      }
    }
    for case .success(let saved)? in results { stamps[saved.year] = saved.stamp }
    var saved: [SavedYear] = []
    for case let result? in results { saved.append(try result.get()) }
    return saved
  }

  /// So few are written before another thread has begun.
  private static var fewRows: Int { 1000 }
}

/// A year file as it was written.
private struct SavedYear: Sendable {
  let year: Int
  /// Where the lines of its rows stand.
  let lines: [Range<Int>]
  let stamp: FileStamp?
}

extension Row {
  /// About how many bytes its line will take: room that has to grow is there twice for a moment.
  fileprivate var lengthGuess: Int {
    if let kept, let members = kept.members { return members.count + kept.raw.count + Self.rest }
    let raw = kept?.raw.count ?? record.raw?.count ?? 0
    return max(line?.range.count ?? 0, raw + Self.members + Self.rest)
  }

  /// The members that count as a change take less.
  private static var members: Int { 560 }

  /// As does what is derived, with brackets and names.
  private static var rest: Int { 80 }
}

/// The old lines that new files are made from.
private struct LineSource: Sendable {
  let folder: String
  let disk: StoreDisk
  var kept: KeptLines?
  private(set) var bytes: [Int: [UInt8]] = [:]

  /// - Throws: `storage` when somebody has changed the file since it was read: its lines would not
  ///   be where they were.
  mutating func load(_ year: Int, stamp: FileStamp?) throws(SyncFailure) {
    guard let stamp else { return }
    let path = path(year)
    guard try disk.stamp(path) == stamp, let old = try disk.read(path) else {
      throw .storage(StorageTrouble(path: DisplayText(path), reason: .ioError))
    }
    bytes[year] = old
  }

  /// Writes a file; one whose bytes would be the same is left alone.
  func save<Record: StoredRecord>(_ file: YearFile<Record>) throws(SyncFailure) -> SavedYear {
    var sources = self
    let draft = try sources.draft(of: file)
    let isSame = bytes[file.year] == draft.bytes && file.movedOut.isEmpty
    let stamp =
      isSame && !draft.bytes.isEmpty ? file.stamp : try write(draft.bytes, year: file.year)
    return SavedYear(year: file.year, lines: draft.lines, stamp: stamp)
  }

  /// Makes a file hold these bytes, and says what it looks like then; without any there is no file.
  func write(_ bytes: [UInt8], year: Int) throws(SyncFailure) -> FileStamp? {
    let path = path(year)
    if bytes.isEmpty {
      try disk.remove(path)
    } else {
      try disk.replaceData(path, with: bytes)
    }
    return try disk.stamp(path)
  }

  private func path(_ year: Int) -> String { folder + "/" + YearName.file(year) }

  /// What a file will hold, and where in it the lines of its rows will stand.
  ///
  /// - Parameter leaving: lines that are kept for the moment.
  mutating func draft<Record: StoredRecord>(
    of file: YearFile<Record>, keeping leaving: [LinePlace] = []
  ) throws(SyncFailure) -> (bytes: [UInt8], lines: [Range<Int>]) {
    var json = JSONWriter(capacity: Self.room(for: file.rows.reduce(4096) { $0 + $1.lengthGuess }))
    var lines: [Range<Int>] = []
    lines.reserveCapacity(file.rows.count)
    for row in file.rows {
      let start = json.count
      try write(row, to: &json)
      lines.append(start..<json.count - 1)
    }
    for place in leaving {
      guard let old = bytes[place.year] else { continue }
      json.value(raw: old[place.range])
      json.endLine()
    }
    return (json.take(), lines)
  }

  /// Room in large steps, so that what one file gives back serves the next, which is a little longer.
  private static func room(for length: Int) -> Int {
    let step = 262_144
    return length < step ? length : (length + step - 1) / step * step
  }

  private mutating func write<Record: StoredRecord>(
    _ row: Row<Record>, to json: inout JSONWriter
  ) throws(SyncFailure) {
    guard let line = row.line else { return try writeNew(row, to: &json) }
    guard let old = bytes[line.year], line.range.upperBound <= old.count else {
      throw .internal("a line of \(line.year) is out of reach")
    }
    guard row.isAltered else {
      json.value(raw: old[line.range])
      json.endLine()
      return
    }
    guard let value = try? JSONValue(parsing: old, in: line.range) else {
      throw .internal("a line of \(line.year) is no record any more")
    }
    guard row.isPartial else {
      let record = row.record.keepingAnalysis(of: value)
      return record.writeLine(to: &json, raw: try lines(row.kept)?.raw, old: value)
    }
    guard let stored = Record(value, of: nil) else {
      throw .internal("a line of \(line.year) is no record any more")
    }
    row.record.completed(by: stored).writeLine(to: &json, old: value)
  }

  /// Writes a row that has no line yet. What the checkpoint has is the same text.
  private mutating func writeNew<Record: StoredRecord>(
    _ row: Row<Record>, to json: inout JSONWriter
  ) throws(SyncFailure) {
    let kept = try lines(row.kept)
    guard let kept, let members = kept.members else {
      return row.record.writeLine(to: &json, raw: kept?.raw)
    }
    json.object { json in
      json.members(again: members)
      row.record.writeUncounted(to: &json)
      json.member("raw", raw: kept.raw)
    }
    json.endLine()
  }

  private mutating func lines(
    _ place: KeptLine?
  ) throws(SyncFailure) -> (members: ArraySlice<UInt8>?, raw: ArraySlice<UInt8>)? {
    guard let place else { return nil }
    guard let line = try kept?.line(at: place) else {
      throw .internal("nothing was kept of what was sent")
    }
    return line
  }
}

/// Maps elements on up to so many threads at once, and returns the results in the order of the elements.
/// After a failure nothing more is begun, and nil stands for that.
func mapSideBySide<Element: Sendable, Success: Sendable, Failure: Error>(
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
