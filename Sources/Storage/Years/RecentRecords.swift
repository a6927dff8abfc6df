// The newest records of a folder, read from the ends of its year files: a listing that finds them
// as they are needs no others.

import Codec
import Model

/// The records of a folder from a day on, to compare with and never to be saved. The files must be
/// as velo-sync wrote or checked them: in order, each record in the file of its own year.
struct RecentRecords<Record: StoredRecord>: Sendable {
  /// The stamps of the year files.
  let files: [Int: FileStamp]
  private var records: [Record.Key: Record] = [:]

  /// - Parameters:
  ///   - files: the stamps of the year files, taken before they are read.
  ///   - first: the first day; earlier records may be missing.
  /// - Throws: `storage`. nil when a line is no record: reading all of the file tells which.
  init?(
    _ folder: String, of source: Source, files: [Int: FileStamp], since first: Day,
    on disk: StoreDisk
  ) throws(SyncFailure) {
    self.files = files
    // Lines are in order of start, and two local clocks are up to two days apart.
    let enough = first.advanced(by: -2)
    for (year, stamp) in files where year >= first.year {
      let size = Int(stamp.size)
      var length = Self.firstLength
      while true {
        let start = max(0, size - length)
        let bytes = try disk.read(folder + "/" + YearName.file(year), in: start..<size) ?? []
        guard bytes.count == size - start,
          let records = Self.read(bytes, isWhole: start == 0, of: source)
        else { return nil }
        if start == 0 || records.first.map({ $0.day < enough }) ?? false {
          for record in records { self.records[record.key] = record }
          break
        }
        length *= 4
      }
    }
  }

  /// About three months of one ride a day.
  private static var firstLength: Int { 131_072 }

  var all: some Collection<Record> { records.values }

  subscript(key: Record.Key) -> Record? { records[key] }

  /// The records in the last bytes of a file, which may begin in the middle of a line.
  private static func read(_ bytes: [UInt8], isWhole: Bool, of source: Source) -> [Record]? {
    var records: [Record] = []
    for line in recordLines(in: bytes).dropFirst(isWhole ? 0 : 1) {
      guard let json = try? JSONValue(parsing: bytes, in: line.range),
        let record = Record(json, of: source)
      else { return nil }
      records.append(record)
    }
    return records
  }
}
