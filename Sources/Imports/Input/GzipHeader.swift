// Skips the header of a gzip member (RFC 1952 §2.3).

import Platform

/// The header before the deflated data. Nothing of it is needed.
struct GzipHeader {
  /// The largest name and comment, in bytes.
  private static let longestText = 65_536

  private let source: InputBuffer
  private var checksum: UInt32 = 0

  /// Whether bytes begin like gzip.
  static func isMagic(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

  /// - Throws: `damaged` if it is not a header, or if its checksum differs.
  static func skip(in source: InputBuffer) throws(ImportFault) {
    var header = GzipHeader(source: source)
    try header.skip()
  }

  private mutating func skip() throws(ImportFault) {
    // Magic, method, flags, time (4 bytes), extra flags, system.
    let fixed = try take(10)
    // The only method is deflate; the upper flags are reserved.
    guard Self.isMagic(fixed), fixed[2] == 8, fixed[3] & 0xE0 == 0 else {
      throw .damaged(line: nil)
    }
    let flags = fixed[3]
    if flags & 4 != 0 {
      let size = try take(2)
      _ = try take(Int(size[0]) | Int(size[1]) << 8)
    }
    if flags & 8 != 0 { try skipText() }
    if flags & 16 != 0 { try skipText() }
    if flags & 2 != 0 {
      let expected = UInt16(truncatingIfNeeded: checksum)
      let claimed = try take(2)
      guard UInt16(claimed[0]) | UInt16(claimed[1]) << 8 == expected else {
        throw .damaged(line: nil)
      }
    }
  }

  /// Exactly `count` bytes.
  private mutating func take(_ count: Int) throws(ImportFault) -> [UInt8] {
    guard let bytes = try source.take(count) else { throw .damaged(line: nil) }
    bytes.withUnsafeBytes { checksum = Inflater.checksum(checksum, $0) }
    return bytes
  }

  /// A text that ends with a zero.
  private mutating func skipText() throws(ImportFault) {
    var left = Self.longestText
    while left > 0, try source.fill(1) {
      let piece = UnsafeRawBufferPointer(rebasing: source.bytes.prefix(left))
      let end = piece.firstIndex(of: 0)
      let text = UnsafeRawBufferPointer(rebasing: piece.prefix(end.map { $0 + 1 } ?? piece.count))
      checksum = Inflater.checksum(checksum, text)
      left -= text.count
      source.advance(text.count)
      if end != nil { return }
    }
    throw .damaged(line: nil)
  }
}
