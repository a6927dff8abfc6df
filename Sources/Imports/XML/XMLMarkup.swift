// Skips comments, processing instructions, CDATA and the DOCTYPE with Apple's errors.

extension XMLScanner {
  /// Skips a comment, an instruction, or inside the root a CDATA section; false for anything else.
  ///
  /// - Parameter keepingText: whether what is in a CDATA section is added to the text.
  mutating func skipSection(keepingText: Bool = false) throws(ImportError) -> Bool {
    if try startsWith("<!--") {
      try skip("<!--", until: "-->")
    } else if try startsWith("<?") {
      try skip("<?", until: "?>")
    } else if !openNames.isEmpty, try startsWith("<![CDATA[") {
      try skip("<![CDATA[", until: "]]>", keepingText: keepingText)
    } else {
      return false
    }
    return true
  }

  /// Skips to the root element: to the first `<` before a name that is not quoted. Nothing in the
  /// DOCTYPE is used, entities are never expanded, and the one of iOS 16 lacks a bracket.
  mutating func skipDoctype() throws(ImportError) {
    var budget = XMLLimit.prologue
    while true {
      let before = at
      while at < limit, bytes[at] != UInt8(ascii: "<"), bytes[at] != UInt8(ascii: "\"") { at += 1 }
      budget -= at - before
      if budget < 0 { throw damaged(at: at) }
      if at + 1 >= limit {
        if try !refill(keeping: at) { throw cut() }
      } else if bytes[at] == UInt8(ascii: "\"") {
        try skip("\"", until: "\"")
      } else if try startsWith("<!--") {
        try skip("<!--", until: "-->")
      } else if bytes[at + 1].beginsXMLName {
        return
      } else {
        at += 1
      }
    }
  }

  /// Skips `prefix` at the current position and everything up to the end of `mark`.
  ///
  /// - Parameter keepingText: whether what is between them is added to the text.
  mutating func skip(
    _ prefix: StaticString, until mark: StaticString, keepingText: Bool = false
  ) throws(ImportError) {
    at += prefix.utf8CodeUnitCount
    let length = mark.utf8CodeUnitCount
    while true {
      let start = at
      while at + length <= limit, !areEqual(bytes + at, mark.utf8Start, length) { at += 1 }
      if keepingText { keep(UnsafeBufferPointer(start: bytes + start, count: at - start)) }
      if at + length <= limit {
        at += length
        return
      }
      if try !refill(keeping: at) { throw cut() }
    }
  }

  /// Whether these bytes are at the current position.
  mutating func startsWith(_ text: StaticString) throws(ImportError) -> Bool {
    let length = text.utf8CodeUnitCount
    while true {
      let count = min(length, limit - at)
      guard areEqual(bytes + at, text.utf8Start, count) else { return false }
      if count == length { return true }
      if try !refill(keeping: at) { throw cut() }
    }
  }
}
