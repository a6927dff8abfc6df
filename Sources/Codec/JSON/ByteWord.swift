// Finds the next byte that needs a closer look, eight bytes at a time.

/// Searches in eight bytes at once. Each function marks the top bit of matching bytes in a word
/// loaded in little-endian order; a mark may be false only above a true one, so the lowest is exact.
enum ByteWord {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let tops: UInt64 = 0x8080_8080_8080_8080

  @inline(__always)
  private static func marks(of byte: UInt8, in word: UInt64) -> UInt64 {
    let zeroWhereEqual = word ^ (ones &* UInt64(byte))
    return (zeroWhereEqual &- ones) & ~zeroWhereEqual & tops
  }

  @inline(__always)
  private static func load(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt64 {
    UInt64(
      littleEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(
        fromByteOffset: index, as: UInt64.self))
  }

  /// Index of the first byte from `start` on that is not plain text inside a JSON string: a quote,
  /// a backslash, a control character, anything beyond ASCII and, when asked for, DEL.
  @inline(__always)
  static func endOfPlainText(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, deleteIsPlain: Bool
  ) -> Int {
    var at = start
    while at &+ 8 <= bytes.count {
      let word = load(bytes, at: at)
      let controls = (word &- (ones &* 0x20)) & ~word & tops
      var marked = controls | marks(of: UInt8(ascii: "\""), in: word)
      marked |= marks(of: UInt8(ascii: "\\"), in: word) | (word & tops)
      if !deleteIsPlain { marked |= marks(of: 0x7F, in: word) }
      if marked != 0 { return at &+ marked.trailingZeroBitCount >> 3 }
      at &+= 8
    }
    while at < bytes.count {
      let byte = bytes[at]
      let isPlain =
        byte >= 0x20 && byte < 0x80 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
        && (deleteIsPlain || byte != 0x7F)
      if !isPlain { break }
      at &+= 1
    }
    return at
  }

  /// Index of the first `byte` from `start` on, or nil.
  static func firstIndex(
    of byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    var at = start
    while at &+ 8 <= bytes.count {
      let marked = marks(of: byte, in: load(bytes, at: at))
      if marked != 0 { return at &+ marked.trailingZeroBitCount >> 3 }
      at &+= 8
    }
    while at < bytes.count {
      if bytes[at] == byte { return at }
      at &+= 1
    }
    return nil
  }
}
