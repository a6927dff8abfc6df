// Writes what changed in a folder of year files, so that a kill between two files loses no line.

import Codec
import SyncModel

extension Shelf {
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
  /// - Parameter raws: where the `raw` of records is that do not have it themselves.
  /// - Throws: `storage`; the shelf can be saved again then.
  mutating func save(
    on disk: StoreDisk, raws: KeptRaws? = nil, progress: Gauge
  ) throws(SyncFailure) {
    let touched = years.values.filter(\.isTouched).map(\.year).sorted()
    if touched.isEmpty { return }
    if count > 0 { try disk.makeFolder(folder) }
    var sources = LineSource(folder: folder, disk: disk, raws: raws)
    for year in touched { try sources.load(year, stamp: years[year]?.stamp) }

    // A record that moves stands in both files for a moment rather than in none: a file that takes
    // one in is written first, with the lines that will leave it.
    let taking = touched.filter { year in
      years[year]?.rows.contains { $0.line.map { $0.year != year } ?? false } ?? false
    }
    for year in taking where years[year]?.movedOut.isEmpty == false {
      guard let file = years[year] else { continue }
      let draft = try sources.draft(of: file, keeping: file.movedOut)
      try write(draft.bytes, year: year, on: disk)
    }
    let giving = touched.filter { !taking.contains($0) }
    var written: [Int: (lines: [Range<Int>], stamp: FileStamp?)] = [:]
    for year in taking + giving {
      guard let file = years[year] else { continue }
      let draft = try sources.draft(of: file)
      if draft.bytes.isEmpty || sources.bytes[year] != draft.bytes
        || taking.contains(year) && !file.movedOut.isEmpty
      {
        try write(draft.bytes, year: year, on: disk)
      }
      written[year] = (draft.lines, stamps[year])
      progress.advance(by: file.rows.count)
    }
    // Only now that all is on disk: until then a second try must find the old lines.
    for (year, result) in written {
      replace(year) { file in
        file.setSaved(lines: result.lines, stamp: result.stamp)
        return !result.lines.isEmpty
      }
    }
    isNewsToLedger = true
    if isEmpty { try disk.removeFolder(folder) }
  }

  /// Makes a file hold these bytes; without any there is no file.
  private mutating func write(
    _ bytes: [UInt8], year: Int, on disk: StoreDisk
  ) throws(SyncFailure) {
    if bytes.isEmpty {
      try disk.remove(path(year))
    } else {
      try disk.replaceData(path(year), with: bytes)
    }
    stamps[year] = try disk.stamp(path(year))
  }

  private func path(_ year: Int) -> String { folder + "/" + YearName.file(year) }
}

extension Row {
  /// About how many bytes its line will take: room that has to grow is there twice for a moment.
  fileprivate var lengthGuess: Int {
    max(line?.range.count ?? 0, (raw?.count ?? record.raw?.count ?? 0) + Self.membersGuess) + 1
  }

  /// The members that velo-sync writes take less.
  private static var membersGuess: Int { 640 }
}

/// The old lines that new files are made from.
private struct LineSource {
  let folder: String
  let disk: StoreDisk
  var raws: KeptRaws?
  private(set) var bytes: [Int: [UInt8]] = [:]

  /// - Throws: `storage` when somebody has changed the file since it was read: its lines would not
  ///   be where they were.
  mutating func load(_ year: Int, stamp: FileStamp?) throws(SyncFailure) {
    guard let stamp else { return }
    let path = folder + "/" + YearName.file(year)
    guard try disk.stamp(path) == stamp, let old = try disk.read(path) else {
      throw .storage(StorageTrouble(path: DisplayText(path), reason: .ioError))
    }
    bytes[year] = old
  }

  /// What a file will hold, and where in it the lines of its rows will stand.
  ///
  /// - Parameter leaving: lines that are kept for the moment.
  mutating func draft<Record: StoredRecord>(
    of file: YearFile<Record>, keeping leaving: [LinePlace] = []
  ) throws(SyncFailure) -> (bytes: [UInt8], lines: [Range<Int>]) {
    var json = JSONWriter(capacity: file.rows.reduce(4096) { $0 + $1.lengthGuess })
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

  private mutating func write<Record: StoredRecord>(
    _ row: Row<Record>, to json: inout JSONWriter
  ) throws(SyncFailure) {
    let raw = try kept(row.raw)
    guard let line = row.line else { return row.record.writeLine(to: &json, raw: raw) }
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
    guard row.digest != nil else {
      return row.record.writeLine(to: &json, raw: raw, old: value)
    }
    guard let stored = Record(value, of: nil) else {
      throw .internal("a line of \(line.year) is no record any more")
    }
    row.record.completed(by: stored).writeLine(to: &json, old: value)
  }

  private mutating func kept(_ range: Range<Int>?) throws(SyncFailure) -> ArraySlice<UInt8>? {
    guard let range else { return nil }
    guard let raw = try raws?.raw(at: range) else {
      throw .internal("nothing was kept of what was sent")
    }
    return raw
  }
}
