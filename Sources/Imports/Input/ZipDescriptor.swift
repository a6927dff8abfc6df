// Finds the sizes after a zip member's data (APPNOTE.TXT 6.3.10, §4.3.9).

/// A data descriptor. It has four forms, which only their content tells apart: with and without a
/// signature, with sizes of four and of eight bytes.
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
  /// - Returns: nil if there is none: neither are its numbers right, nor does another record follow.
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
