// One year file in memory: its records, and where on disk their lines stand.

import Codec
import Model

/// A line in a year file.
struct LinePlace: Hashable, Sendable {
  let year: Int
  let range: Range<Int>
}

/// A record and its line.
struct Row<Record: StoredRecord>: Sendable {
  var record: Record
  /// Where the checkpoint keeps it, as in `Arrival`.
  var kept: KeptLine?
  /// Where its line stands; nil while it has none.
  var line: LinePlace?
  /// Whether the line may have to be written anew. False leaves it byte for byte as it is.
  var isAltered: Bool
  /// Whether the record has only the figures that a ledger keeps.
  var isPartial = false
  /// A digest of all that counts as a change; nil as long as it need not be known.
  var digest: UInt64?
}

/// A year file that somebody knows without reading it.
struct KnownYear<Record: StoredRecord>: Sendable {
  /// What it looks like.
  let stamp: FileStamp
  /// How many rows it has.
  let count: Int
  /// When the newest of them began.
  let newest: Timestamp?
  /// Hands out its rows, in order and different.
  let forEach: @Sendable (_ body: (Row<Record>) -> Void) -> Void
  /// Hands out their records; those before the boundary of which no more is needed as past rides.
  let forEachRecord:
    @Sendable (
      _ boundary: Timestamp?, _ past: (PastRides.Ride) -> Void, _ body: (consuming Record) -> Void
    ) -> Void
}

/// The rows of one year file, in order.
struct YearFile<Record: StoredRecord>: Sendable {
  let year: Int
  var rows: [Row<Record>] = []
  /// What the file looked like when it was read or written; nil when there is none.
  var stamp: FileStamp?
  /// Whether the rows differ from the file.
  var isTouched = false
  /// Lines of this file whose records now belong to another year.
  var movedOut: [LinePlace] = []

  /// Where each record stands in `rows`; nil until somebody looks.
  private var positions: [Record.Key: Int]?
  /// Where the last record stood that was looked for.
  private var latest = 0

  init(year: Int) {
    self.year = year
  }

  init(year: Int, known: KnownYear<Record>) {
    self.year = year
    stamp = known.stamp
    rows.reserveCapacity(known.count)
    known.forEach { rows.append($0) }
  }

  /// Reads a file, whose stamp was taken before.
  ///
  /// - Throws: `badInput` with the line that is no record.
  init(
    year: Int, stamp: FileStamp, bytes: [UInt8], path: String, source: Source?
  ) throws(SyncFailure) {
    self.year = year
    self.stamp = stamp
    let text = NDJSON(bytes)
    // An editor may have left the last line without an end.
    let lines = text.lines + (text.torn.map { [$0] } ?? [])
    rows.reserveCapacity(lines.count)
    for (index, range) in lines.enumerated() {
      if isBlank(bytes[range]) { continue }
      guard let json = try? JSONValue(parsing: bytes, in: range),
        let record = Record(json, of: source)
      else {
        throw .badInput(file: DisplayText(path), line: index + 1)
      }
      let line = LinePlace(year: year, range: range)
      rows.append(Row(record: record, line: line, isAltered: false))
    }
    order()
    dropDoubles()
  }

  /// Where the record of a record's name stands in `rows`: as a rule where that one would.
  mutating func position(of record: Record) -> Int? {
    // They are mostly looked for in their order, each several times. The search copies what it compares.
    for place in [latest, latest + 1] where place < rows.endIndex {
      guard rows[place].record.key == record.key else { continue }
      latest = place
      return place
    }
    var range = rows.startIndex..<rows.endIndex
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      range =
        rows[middle].record.precedes(record)
        ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    let place = range.lowerBound
    guard place < rows.endIndex, rows[place].record.key == record.key else {
      return position(of: record.key)
    }
    latest = place
    return place
  }

  /// Where the record of a name stands in `rows`.
  mutating func position(of key: Record.Key) -> Int? {
    if let positions { return positions[key] }
    let found = Dictionary(
      rows.indices.map { (rows[$0].record.key, $0) }, uniquingKeysWith: { first, _ in first })
    positions = found
    return found[key]
  }

  /// Replaces all rows by such of different names; they need be in no order.
  mutating func replaceRows(_ rows: consuming [Row<Record>]) {
    self.rows = consume rows
    positions = nil
    isTouched = true
    order()
  }

  /// Hands out all rows, to be replaced by others.
  mutating func takeRows() -> [Row<Record>] {
    var taken: [Row<Record>] = []
    swap(&taken, &rows)
    return taken
  }

  /// Changes records where they stand, as `YearTable.update`.
  mutating func update(_ change: (inout Record) -> Bool) {
    for position in rows.indices {
      guard change(&rows[position].record) else { continue }
      rows[position].isAltered = true
      isTouched = true
    }
  }

  /// Notes that all rows stand in the file now.
  ///
  /// - Parameters:
  ///   - lines: where, row by row.
  ///   - stamp: what the file looks like.
  mutating func setSaved(lines: [Range<Int>], stamp: FileStamp?) {
    for (position, range) in lines.enumerated() {
      rows[position].line = LinePlace(year: year, range: range)
      rows[position].isAltered = false
      rows[position].kept = nil
      rows[position].record.raw = nil
    }
    self.stamp = stamp
    movedOut = []
    isTouched = false
  }

  private mutating func order() {
    let isOrdered = rows.indices.dropFirst().allSatisfy {
      !rows[$0].record.precedes(rows[$0 - 1].record)
    }
    if !isOrdered { rows.sort { $0.record.precedes($1.record) } }
  }

  /// Keeps one row of each name: a file that a merge tool has joined may hold a record twice.
  private mutating func dropDoubles() {
    var seen: Set<Record.Key> = []
    seen.reserveCapacity(rows.count)
    let isDouble = rows.map { !seen.insert($0.record.key).inserted }
    guard isDouble.contains(true) else { return }
    rows = zip(rows, isDouble).filter { !$0.1 }.map(\.0)
    isTouched = true
  }
}

func isBlank(_ bytes: ArraySlice<UInt8>) -> Bool {
  bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
}
