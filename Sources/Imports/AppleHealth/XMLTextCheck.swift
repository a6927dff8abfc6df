// Checks that a document is UTF-8, and counts its stray control characters.

/// What has been seen of a document so far.
struct XMLTextCheck {
  /// Control characters that XML does not allow and Apple writes all the same.
  private(set) var controls = 0

  /// Checks bytes behind those checked before.
  ///
  /// - Returns: where it stopped: at the end, at a character that the end cuts, or at bytes that are
  ///   no UTF-8, and whether it is the last.
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

  /// The bytes of the character that begins here (Unicode, table 3-7); 0 when the end cuts it, -1
  /// when it is none.
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
