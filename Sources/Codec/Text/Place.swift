// Where one text stands in another. The standard library's own search brings an engine for regular
// expressions along, more than a megabyte that nothing else needs.

extension StringProtocol {
  /// Where `text` first stands in this one, byte for byte; nil when it does not.
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
