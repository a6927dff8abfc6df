// Reads the central directory of a zip archive (APPNOTE.TXT 6.3.10), and its members.

import Model

struct ZipArchive {
  let file: any InputFile
  private let directory: Range<Int64>
  /// The offset of the archive: data may precede it.
  private let shift: Int64

  /// Whether a file starts like a zip archive.
  static func isArchive(_ head: [UInt8]) -> Bool {
    head.starts(with: [0x50, 0x4B, 3, 4]) || head.starts(with: [0x50, 0x4B, 5, 6])
  }

  /// - Throws: `damaged` without a central directory, as in a truncated file.
  init(_ file: any InputFile) throws(ImportError) {
    self.file = file
    // The end of central directory record has 22 bytes and a comment of up to 65,535.
    let tailSize = min(file.size, 65_557)
    let tail = try file.bytes(at: file.size - tailSize, count: Int(tailSize))
    guard let offset = Self.offsetOfEnd(tail), let end = ZipFields(tail[offset...], count: 22)
    else {
      throw .damaged(line: nil)
    }
    let endOffset = file.size - tailSize + Int64(offset)
    var directoryEnd = endOffset
    var size = Int64(end.number32(12))
    var start = Int64(end.number32(16))
    if let zip64 = try Self.zip64End(of: file, before: endOffset) {
      (directoryEnd, size, start) = (zip64.offset, zip64.size, zip64.start)
    } else if end.number16(4) != 0 || end.number16(6) != 0 {
      // One part of a multi-disk archive.
      throw .damaged(line: nil)
    }
    guard size <= directoryEnd, start <= directoryEnd - size else { throw .damaged(line: nil) }
    directory = directoryEnd - size..<directoryEnd
    shift = directoryEnd - size - start
  }

  /// Calls `body` with all members, in the order of the directory.
  ///
  /// - Throws: `damaged` for an invalid directory, and the failures of `body`.
  func forEachEntry(_ body: (ZipEntry) throws(ImportError) -> Void) throws(ImportError) {
    let source = InputBuffer(PlainInput(file, in: directory))
    let end = directory.upperBound - directory.lowerBound
    var count = 0
    while source.taken < end {
      count += 1
      if count > ImportLimits.archiveMembers { throw .unsuitable(.tooMuch) }
      guard let bytes = try source.take(ZipEntry.fixedSize),
        let fixed = ZipFields(bytes, count: ZipEntry.fixedSize)
      else { throw .damaged(line: nil) }
      // A digital signature may follow the entries.
      guard let sizes = ZipEntry.restSize(fixed) else {
        guard fixed.number32(0) == 0x0505_4B50, count > 1 else { throw .damaged(line: nil) }
        return
      }
      guard let rest = try source.take(sizes.name + sizes.extra),
        let entry = ZipEntry(fixed, nameSize: sizes.name, rest: rest)
      else { throw .damaged(line: nil) }
      try source.skip(Int64(sizes.comment))
      try body(entry)
    }
  }

  /// The byte range of a member's data.
  ///
  /// - Throws: `damaged` if the local header is missing or contradicts the directory, if the data
  ///   overlaps the directory, or if the method is unknown; `unsuitable` if it is encrypted.
  func data(of entry: ZipEntry) throws(ImportError) -> Range<Int64> {
    if entry.isEncrypted { throw .unsuitable(.encrypted) }
    guard entry.method == 0 || entry.method == 8,
      entry.header < directory.lowerBound - shift
    else { throw .damaged(line: nil) }
    let header = entry.header + shift
    guard let own = ZipFields(try file.bytes(at: header, count: 30), count: 30),
      own.number32(0) == ZipSignature.localHeader,
      own.number16(8) == entry.method, own.number16(6) & 1 == 0
    else { throw .damaged(line: nil) }
    let start = header + 30 + Int64(own.number16(26) + own.number16(28))
    guard start <= directory.lowerBound, entry.compressedSize <= directory.lowerBound - start else {
      throw .damaged(line: nil)
    }
    return start..<start + entry.compressedSize
  }

  /// The offset of the end record whose comment ends at the end of the file.
  private static func offsetOfEnd(_ tail: [UInt8]) -> Int? {
    guard tail.count >= 22 else { return nil }
    for offset in (0...tail.count - 22).reversed() where tail[offset] == 0x50 {
      guard let end = ZipFields(tail[offset...], count: 22), end.number32(0) == 0x0605_4B50 else {
        continue
      }
      if offset + 22 + end.number16(20) == tail.count { return offset }
    }
    return nil
  }

  /// The zip64 end record; nil if there is none.
  private static func zip64End(
    of file: any InputFile, before end: Int64
  ) throws(ImportError) -> (offset: Int64, size: Int64, start: Int64)? {
    guard end >= 20, let locator = ZipFields(try file.bytes(at: end - 20, count: 20), count: 20),
      locator.number32(0) == 0x0706_4B50
    else { return nil }
    // The locator follows the record, which has at least 56 bytes. Data before the archive shifts
    // both.
    guard let offset = locator.number64(8), end >= 76 else { throw .damaged(line: nil) }
    for offset in [offset, end - 76] where offset >= 0 && offset <= end - 76 {
      guard let record = ZipFields(try file.bytes(at: offset, count: 56), count: 56),
        record.number32(0) == 0x0606_4B50
      else { continue }
      guard let size = record.number64(40), let start = record.number64(48),
        record.number32(16) == 0, record.number32(20) == 0
      else { break }
      return (offset, size, start)
    }
    throw .damaged(line: nil)
  }
}

/// Reads one member. Its size and checksum must match the directory.
final class ZipMember: ByteInput {
  private let source: InputBuffer
  private var unpacker: Unpacker
  private let keepsPart: Bool

  /// Compressed bytes consumed of the member.
  var consumed: Int64 { unpacker.taken }

  /// - Parameter keepsPart: whether a damaged member gives all bytes before the damage. Otherwise
  ///   the read that meets it throws, and no reader finds another error in the last of them.
  /// - Throws: `damaged` for a member that cannot be read, `noZlib`.
  init(
    _ entry: ZipEntry, of archive: ZipArchive, budget: UnpackBudget = UnpackBudget(),
    keepsPart: Bool = false
  ) throws(ImportError) {
    self.keepsPart = keepsPart
    source = InputBuffer(PlainInput(archive.file, in: try archive.data(of: entry)))
    unpacker = try Unpacker(
      entry.method == 8 ? .deflated : .stored, packedSize: entry.compressedSize,
      claim: (entry.size, entry.checksum), budget: budget)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
    let count = try unpacker.read(from: source, into: buffer)
    if unpacker.isDamaged, !keepsPart { throw .damaged(line: nil) }
    return count
  }
}
