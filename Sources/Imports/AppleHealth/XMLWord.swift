// Looks at eight bytes of a document at once.

/// Marks in a word of eight bytes, the first byte lowest. Loads may reach up to seven bytes beyond
/// what is meant: whoever calls has room there.
enum XMLWord {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let tops: UInt64 = 0x8080_8080_8080_8080

  @inline(__always)
  static func load(_ bytes: UnsafePointer<UInt8>, _ at: Int) -> UInt64 {
    UInt64(
      littleEndian: UnsafeRawPointer(bytes).loadUnaligned(fromByteOffset: at, as: UInt64.self))
  }

  @inline(__always)
  static func pattern(_ byte: UInt8) -> UInt64 { ones &* UInt64(byte) }

  /// Marks the bytes equal to those of the pattern; of the marks only the lowest is reliable.
  @inline(__always)
  static func equal(_ word: UInt64, _ pattern: UInt64) -> UInt64 {
    let zero = word ^ pattern
    return (zero &- ones) & ~zero & tops
  }

  /// Whether all bytes are ASCII and none is a control character but DEL.
  @inline(__always)
  static func isPlain(_ word: UInt64) -> Bool {
    (word &- ones &* 0x20 | word) & tops == 0
  }

  /// How many bytes equal those of the pattern.
  @inline(__always)
  static func count(_ word: UInt64, _ pattern: UInt64) -> Int {
    let zero = word ^ pattern
    let low = zero & ~tops
    return (~((low &+ ~tops) | zero) & tops).nonzeroBitCount
  }

  /// How many bytes of a piece are `byte`.
  static func count(
    of byte: UInt8, in bytes: UnsafePointer<UInt8>, _ range: Range<Int>
  ) -> Int {
    let pattern = pattern(byte)
    var at = range.lowerBound
    var found = 0
    while at &+ 8 <= range.upperBound {
      found &+= count(load(bytes, at), pattern)
      at &+= 8
    }
    while at < range.upperBound {
      if bytes[at] == byte { found &+= 1 }
      at &+= 1
    }
    return found
  }
}
