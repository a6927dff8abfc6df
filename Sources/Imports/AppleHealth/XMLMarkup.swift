// What is passed over: comments, instructions, CDATA, and the DOCTYPE with Apple's mistakes in it.

extension XMLScanner {
  /// Passes over what begins with `<!`.
  mutating func skipDeclaration(hasRoot: Bool) throws(HealthFault) {
    if try startsWith("<!--") { return try skip("<!--", until: "-->") }
    if openNames.count > 0, try startsWith("<![CDATA[") {
      return try skip("<![CDATA[", until: "]]>")
    }
    guard !hasRoot, try startsWith("<!DOCTYPE") else { throw damaged(at: at) }
    try skipDoctype()
  }

  /// Passes over everything up to the root element. Nothing in a DOCTYPE is of use, no entity is
  /// ever followed, and the one that iOS 16 writes lacks a bracket.
  private mutating func skipDoctype() throws(HealthFault) {
    at += 1
    var budget = XMLLimit.prologue
    while true {
      let before = at
      let isFound = moveToTag()
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

  /// Moves to the next `<` at hand; else to the end of what is at hand.
  private mutating func moveToTag() -> Bool {
    while at < limit {
      if bytes[at] == UInt8(ascii: "<") { return true }
      at += 1
    }
    return false
  }

  /// Passes over `prefix`, which stands here, and everything up to the first `mark` behind it.
  mutating func skip(_ prefix: StaticString, until mark: StaticString) throws(HealthFault) {
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

  /// Whether these bytes stand here.
  private mutating func startsWith(_ text: StaticString) throws(HealthFault) -> Bool {
    let length = text.utf8CodeUnitCount
    while true {
      let count = min(length, limit - at)
      guard areEqual(bytes + at, text.utf8Start, count) else { return false }
      if count == length { return true }
      if try !refill(keeping: at) { throw cut() }
    }
  }
}
