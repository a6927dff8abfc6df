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
    } else if openNames.count > 0, try startsWith("<![CDATA[") {
      try skip("<![CDATA[", until: "]]>", keepingText: keepingText)
    } else {
      return false
    }
    return true
  }

  /// Skips to the root element, which the DOCTYPE names. Nothing else in it is used, entities are
  /// never expanded, and the one of iOS 16 lacks a bracket. The root of an Apple Health export is
  /// found even when its DOCTYPE is damaged.
  mutating func skipDoctype() throws(ImportError) {
    let roots = [try rootOfDoctype(), Self.healthRoot]
    var budget = XMLLimit.prologue
    while true {
      let before = at
      while at < limit, bytes[at] != UInt8(ascii: "<") { at += 1 }
      budget -= at - before
      if budget < 0 { throw damaged(at: at) }
      guard at < limit else {
        if try !refill(keeping: at) { throw cut() }
        continue
      }
      if try startsWith("<!--") {
        try skip("<!--", until: "-->")
      } else if try startsTag(roots) {
        return
      } else {
        at += 1
      }
    }
  }

  private static let healthRoot = Array("HealthData".utf8)

  private mutating func rootOfDoctype() throws(ImportError) -> [UInt8] {
    at += 9
    while true {
      var start = at
      while bytes[start].isXMLBlank { start += 1 }
      var end = start
      while bytes[end].isInXMLName { end += 1 }
      if end < limit {
        guard end > start, end - start <= XMLLimit.name else { throw damaged(at: at) }
        at = end
        return Array(UnsafeBufferPointer(start: bytes + start, count: end - start))
      }
      if try !refill(keeping: at) { throw cut() }
    }
  }

  /// Whether a tag with one of these names starts at the current position.
  private mutating func startsTag(_ names: [[UInt8]]) throws(ImportError) -> Bool {
    for name in names {
      // The byte after the name must be there.
      while limit - at < name.count + 2 {
        if try !refill(keeping: at) { break }
      }
      guard limit - at >= name.count + 2, !bytes[at + 1 + name.count].isInXMLName else {
        continue
      }
      let start = UnsafeBufferPointer(start: bytes + at + 1, count: name.count)
      if start.elementsEqual(name) { return true }
    }
    return false
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
      if keepingText { text.append(UnsafeBufferPointer(start: bytes + start, count: at - start)) }
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
