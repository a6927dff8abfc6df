// Reads a member of a zip archive that is read as a stream.

import Model

extension ZipStream {
  /// A member, to be read before the next one. Its name is only data, as in `ZipEntry`.
  final class Member: ByteInput {
    var name: String { header.name }
    /// Bytes consumed of the archive's file.
    var consumed: Int64 { source.consumed }

    private let header: ZipLocalHeader
    private let source: InputBuffer
    private var unpacker: Unpacker?
    private var isAtEnd = false
    /// Whether the source is after the member, although the member is damaged.
    private var isSkipped = false
    private var fault: ImportFault?

    /// - Throws: `noZlib`.
    init(
      _ header: ZipLocalHeader, from source: InputBuffer, budget: UnpackBudget
    ) throws(ImportFault) {
      (self.header, self.source) = (header, source)
      if header.isEncrypted {
        fault = .unsuitable(.encrypted)
        return
      }
      let packing: Unpacker.Packing
      switch header.method {
      // With a descriptor the size may be unknown, and 0 here: the descriptor is not found then.
      case 0: packing = .stored(header.compressedSize)
      case 8: packing = .deflated(header.hasDescriptor ? nil : header.compressedSize)
      default:
        fault = .damaged(line: nil)
        return
      }
      let claim = Unpacker.Claim(size: header.size, checksum: header.checksum)
      unpacker = try Unpacker(packing, claim: header.hasDescriptor ? nil : claim, budget: budget)
    }

    /// - Throws: `damaged` after the bytes before the damage, `unsuitable` if it is encrypted, and
    ///   the faults of the input.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportFault) -> Int {
      if let fault { throw fault }
      if isAtEnd || buffer.isEmpty { return 0 }
      do throws(ImportFault) {
        let count = try unpacker?.read(from: source, into: buffer) ?? 0
        if count == 0 {
          if header.hasDescriptor { try verifyDescriptor() }
          isAtEnd = true
        }
        return count
      } catch {
        fault = error
        throw error
      }
    }

    private func verifyDescriptor() throws(ImportFault) {
      let descriptor = ZipDescriptor.find(
        in: source, checksum: unpacker?.checksum ?? 0, compressedSize: unpacker?.taken ?? 0,
        size: unpacker?.count ?? 0)
      if let descriptor {
        source.advance(descriptor.length)
        isSkipped = true
      }
      guard descriptor?.isTrue == true else { throw .damaged(line: nil) }
    }

    /// Reads what is left, and moves the source after the member.
    ///
    /// - Throws: `damaged` if the end of a damaged member cannot be found, and the faults of the
    ///   input.
    func finish() throws(ImportFault) {
      do throws(ImportFault) {
        try drain()
      } catch {
        switch error {
        case .damaged, .unsuitable: try skip()
        case .stopped, .noZlib: throw error
        }
      }
    }

    private func skip() throws(ImportFault) {
      if isSkipped { return }
      let taken = unpacker?.taken ?? 0
      guard header.compressedSize >= taken else { throw .damaged(line: nil) }
      try source.skip(header.compressedSize - taken)
      isSkipped = true
      guard header.hasDescriptor else { return }
      let descriptor = ZipDescriptor.find(
        in: source, checksum: nil, compressedSize: header.compressedSize, size: nil)
      guard let descriptor else { throw .damaged(line: nil) }
      source.advance(descriptor.length)
    }
  }
}
