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
        guard bytes.count == size - start else { return nil }
        // The bytes may begin in the middle of a line.
        let lines = recordLines(in: bytes).dropFirst(start == 0 ? 0 : 1)
        // A huge line is left to who reads all of the file.
        if lines.isEmpty, bytes.count > StoreDisk.longestLine { return nil }
        func record(_ range: Range<Int>) -> Record? {
          (try? JSONValue(parsing: bytes, in: range)).flatMap { Record($0, of: source) }
        }
        let isEnough = lines.first.flatMap { record($0.range) }.map { $0.day < enough } ?? false
        if start == 0 || isEnough {
          for line in lines.reversed() {
            guard let record = record(line.range) else { return nil }
            if record.day < enough { break }
            records[record.key] = record
          }
          break
        }
        length *= 2
      }
    }
  }

  /// About three months of one ride a day.
  private static var firstLength: Int { 131_072 }

  var all: some Collection<Record> { records.values }

  subscript(key: Record.Key) -> Record? { records[key] }
}
