// An entry of a zip archive's central directory (APPNOTE.TXT 6.3.10).

/// A member of an archive. Its name is only data: no path of an archive is opened or written.
struct ZipEntry: Hashable, Sendable {
  let name: String
  let isEncrypted: Bool
  /// 0 stored, 8 deflated; others are not supported.
  let method: Int
  let checksum: UInt32
  /// Compressed size in bytes.
  let compressedSize: Int64
  let size: Int64
  /// The offset of the local header from the start of the archive.
  let header: Int64

  static let fixedSize = 46

  /// The sizes of the rest of a directory entry; nil if it is not one.
  static func restSize(_ fixed: ZipFields) -> (name: Int, extra: Int, comment: Int)? {
    guard fixed.number32(0) == 0x0201_4B50 else { return nil }
    return (fixed.number16(28), fixed.number16(30), fixed.number16(32))
  }

  /// Bit 0: encrypted; 6: strong encryption; 13: encrypted headers.
  static func isEncrypted(flags: Int) -> Bool { flags & (1 | 1 << 6 | 1 << 13) != 0 }

  /// - Parameter rest: name and extra fields.
  /// - Returns: nil if the entry is inconsistent or on another disk.
  init?(_ fixed: ZipFields, nameSize: Int, rest: [UInt8]) {
    guard rest.count >= nameSize else { return nil }
    name = String(decoding: rest.prefix(nameSize), as: UTF8.self)
    isEncrypted = Self.isEncrypted(flags: fixed.number16(8))
    method = fixed.number16(10)
    checksum = fixed.number32(16)

    var zip64 = Zip64Fields(rest.dropFirst(nameSize))
    guard let size = zip64.take(fixed.number32(24)),
      let compressedSize = zip64.take(fixed.number32(20)),
      let header = zip64.take(fixed.number32(42)), fixed.number16(34) == 0
    else { return nil }
    (self.size, self.compressedSize, self.header) = (size, compressedSize, header)
  }
}
