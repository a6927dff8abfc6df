// Reads a zip member as a document: decompresses it and verifies its size and checksum.

import Model
import Platform

/// Reads one member. Its size and checksum must match the directory.
final class ZipMember: ByteInput {
  private static let chunkSize = 65_536
  /// The highest plausible compression ratio of text.
  private static let largestRatio: Int64 = 1000
  /// The size from which the ratio is checked, in bytes.
  private static let ratioThreshold: Int64 = 10_000_000

  private(set) var consumed: Int64 = 0

  private let entry: ZipEntry
  private let file: any InputFile
  private let data: Range<Int64>
  private var inflater: Inflater?
  /// Compressed bytes, not yet inflated from `used` on.
  private var chunk: [UInt8] = []
  private var used = 0
  private var produced: Int64 = 0
  private var checksum: UInt32 = 0
  private var isAtEnd = false

  /// - Throws: `damaged` for a member that cannot be read, `noZlib`.
  init(_ entry: ZipEntry, of archive: ZipArchive) throws(ImportFault) {
    self.entry = entry
    file = archive.file
    data = try archive.data(of: entry)
    // zlib is also needed for the checksum.
    guard let inflater = Inflater() else { throw .noZlib }
    self.inflater = entry.method == 8 ? consume inflater : nil
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportFault) -> Int {
    if isAtEnd || buffer.isEmpty { return 0 }
    var count = 0
    while count == 0, !isAtEnd {
      try readChunk()
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
      count += entry.method == 8 ? try inflate(into: rest) : copy(into: rest)
    }
    produced += Int64(count)
    checksum = Inflater.checksum(checksum, UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    guard produced <= entry.size,
      produced < Self.ratioThreshold || produced / Self.largestRatio <= consumed
    else { throw .damaged(line: nil) }
    if isAtEnd {
      guard produced == entry.size, checksum == entry.checksum, consumed == entry.compressedSize
      else { throw .damaged(line: nil) }
    }
    return count
  }

  private func readChunk() throws(ImportFault) {
    guard used == chunk.count, consumed < entry.compressedSize else { return }
    let count = min(Int64(Self.chunkSize), entry.compressedSize - consumed)
    chunk = try file.bytes(at: data.lowerBound + consumed, count: Int(count))
    used = 0
    // The file was truncated while it was read.
    if chunk.isEmpty { throw .damaged(line: nil) }
  }

  private func inflate(into buffer: UnsafeMutableRawBufferPointer) throws(ImportFault) -> Int {
    var left = buffer.bindMemory(to: UInt8.self)
    var progress = Inflater.Progress.damaged
    let before = used
    chunk.withUnsafeBufferPointer { bytes in
      var input = UnsafeBufferPointer(rebasing: bytes[used...])
      progress = inflater?.run(&input, into: &left) ?? .damaged
      used = bytes.count - input.count
    }
    consumed += Int64(used - before)
    let count = buffer.count - left.count
    switch progress {
    case .end: isAtEnd = true
    case .damaged: throw .damaged(line: nil)
    case .more:
      // No progress: the stream needs more input than there is.
      if count == 0, used == before { throw .damaged(line: nil) }
    }
    return count
  }

  private func copy(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, chunk.count - used)
    buffer.copyBytes(from: chunk[used..<used + count])
    used += count
    consumed += Int64(count)
    isAtEnd = consumed == entry.compressedSize
    return count
  }
}
