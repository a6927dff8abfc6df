// The header before a zip member's data (APPNOTE.TXT 6.3.10, §4.3.7).

/// What an archive tells of a member before its data.
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
  init(from source: InputBuffer) throws(ImportFault) {
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
