// What `chart` and `status` ask of the stored rides: read without a lock, beside a run that may be
// writing.

import Codec
import Format
package import Model

extension Store {
  /// The rows of scores from a day on, in order of date.
  ///
  /// - Throws: `storage`, `badInput`, and what keeps a store from being used.
  package func savedRows(since first: Day) throws(SyncFailure) -> [ScoreDay] {
    try check()
    let rows: [[ScoreDay]] = try stored(in: try place().scores, of: nil, since: first)
    return rows.flatMap { $0 }.filter { $0.date >= first }.sorted { $0.date < $1.date }
  }

  /// The stored rides from a day on, without `raw`, in no order. A ride that several sources have is
  /// one record: the first source's, with what only another one's second-by-second data say.
  ///
  /// - Parameter first: nil for all.
  /// - Throws: `storage`, `badInput`, and what keeps a store from being used.
  package func savedRides(since first: Day?) throws(SyncFailure) -> [Activity] {
    try check()
    var rides: [Activity] = []
    var places: [ActivityID: Int] = [:]
    for source in Source.allCases {
      let years: [[Activity]] = try stored(
        in: try place().activities(source), of: source, since: first)
      for ride in years.joined() {
        if let first, ride.day < first { continue }
        if let place = ride.sameAs.lazy.compactMap({ places[$0] }).first {
          rides[place].complete(with: ride)
          continue
        }
        if !ride.sameAs.isEmpty { places[ride.id] = rides.count }
        rides.append(ride)
      }
    }
    return rides
  }

  /// The rider's last known weight in kilograms, not before a day; nil when there is none.
  ///
  /// - Throws: `storage`, `badInput`, and what keeps a store from being used.
  package func savedWeight(since first: Day) throws(SyncFailure) -> Double? {
    try check()
    var last: WellnessDay?
    for source in Source.allCases {
      let years: [[WellnessDay]] = try stored(
        in: try place().wellness(source), of: source, since: first)
      for day in years.joined() where day.weightKilograms != nil && day.date >= first {
        if day.date >= last?.date ?? first { last = day }
      }
    }
    return last?.weightKilograms
  }

  /// The records of a folder's year files, a list for each file.
  ///
  /// - Parameter first: files that end before it are not read.
  private func stored<Record: StoredRecord>(
    in folder: String, of source: Source?, since first: Day?
  ) throws(SyncFailure) -> [[Record]] {
    // A local year begins up to a day before or after that of UTC.
    let firstYear = first.map { $0.advanced(by: -1).year } ?? 0
    let years = try disk.list(folder).compactMap { YearName.year($0) }.filter { $0 >= firstYear }
    let disk = disk
    let results = mapSideBySide(years.sorted(), threads: 2) { year in
      Result { () throws(SyncFailure) -> [Record] in
        let path = folder + "/" + YearName.file(year)
        // A file may go while another run writes.
        guard let bytes = try disk.read(path) else { return [] }
        return try readRecords(of: bytes, path: path, source: source)
      }
    }
    var records: [[Record]] = []
    for case let result? in results { records.append(try result.get()) }
    return records
  }
}

/// Reads the lines of a year file without `raw`, which is most of a line and stands behind all other
/// fields. A person may have moved it: then the whole line is read.
///
/// - Throws: `badInput` with the line that is no record.
private func readRecords<Record: StoredRecord>(
  of bytes: consuming [UInt8], path: String, source: Source?
) throws(SyncFailure) -> [Record] {
  var bytes = bytes
  let text = NDJSON(bytes)
  let lines = text.lines + (text.torn.map { [$0] } ?? [])
  var records: [Record] = []
  records.reserveCapacity(lines.count)
  for (index, range) in lines.enumerated() {
    if isBlank(bytes[range]) { continue }
    if let comma = bytes.place(of: rawKey, in: range) {
      bytes[comma] = UInt8(ascii: "}")
      let head = try? JSONValue(parsing: bytes, in: range.lowerBound..<comma + 1)
      if let record = head.flatMap({ Record($0, of: source) }) {
        records.append(record)
        continue
      }
      bytes[comma] = UInt8(ascii: ",")
    }
    guard let json = try? JSONValue(parsing: bytes, in: range),
      let record = Record(json, of: source)
    else { throw .badInput(file: DisplayText(path), line: index + 1) }
    records.append(record)
  }
  return records
}

/// Cannot stand in a string, where quotes are escaped.
private let rawKey = Array(#","raw":"#.utf8)

extension [UInt8] {
  /// Where a pattern begins for the first time in a range.
  fileprivate func place(of pattern: [UInt8], in range: Range<Int>) -> Int? {
    guard let first = pattern.first else { return nil }
    return withUnsafeBufferPointer { bytes in
      var at = range.lowerBound
      while at + pattern.count <= range.upperBound {
        if bytes[at] == first, pattern.indices.allSatisfy({ bytes[at + $0] == pattern[$0] }) {
          return at
        }
        at += 1
      }
      return nil
    }
  }
}

extension Activity {
  /// Takes from another source's record of the same ride what this one lacks.
  fileprivate mutating func complete(with other: Activity) {
    analysis = analysis ?? other.analysis
    load = load ?? other.load
    durationSeconds = durationSeconds ?? other.durationSeconds
    distanceMetres = distanceMetres ?? other.distanceMetres
  }
}
