// A compact copy of what scores are computed from, so that a run need not read every record.

import Model

/// The ledger of a source: for each year file that still looks as it did, the figures of its
/// records, a digest of the rest, and where their lines stand.
///
/// It is a copy that may be lost or damaged at any time: then the files themselves are read. Numbers
/// are little-endian.
///
/// ```
/// file   magic, years, checksum of all before it
/// year   year, size, modified, number of rows, bytes of the rows, rows
/// row    line start, line length, digest, start, which figures there are, id, figures
/// ```
struct Ledger: Sendable {
  struct Year: Sendable {
    let stamp: FileStamp
    let count: Int
    let range: Range<Int>
  }

  private static let magic: UInt64 = 0x3230_5247_444c_4556  // "VELDGR02"

  private let bytes: [UInt8]
  private(set) var years: [Int: Year] = [:]

  /// Reads a ledger; nil when it is none or damaged.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard bytes.count >= 16,
      bytes.withUnsafeBytes({ buffer in
        let body = UnsafeRawBufferPointer(rebasing: buffer.dropLast(8))
        return checksum(body)
          == buffer.loadUnaligned(fromByteOffset: body.count, as: UInt64.self)
          .littleEndian
      })
    else { return nil }
    var reader = LedgerReader(bytes, from: 0, to: bytes.count - 8)
    guard reader.take() == Self.magic else { return nil }
    while !reader.isAtEnd {
      let year = Int(reader.integer())
      let stamp = FileStamp(size: reader.integer(), modified: reader.integer())
      let count = Int(reader.integer())
      let length = Int(reader.integer())
      // No row is as short as a byte: counts add up to the size of the file at most.
      guard reader.isValid, let range = reader.skip(length), (0...length).contains(count) else {
        return nil
      }
      years[year] = Year(stamp: stamp, count: count, range: range)
    }
  }

  /// A year, if its file still looks as it did and all its rows make sense.
  func year(_ year: Int, stamp: FileStamp, source: Source) -> KnownYear<Activity>? {
    guard let entry = years[year], entry.stamp == stamp else { return nil }
    let first = LedgerReader(bytes, from: entry.range.lowerBound, to: entry.range.upperBound)
    var reader = first
    var count = 0
    var newest: Timestamp?
    while !reader.isAtEnd {
      // Also for the last row, after which the reader is at the end.
      guard let start = reader.skipRow(of: source, within: stamp.size) else { return nil }
      newest = max(newest ?? start, start)
      count += 1
    }
    guard reader.isValid, count == entry.count else { return nil }
    return KnownYear(
      stamp: stamp, count: count, newest: newest,
      forEach: { body in
        var reader = first
        while !reader.isAtEnd, let row = reader.row(of: year, source: source) { body(row) }
      },
      forEachRecord: { boundary, past, body in
        var reader = first
        while !reader.isAtEnd {
          if let boundary, let ride = reader.pastRide(before: boundary) {
            past(ride)
          } else if let record = reader.record(of: source) {
            body(record)
          } else {
            break
          }
        }
      })
  }

  /// The bytes of a ledger of all year files that are as they stand on disk.
  static func bytes(of table: YearTable<Activity>) -> [UInt8] {
    var writer = LedgerWriter(capacity: table.count * 160)
    writer.put(magic)
    for file in table.files {
      guard let stamp = file.stamp, !file.isTouched, file.rows.allSatisfy(\.fitsLedger) else {
        continue
      }
      writer.put(Int64(file.year))
      writer.put(stamp.size)
      writer.put(stamp.modified)
      writer.put(Int64(file.rows.count))
      writer.counted { writer in
        for row in file.rows { writer.put(row) }
      }
    }
    let sum = writer.bytes.withUnsafeBytes { checksum($0) }
    writer.put(sum)
    return writer.take()
  }
}

/// A sum over words of eight bytes that notices any single damage: multiply, fold, add.
private func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
  // Four sums side by side, because each step waits for the one before; together at the end.
  let seed = UInt64(bytes.count) ^ 0x9e37_79b9_7f4a_7c15
  var (one, two, three, four) = (seed, seed, seed, seed)
  var at = 0
  while at + 32 <= bytes.count {
    one = Digest.mix(one, word(of: bytes, at: at))
    two = Digest.mix(two, word(of: bytes, at: at + 8))
    three = Digest.mix(three, word(of: bytes, at: at + 16))
    four = Digest.mix(four, word(of: bytes, at: at + 24))
    at += 32
  }
  var sum = [two, three, four].reduce(one, Digest.mix)
  while at + 8 <= bytes.count {
    sum = Digest.mix(sum, word(of: bytes, at: at))
    at += 8
  }
  while at < bytes.count {
    sum = Digest.mix(sum, UInt64(bytes[at]))
    at += 1
  }
  return sum
}

@inline(__always)
private func word(of bytes: UnsafeRawBufferPointer, at place: Int) -> UInt64 {
  bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self).littleEndian
}

/// A 64-bit digest, to tell whether two records say the same.
enum Digest {
  static func of(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.withUnsafeBytes { checksum($0) }
  }

  /// One word into the sum. The product is folded so that every bit reaches every other.
  @inline(__always)
  static func mix(_ sum: UInt64, _ word: UInt64) -> UInt64 {
    let product = (sum ^ word &* 0xa076_1d64_78bd_642f).multipliedFullWidth(
      by: 0xe703_7ed1_a0b4_28db)
    return product.high ^ product.low &+ word
  }
}
