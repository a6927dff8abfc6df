// Skips comments, processing instructions, CDATA and the DOCTYPE with Apple's errors.

extension XMLScanner {
  /// Skips a declaration that starts with `<!`.
  mutating func skipDeclaration(hasRoot: Bool) throws(ImportFault) {
    if try startsWith("<!--") { return try skip("<!--", until: "-->") }
    if openNames.count > 0, try startsWith("<![CDATA[") {
      return try skip("<![CDATA[", until: "]]>")
    }
    guard !hasRoot, try startsWith("<!DOCTYPE") else { throw damaged(at: at) }
    try skipDoctype()
  }

  /// Skips to the root element. Nothing in a DOCTYPE is used, entities are never expanded, and the
  /// one of iOS 16 lacks a bracket.
  private mutating func skipDoctype() throws(ImportFault) {
    at += 1
    var budget = XMLLimit.prologue
    while true {
      let before = at
      let isFound = skipToTag()
      budget -= at - before
      if budget < 0 { throw damaged(at: at) }
      guard isFound else {
        if try !refill(keeping: at) { throw cut() }
        continue
      }
      if try startsWith("<!--") {
        try skip("<!--", until: "-->")
      } else if try startsWith("<HealthData"), !classes.isName(bytes[at + 11]) {
        return
      } else {
        at += 1
      }
    }
  }

  /// Moves to the next `<` in the buffer, otherwise to its end.
  private mutating func skipToTag() -> Bool {
    while at < limit {
      if bytes[at] == UInt8(ascii: "<") { return true }
      at += 1
    }
    return false
  }

  /// Skips `prefix` at the current position and everything up to the end of `mark`.
  mutating func skip(_ prefix: StaticString, until mark: StaticString) throws(ImportFault) {
    at += prefix.utf8CodeUnitCount
    let length = mark.utf8CodeUnitCount
    while true {
      while at + length <= limit {
        if areEqual(bytes + at, mark.utf8Start, length) {
          at += length
          return
        }
        at += 1
      }
      if try !refill(keeping: at) { throw cut() }
    }
  }

  /// Whether these bytes are at the current position.
  private mutating func startsWith(_ text: StaticString) throws(ImportFault) -> Bool {
    let length = text.utf8CodeUnitCount
    while true {
      let count = min(length, limit - at)
      guard areEqual(bytes + at, text.utf8Start, count) else { return false }
      if count == length { return true }
      if try !refill(keeping: at) { throw cut() }
    }
  }
}
