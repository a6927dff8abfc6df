// Scans tags and their attributes.

extension XMLScanner {
  /// Scans the tag that begins at `at`.
  ///
  /// - Returns: whether the element is empty (`/>`).
  mutating func scanOpenTag() throws(ImportError) -> Bool {
    while true {
      if let isEmpty = try scanWholeOpenTag() { return isEmpty }
      if try !refill(keeping: at) { throw cut() }
    }
  }

  /// nil if the tag continues after the buffer; it is then scanned again.
  private mutating func scanWholeOpenTag() throws(ImportError) -> Bool? {
    let bytes = UnsafePointer(self.bytes)
    let limit = self.limit
    var at = self.at + 1
    let start = at
    guard classes.isNameStart(bytes[at]) else { throw damaged(at: at) }
    while classes.isName(bytes[at]) { at &+= 1 }
    if at == limit { return nil }
    name = start..<at
    attributes.removeAll()
    var tolerated = 0
    while true {
      let previousEnd = at
      while classes.isBlank(bytes[at]) { at &+= 1 }
      if at == limit { return nil }
      switch bytes[at] {
      case UInt8(ascii: ">"):
        self.at = at &+ 1
        toleratedTags &+= tolerated
        return false
      case UInt8(ascii: "/"):
        if at &+ 1 == limit { return nil }
        guard bytes[at &+ 1] == UInt8(ascii: ">") else { throw damaged(at: at) }
        self.at = at &+ 2
        toleratedTags &+= tolerated
        return true
      case let byte:
        guard at > previousEnd, classes.isNameStart(byte) else { throw damaged(at: at) }
        guard let end = try scanAttribute(at, &tolerated) else { return nil }
        at = end
      }
    }
  }

  /// Scans an attribute and returns its end; nil if more bytes are needed.
  @inline(__always)
  private mutating func scanAttribute(
    _ start: Int, _ tolerated: inout Int
  ) throws(ImportError) -> Int? {
    let bytes = UnsafePointer(self.bytes)
    let limit = self.limit
    var at = start
    while classes.isName(bytes[at]) { at &+= 1 }
    let nameEnd = at
    if bytes[at] != UInt8(ascii: "=") {
      guard let end = try endOfMalformedName(at, &tolerated) else { return nil }
      at = end
    }
    at &+= 1
    while classes.isBlank(bytes[at]) { at &+= 1 }
    if at == limit { return nil }
    let quote = bytes[at]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { throw damaged(at: at) }
    at &+= 1
    let value = at
    var hasReferences = false
    while true {
      at = endOfPlainValue(bytes, at, limit, quote)
      if at == limit { return nil }
      if bytes[at] == quote { break }
      // A reference, or an unescaped `<`.
      guard bytes[at] == UInt8(ascii: "&") else { throw damaged(at: at) }
      guard let end = try endOfReference(at: at) else { return nil }
      hasReferences = true
      at = end
    }
    guard
      let isNew = attributes.add(
        name: start..<nameEnd, value: value..<at, hasReferences: hasReferences)
    else { throw damaged(at: start) }
    if !isNew { tolerated &+= 1 }
    return at &+ 1
  }

  /// The equals sign after a name that is followed by spaces, or contains them as Withings wrote.
  /// nil if more bytes are needed.
  private func endOfMalformedName(_ start: Int, _ tolerated: inout Int) throws(ImportError) -> Int?
  {
    var at = start
    var isMalformed = false
    while bytes[at] != UInt8(ascii: "=") {
      if at == limit { return nil }
      if !classes.isBlank(bytes[at]) {
        guard classes.isName(bytes[at]) else { throw damaged(at: at) }
        isMalformed = true
      }
      at += 1
    }
    if isMalformed { tolerated += 1 }
    return at
  }

  /// The first byte from `start` that ends the value or is not allowed in it as such.
  @inline(__always)
  private func endOfPlainValue(
    _ bytes: UnsafePointer<UInt8>, _ start: Int, _ limit: Int, _ quote: UInt8
  ) -> Int {
    let quotes = XMLWord.pattern(quote)
    let references = XMLWord.pattern(UInt8(ascii: "&"))
    let tags = XMLWord.pattern(UInt8(ascii: "<"))
    var at = start
    while at < limit {
      let word = XMLWord.load(bytes, at)
      let marks =
        XMLWord.equal(word, quotes) | XMLWord.equal(word, references) | XMLWord.equal(word, tags)
      if marks != 0 { return min(at &+ marks.trailingZeroBitCount &>> 3, limit) }
      at &+= 8
    }
    return limit
  }

  /// Scans the tag that closes the innermost element.
  mutating func scanCloseTag() throws(ImportError) {
    while true {
      var end = at + 2
      while classes.isName(bytes[end]) { end += 1 }
      let name = at + 2..<end
      while classes.isBlank(bytes[end]) { end += 1 }
      if end < limit {
        guard bytes[end] == UInt8(ascii: ">"),
          openNames.isLast(bytes + name.lowerBound, count: name.count)
        else { throw damaged(at: at) }
        at = end + 1
        return
      }
      if try !refill(keeping: at) { throw cut() }
    }
  }
}
