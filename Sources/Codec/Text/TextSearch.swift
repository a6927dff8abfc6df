// Searches a text in another one, or in bytes. The standard library's search links its
// regular-expression engine, more than a megabyte.

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
