// A member of a zip archive as a document: inflated as it is read, and checked at its end.

import Model
import Platform

/// Reads one member. Size and checksum of the directory hold, whatever the stream says.
final class ZipMember: XMLInput {
  /// Bytes read from the file at once.
  private static let pieceSize = 65_536
  /// No text is packed a thousand times smaller than it is.
  private static let largestRatio: Int64 = 1000
  /// The ratio of a small text says nothing.
  private static let ratioCounts: Int64 = 10_000_000

  /// Bytes of the file that were used.
  private(set) var consumed: Int64 = 0

  private let entry: ZipEntry
  private let file: any InputFile
  private let data: Range<Int64>
  private var inflater: Inflater?
  /// Read and not yet inflated, from `used` on.
  private var piece: [UInt8] = []
  private var used = 0
  private var produced: Int64 = 0
  private var checksum: UInt32 = 0
  private var isAtEnd = false

  /// - Throws: `damaged` for a member that cannot be read, `noZlib`.
  init(_ entry: ZipEntry, of archive: ZipArchive) throws(HealthFault) {
    self.entry = entry
    file = archive.file
    data = try archive.data(of: entry)
    // zlib computes the checksum, too.
    guard let inflater = Inflater() else { throw .noZlib }
    self.inflater = entry.method == 8 ? consume inflater : nil
  }

  func read(into room: UnsafeMutableRawBufferPointer) throws(HealthFault) -> Int {
    if isAtEnd || room.isEmpty { return 0 }
    var count = 0
    while count == 0, !isAtEnd {
      try readPiece()
      let rest = UnsafeMutableRawBufferPointer(rebasing: room[count...])
      count += entry.method == 8 ? try inflate(into: rest) : copy(into: rest)
    }
    produced += Int64(count)
    checksum = Inflater.checksum(checksum, UnsafeRawBufferPointer(rebasing: room[..<count]))
    guard produced <= entry.size,
      produced < Self.ratioCounts || produced / Self.largestRatio <= consumed
    else { throw .damaged(line: nil) }
    if isAtEnd {
      guard produced == entry.size, checksum == entry.checksum, consumed == entry.compressedSize
      else { throw .damaged(line: nil) }
    }
    return count
  }

  private func readPiece() throws(HealthFault) {
    guard used == piece.count, consumed < entry.compressedSize else { return }
    let count = min(Int64(Self.pieceSize), entry.compressedSize - consumed)
    piece = try file.bytes(at: data.lowerBound + consumed, count: Int(count))
    used = 0
    // The file was cut while we read it.
    if piece.isEmpty { throw .damaged(line: nil) }
  }

  private func inflate(into room: UnsafeMutableRawBufferPointer) throws(HealthFault) -> Int {
    var left = room.bindMemory(to: UInt8.self)
    var progress = Inflater.Progress.damaged
    let before = used
    piece.withUnsafeBufferPointer { bytes in
      var input = UnsafeBufferPointer(rebasing: bytes[used...])
      progress = inflater?.run(&input, into: &left) ?? .damaged
      used = bytes.count - input.count
    }
    consumed += Int64(used - before)
    let count = room.count - left.count
    switch progress {
    case .end: isAtEnd = true
    case .damaged: throw .damaged(line: nil)
    case .more:
      // Without a step ahead the stream wants what is not there.
      if count == 0, used == before { throw .damaged(line: nil) }
    }
    return count
  }

  private func copy(into room: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(room.count, piece.count - used)
    room.copyBytes(from: piece[used..<used + count])
    used += count
    consumed += Int64(count)
    isAtEnd = consumed == entry.compressedSize
    return count
  }
}
