// Finds the members of a zip archive through the directory at its end (APPNOTE.TXT 6.3.10).

import Model

/// A zip archive in a file.
struct ZipArchive {
  /// Who would list more than a million members wants to keep us busy.
  private static let mostEntries = 1_000_000

  let file: any InputFile
  private let directory: Range<Int64>
  /// How far all offsets are off: something may stand before the archive.
  private let shift: Int64

  /// Whether a file begins as zip archives do.
  static func isOne(_ head: [UInt8]) -> Bool {
    head.starts(with: [0x50, 0x4B, 3, 4]) || head.starts(with: [0x50, 0x4B, 5, 6])
  }

  /// - Throws: `damaged` when there is no directory, as in a file that was cut.
  init(_ file: any InputFile) throws(HealthFault) {
    self.file = file
    // The end record is 22 bytes long, a comment of up to 65,535 may follow it.
    let tailSize = min(file.size, 65_557)
    let tail = try file.bytes(at: file.size - tailSize, count: Int(tailSize))
    guard let place = Self.placeOfEnd(tail), let end = ZipFields(tail[place...], count: 22) else {
      throw .damaged(line: nil)
    }
    let endPlace = file.size - tailSize + Int64(place)
    var behind = endPlace
    var size = Int64(end.number32(12))
    var start = Int64(end.number32(16))
    if let large = try Self.largeEnd(of: file, before: endPlace) {
      (behind, size, start) = (large.place, large.size, large.start)
    } else if end.number16(4) != 0 || end.number16(6) != 0 {
      // One of several disks.
      throw .damaged(line: nil)
    }
    guard size <= behind, start <= behind - size else { throw .damaged(line: nil) }
    directory = behind - size..<behind
    shift = behind - size - start
  }

  /// All members, in the order of the directory.
  ///
  /// - Throws: `damaged` for a directory that is none, and what `body` throws.
  func forEachEntry(_ body: (ZipEntry) throws(HealthFault) -> Void) throws(HealthFault) {
    var at = directory.lowerBound
    var count = 0
    while at < directory.upperBound {
      count += 1
      let left = directory.upperBound - at
      guard count <= Self.mostEntries, left >= ZipEntry.fixedSize,
        let fixed = ZipFields(
          try file.bytes(at: at, count: ZipEntry.fixedSize), count: ZipEntry.fixedSize)
      else { throw .damaged(line: nil) }
      // What follows the entries may be a signature of them all.
      guard let sizes = ZipEntry.restSize(fixed) else {
        guard fixed.number32(0) == 0x0505_4B50, count > 1 else { throw .damaged(line: nil) }
        return
      }
      let rest = try file.bytes(
        at: at + Int64(ZipEntry.fixedSize), count: sizes.name + sizes.extra)
      let length = Int64(ZipEntry.fixedSize + sizes.name + sizes.extra + sizes.comment)
      guard length <= left, let entry = ZipEntry(fixed, nameSize: sizes.name, rest: rest) else {
        throw .damaged(line: nil)
      }
      try body(entry)
      at += length
    }
  }

  /// Where the bytes of a member stand.
  ///
  /// - Throws: `damaged` when its own header is missing or says something else, when it reaches into
  ///   the directory, and when it is packed in a way that zlib does not know; `unsuitable` when it is
  ///   encrypted.
  func data(of entry: ZipEntry) throws(HealthFault) -> Range<Int64> {
    if entry.isEncrypted { throw .unsuitable(.encrypted) }
    guard entry.method == 0 || entry.method == 8,
      entry.header < directory.lowerBound - shift
    else { throw .damaged(line: nil) }
    let header = entry.header + shift
    guard let own = ZipFields(try file.bytes(at: header, count: 30), count: 30),
      own.number32(0) == 0x0403_4B50, own.number16(8) == entry.method, own.number16(6) & 1 == 0
    else { throw .damaged(line: nil) }
    let start = header + 30 + Int64(own.number16(26) + own.number16(28))
    guard start <= directory.lowerBound, entry.compressedSize <= directory.lowerBound - start else {
      throw .damaged(line: nil)
    }
    return start..<start + entry.compressedSize
  }

  /// Where the end record begins, whose comment reaches exactly to the end of the file.
  private static func placeOfEnd(_ tail: [UInt8]) -> Int? {
    guard tail.count >= 22 else { return nil }
    for place in (0...tail.count - 22).reversed() where tail[place] == 0x50 {
      guard let end = ZipFields(tail[place...], count: 22), end.number32(0) == 0x0605_4B50 else {
        continue
      }
      if place + 22 + end.number16(20) == tail.count { return place }
    }
    return nil
  }

  /// The zip64 end record; nil when the archive has none.
  private static func largeEnd(
    of file: any InputFile, before end: Int64
  ) throws(HealthFault) -> (place: Int64, size: Int64, start: Int64)? {
    guard end >= 20, let locator = ZipFields(try file.bytes(at: end - 20, count: 20), count: 20),
      locator.number32(0) == 0x0706_4B50
    else { return nil }
    // The locator follows the record, which is 56 bytes long and may grow; something before the
    // archive moves both.
    guard let told = locator.number64(8), end >= 76 else { throw .damaged(line: nil) }
    for place in [told, end - 76] where place >= 0 && place <= end - 76 {
      guard let record = ZipFields(try file.bytes(at: place, count: 56), count: 56),
        record.number32(0) == 0x0606_4B50
      else { continue }
      guard let size = record.number64(40), let start = record.number64(48),
        record.number32(16) == 0, record.number32(20) == 0
      else { break }
      return (place, size, start)
    }
    throw .damaged(line: nil)
  }
}

extension InputFile {
  /// Bytes of the file; fewer only at its end. Trouble with reading is trouble with the file.
  func bytes(at offset: Int64, count: Int) throws(HealthFault) -> [UInt8] {
    do throws(FileError) {
      return try read(at: offset, count: count)
    } catch {
      throw .damaged(line: nil)
    }
  }
}
