// Searches a text in another. The standard library's search links its regular-expression engine,
// more than a megabyte.

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
