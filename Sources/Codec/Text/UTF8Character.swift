// Checks single characters of UTF-8, and searches in texts. The standard library's search links its
// regular-expression engine, more than a megabyte.

/// A character in UTF-8 text (The Unicode Standard, table 3-7).
package enum UTF8Character {
  /// Its length in bytes.
  case whole(Int)
  /// The text ends inside of it.
  case cut
  case damaged

  package init(in text: UnsafeBufferPointer<UInt8>, at start: Int) {
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch text[start] {
    case 0..<0x80: length = 1
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default:
      self = .damaged
      return
    }
    self = .whole(length)
    for index in 1..<length {
      guard start + index < text.count else {
        self = .cut
        return
      }
      let allowed = index == 1 ? second : 0x80...0xBF
      guard allowed.contains(text[start + index]) else {
        self = .damaged
        return
      }
    }
  }
}

extension StringProtocol {
  /// The range of the first occurrence of `text`, byte for byte; nil when there is none.
  package func place(of text: String) -> Range<Index>? {
    var start = utf8.startIndex
    while true {
      let rest = utf8[start...]
      if rest.starts(with: text.utf8) {
        return start..<utf8.index(start, offsetBy: text.utf8.count)
      }
      if rest.isEmpty { return nil }
      utf8.formIndex(after: &start)
    }
  }
}

extension ArraySlice<UInt8> {
  /// The index of the first occurrence of a text; nil when there is none.
  ///
  /// - Parameter text: ASCII, not empty.
  package func place(of text: StaticString) -> Int? {
    let text = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    let offset = withUnsafeBufferPointer { bytes -> Int? in
      guard bytes.count >= text.count else { return nil }
      return (0...bytes.count - text.count).first { start in
        bytes[start] == text[0] && text.indices.allSatisfy { bytes[start + $0] == text[$0] }
      }
    }
    return offset.map { startIndex + $0 }
  }
}
