// Reads a zip member at its position in a file: decompresses it and verifies it.

import Model

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
      isDeflated: entry.method == 8, packedSize: entry.compressedSize,
      claim: Unpacker.Claim(size: entry.size, checksum: entry.checksum), budget: budget)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
    let count = try unpacker.read(from: source, into: buffer)
    if unpacker.isDamaged, !keepsPart { throw .damaged(line: nil) }
    return count
  }
}
