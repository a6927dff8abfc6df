// Reads a zip archive from its first byte to its last, as one inside another archive needs.

/// A zip archive as a stream. It depends on the header before each member, not on the directory.
final class ZipStream {
  private let source: InputBuffer
  private let budget: UnpackBudget
  private var member: Member?
  private var members = 0
  private var isAtEnd = false
  private var fault: ImportError?

  init(_ input: any ByteInput, budget: UnpackBudget) {
    source = InputBuffer(input)
    self.budget = budget
  }

  /// The next member; nil at the end. What is left of the member before is skipped and verified.
  ///
  /// A damaged member does not end the archive if its end can be found.
  ///
  /// - Throws: `damaged` if the archive is cut or cannot be followed, and the faults of the input.
  func next() throws(ImportError) -> Member? {
    if let fault { throw fault }
    do throws(ImportError) {
      try member?.finish()
      member = isAtEnd ? nil : try begin()
      return member
    } catch {
      fault = error
      throw error
    }
  }

  private func begin() throws(ImportError) -> Member? {
    guard try source.fill(4), let fields = ZipFields(source.bytes.prefix(4), count: 4) else {
      throw .damaged(line: nil)
    }
    if ZipSignature.isEnding(fields.number32(0)) {
      isAtEnd = true
      // An archive that this one is in has a checksum at its end.
      try source.drain()
      return nil
    }
    members += 1
    guard members <= ZipArchive.mostEntries else { throw .damaged(line: nil) }
    return try Member(ZipLocalHeader(from: source), from: source, budget: budget)
  }
}

/// What an archive tells of a member before its data (APPNOTE.TXT 6.3.10, §4.3.7).
struct ZipLocalHeader {
  let name: String
  let isEncrypted: Bool
  /// 0 stored, 8 deflated; others are not supported.
  let method: Int
  /// Whether sizes and checksum follow the data. Those of the header may be 0 then.
  let hasDescriptor: Bool
  let checksum: UInt32
  /// Compressed size in bytes.
  let compressedSize: Int64
  let size: Int64

  /// Takes a header.
  ///
  /// - Throws: `damaged` if there is none, or if it is cut or inconsistent.
  init(from source: InputBuffer) throws(ImportError) {
    guard let bytes = try source.take(30), let fixed = ZipFields(bytes, count: 30),
      fixed.number32(0) == ZipSignature.localHeader,
      let name = try source.take(fixed.number16(26)),
      let extra = try source.take(fixed.number16(28))
    else { throw .damaged(line: nil) }
    self.name = String(decoding: name, as: UTF8.self)
    let flags = fixed.number16(6)
    isEncrypted = ZipEntry.isEncrypted(flags: flags)
    hasDescriptor = flags & 8 != 0
    method = fixed.number16(8)
    checksum = fixed.number32(14)
    var zip64 = Zip64Fields(extra[...])
    let size = zip64.take(fixed.number32(22))
    let compressedSize = zip64.take(fixed.number32(18))
    if let size, let compressedSize {
      (self.size, self.compressedSize) = (size, compressedSize)
    } else if hasDescriptor {
      (self.size, self.compressedSize) = (0, 0)
    } else {
      throw .damaged(line: nil)
    }
  }
}
