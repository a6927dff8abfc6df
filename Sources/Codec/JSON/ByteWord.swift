// Finds the next byte of interest, eight bytes at a time.

/// Searches eight bytes at once. Each function sets the top bit of matching bytes in a word loaded
/// in little-endian order. A bit may be set wrongly only above a correct one, so the lowest is
/// exact.
enum ByteWord {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let tops: UInt64 = 0x8080_8080_8080_8080

  @inline(__always)
  static func marks(of byte: UInt8, in word: UInt64) -> UInt64 {
    let zeroWhereEqual = word ^ (ones &* UInt64(byte))
    return (zeroWhereEqual &- ones) & ~zeroWhereEqual & tops
  }

  @inline(__always)
  static func load(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt64 {
    UInt64(
      littleEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(
        fromByteOffset: index, as: UInt64.self))
  }

  /// The last bytes from `start` on, fewer than eight, padded with zeros.
  @inline(__always)
  static func load(last bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> UInt64 {
    let count = bytes.count &- start
    if bytes.count >= 8 {
      return count == 0 ? 0 : load(bytes, at: bytes.count &- 8) &>> UInt64(64 &- 8 &* count)
    }
    // The loads overlap: a bit that is set twice stays set.
    if count >= 4 {
      let low = half(bytes, at: start)
      return low | half(bytes, at: start &+ count &- 4) &<< UInt64(8 &* count &- 32)
    }
    if count == 0 { return 0 }
    let middle = count &>> 1
    let end = count &- 1
    return UInt64(bytes[start]) | UInt64(bytes[start &+ middle]) &<< UInt64(8 &* middle)
      | UInt64(bytes[start &+ end]) &<< UInt64(8 &* end)
  }

  @inline(__always)
  private static func half(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt64 {
    let half = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: index, as: UInt32.self)
    return UInt64(UInt32(littleEndian: half))
  }

  /// The index of the first byte from `start` on that is not plain text inside a JSON string: a
  /// quote, a backslash, a control character, a byte beyond ASCII and, on request, DEL.
  @inline(__always)
  static func endOfPlainText(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, deleteIsPlain: Bool
  ) -> Int {
    var at = start
    while at &+ 8 <= bytes.count {
      let marked = notPlain(load(bytes, at: at), deleteIsPlain: deleteIsPlain)
      if marked != 0 { return at &+ marked.trailingZeroBitCount >> 3 }
      at &+= 8
    }
    // The zeros that pad the last word are marked as control characters; the first of them is at
    // the end.
    let last = load(last: bytes, from: at)
    return at &+ notPlain(last, deleteIsPlain: deleteIsPlain).trailingZeroBitCount >> 3
  }

  @inline(__always)
  private static func notPlain(_ word: UInt64, deleteIsPlain: Bool) -> UInt64 {
    var marked = (word &- (ones &* 0x20)) & ~word & tops | word & tops
    marked |= marks(of: UInt8(ascii: "\""), in: word) | marks(of: UInt8(ascii: "\\"), in: word)
    if !deleteIsPlain { marked |= marks(of: 0x7F, in: word) }
    return marked
  }

  /// Copies the bytes of `text` to `output` up to the first that must be escaped; returns their
  /// number. May overwrite up to seven bytes beyond the length of `text`.
  @inline(__always)
  static func copyPlainText(
    _ text: UnsafeBufferPointer<UInt8>, to output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let output = UnsafeMutableRawPointer(output)
    var at = 0
    while at &+ 8 <= text.count {
      let word = load(text, at: at)
      output.storeBytes(of: word.littleEndian, toByteOffset: at, as: UInt64.self)
      let marked = notPlain(word, deleteIsPlain: false)
      if marked != 0 { return at &+ marked.trailingZeroBitCount >> 3 }
      at &+= 8
    }
    let word = load(last: text, from: at)
    output.storeBytes(of: word.littleEndian, toByteOffset: at, as: UInt64.self)
    return at &+ notPlain(word, deleteIsPlain: false).trailingZeroBitCount >> 3
  }

  /// The index of the first `byte` from `start` on, or nil.
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
