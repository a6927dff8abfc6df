// Checks UTF-8 and searches for bytes, eight bytes at a time.

struct XMLTextCheck {
  /// Control characters that XML forbids and Apple writes.
  private(set) var controls = 0

  /// Checks the bytes after those already checked.
  ///
  /// - Returns: where it stopped: at the end, before an incomplete character, or at invalid UTF-8,
  ///   and whether it is the latter.
  mutating func check(
    _ bytes: UnsafePointer<UInt8>, _ range: Range<Int>
  ) -> (end: Int, isDamaged: Bool) {
    var at = range.lowerBound
    let end = range.upperBound
    while at < end {
      if at &+ 8 <= end, XMLWord.isPlain(XMLWord.load(bytes, at)) {
        at &+= 8
        continue
      }
      let byte = bytes[at]
      if byte < 0x80 {
        if byte < 0x20, byte != 0x0A, byte != 0x0D, byte != 0x09 { controls &+= 1 }
        at &+= 1
        continue
      }
      let length = Self.length(bytes, at, end)
      if length < 0 { return (at, true) }
      if length == 0 { return (at, false) }
      at &+= length
    }
    return (at, false)
  }

  /// The length of the character at `at` (Unicode, table 3-7); 0 if it is incomplete, -1 if
  /// invalid.
  @inline(__always)
  private static func length(_ bytes: UnsafePointer<UInt8>, _ at: Int, _ end: Int) -> Int {
    let first = bytes[at]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch first {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return -1
    }
    for index in 1..<length {
      if at &+ index == end { return 0 }
      let byte = bytes[at &+ index]
      guard index == 1 ? second.contains(byte) : byte & 0xC0 == 0x80 else { return -1 }
    }
    return length
  }
}

/// Searches eight bytes at once, the first byte lowest. Loads may reach seven bytes beyond the
/// range; callers provide padding.
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

  /// Marks the bytes equal to the pattern's; only the lowest mark is reliable.
  @inline(__always)
  static func equal(_ word: UInt64, _ pattern: UInt64) -> UInt64 {
    let zero = word ^ pattern
    return (zero &- ones) & ~zero & tops
  }

  /// Whether all bytes are ASCII without control characters except DEL.
  @inline(__always)
  static func isPlain(_ word: UInt64) -> Bool {
    (word &- ones &* 0x20 | word) & tops == 0
  }

  /// The number of bytes equal to the pattern's.
  @inline(__always)
  static func count(_ word: UInt64, _ pattern: UInt64) -> Int {
    let zero = word ^ pattern
    let low = zero & ~tops
    return (~((low &+ ~tops) | zero) & tops).nonzeroBitCount
  }

  /// The number of bytes in a range equal to `byte`.
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
