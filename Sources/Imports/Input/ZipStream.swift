// Reads a zip archive from its first byte to its last, as one inside another archive needs.

import Model

/// A zip archive as a stream. It depends on the header before each member, not on the directory.
final class ZipStream {
  private let source: InputBuffer
  private let budget: UnpackBudget
  private var member: Member?
  private var members = 0
  private var isAtEnd = false

  init(_ input: any ByteInput, budget: UnpackBudget) {
    source = InputBuffer(input)
    self.budget = budget
  }

  /// The next member; nil at the end. What is left of the member before is skipped and verified.
  ///
  /// A damaged member does not end the archive if its end can be found.
  ///
  /// - Throws: `damaged` if the archive is cut or cannot be followed, and the failures of the
  ///   input.
  func next() throws(ImportError) -> Member? {
    try member?.finish()
    member = isAtEnd ? nil : try begin()
    return member
  }

  private func begin() throws(ImportError) -> Member? {
    guard try source.fill(4), let fields = ZipFields(source.bytes.prefix(4), count: 4) else {
      throw .damaged(line: nil)
    }
    if ZipSignature.isEnding(fields.number32(0)) {
      // An archive that this one is in has a checksum at its end.
      try source.drain()
      isAtEnd = true
      return nil
    }
    members += 1
    guard members <= ImportLimits.archiveMembers else { throw .unsuitable(.tooMuch) }
    return try Member(ZipEntry(from: source), from: source, budget: budget)
  }
}

extension ZipStream {
  /// A member, to be read before the next one. Its name is only data, as in `ZipEntry`.
  final class Member: ByteInput {
    var name: String { header.name }
    /// Bytes consumed of the archive's file.
    var consumed: Int64 { source.consumed }

    private let header: ZipEntry
    private let source: InputBuffer
    private var unpacker: Unpacker?
    private var isAtEnd = false
    /// Whether the source is after the member, although the member is damaged.
    private var isSkipped = false
    private var failure: ImportError?

    /// - Throws: `noZlib`.
    init(_ header: ZipEntry, from source: InputBuffer, budget: UnpackBudget) throws(ImportError) {
      (self.header, self.source) = (header, source)
      if header.isEncrypted {
        failure = .unsuitable(.encrypted)
        return
      }
      guard header.method == 0 || header.method == 8 else {
        failure = .damaged(line: nil)
        return
      }
      let isDeflated = header.method == 8
      // With a descriptor the size may be unknown, and 0 here. The descriptor of stored data is not
      // found then.
      unpacker = try Unpacker(
        isDeflated ? .deflated : .stored,
        packedSize: isDeflated && header.hasDescriptor ? nil : header.compressedSize,
        claim: header.hasDescriptor ? nil : (header.size, header.checksum), budget: budget)
    }

    /// - Throws: `damaged` after the bytes before the damage, `unsuitable` if it is encrypted, and
    ///   the failures of the input.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
      if let failure { throw failure }
      if isAtEnd || buffer.isEmpty { return 0 }
      do throws(ImportError) {
        let count = try unpacker?.read(from: source, into: buffer) ?? 0
        if count == 0 {
          if header.hasDescriptor { try verifyDescriptor() }
          isAtEnd = true
        }
        return count
      } catch {
        failure = error
        throw error
      }
    }

    private func verifyDescriptor() throws(ImportError) {
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
    /// - Throws: `damaged` if the end of a damaged member cannot be found, and the failures of the
    ///   input.
    func finish() throws(ImportError) {
      do throws(ImportError) {
        try drain()
      } catch {
        switch error {
        case .damaged, .unsuitable: try skip()
        case .stopped, .noZlib: throw error
        }
      }
    }

    private func skip() throws(ImportError) {
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

/// The sizes after a member's data (APPNOTE.TXT 6.3.10, §4.3.9). A data descriptor has four forms,
/// which only their content tells apart: with and without a signature, with sizes of four and of
/// eight bytes.
struct ZipDescriptor {
  /// The largest form, and the signature of the next record.
  private static let longest = 24 + 4

  /// Its size in bytes.
  let length: Int
  /// Whether checksum and sizes are those of the data.
  let isTrue: Bool

  /// Looks for a descriptor at the source's position.
  ///
  /// - Parameters:
  ///   - checksum: of the unpacked data; nil if unknown.
  ///   - size: of the unpacked data; nil if unknown.
  /// - Returns: nil if there is none: neither are its numbers right, nor does another record
  ///   follow.
  static func find(
    in source: InputBuffer, checksum: UInt32?, compressedSize: Int64, size: Int64?
  ) -> ZipDescriptor? {
    // Less than the longest form may be left, also before damage.
    _ = try? source.fill(longest)
    let bytes = Array(source.bytes.prefix(longest))
    var found: (rank: Int, descriptor: ZipDescriptor)?
    for (isSigned, isLarge) in [(true, false), (true, true), (false, false), (false, true)] {
      let length = (isSigned ? 8 : 4) + (isLarge ? 16 : 8)
      guard let fields = ZipFields(bytes, count: length) else { continue }
      if isSigned, fields.number32(0) != ZipSignature.descriptor { continue }
      let start = isSigned ? 8 : 4
      func isSize(_ expected: Int64, at offset: Int) -> Bool {
        isLarge
          ? fields.number64(offset) == expected
          : fields.number32(offset) == UInt32(truncatingIfNeeded: expected)
      }
      let isTrue =
        (checksum ?? fields.number32(start - 4)) == fields.number32(start - 4)
        && isSize(compressedSize, at: start)
        && (size.map { isSize($0, at: start + (isLarge ? 8 : 4)) } ?? true)
      // The sizes of an empty member are right in two forms: the next record decides.
      let rank = (isTrue ? 2 : 0) + (isRecord(bytes.dropFirst(length)) ? 1 : 0)
      if rank > found?.rank ?? 0 { found = (rank, Self(length: length, isTrue: isTrue)) }
    }
    return found?.descriptor
  }

  private static func isRecord(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let signature = ZipFields(bytes, count: 4)?.number32(0) else { return false }
    return signature == ZipSignature.localHeader || ZipSignature.isEnding(signature)
  }
}
