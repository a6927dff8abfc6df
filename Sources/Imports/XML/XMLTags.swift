// Scans tags, their names and attributes, and skips comments, processing instructions, CDATA and
// the DOCTYPE, with the errors of Apple's exports.

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
    guard bytes[at].beginsXMLName else { throw damaged(at: at) }
    while bytes[at].isInXMLName { at &+= 1 }
    if at == limit { return nil }
    nameRange = start..<at
    attributes.removeAll()
    var tolerated = 0
    while true {
      let previousEnd = at
      while bytes[at].isXMLBlank { at &+= 1 }
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
        guard at > previousEnd, byte.beginsXMLName else { throw damaged(at: at) }
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
    while bytes[at].isInXMLName { at &+= 1 }
    let nameEnd = at
    if bytes[at] != UInt8(ascii: "=") {
      guard let end = try endOfMalformedName(at, &tolerated) else { return nil }
      at = end
    }
    at &+= 1
    while bytes[at].isXMLBlank { at &+= 1 }
    if at == limit { return nil }
    let quote = bytes[at]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { throw damaged(at: at) }
    at &+= 1
    let value = at
    var hasReferences = false
    while true {
      while bytes[at] != quote, bytes[at] != UInt8(ascii: "&"), bytes[at] != UInt8(ascii: "<"),
        at < limit
      { at &+= 1 }
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
      if !bytes[at].isXMLBlank {
        guard bytes[at].isInXMLName else { throw damaged(at: at) }
        isMalformed = true
      }
      at += 1
    }
    if isMalformed { tolerated += 1 }
    return at
  }

  /// Scans the tag that closes the innermost element.
  mutating func scanCloseTag() throws(ImportError) {
    while true {
      var end = at + 2
      while bytes[end].isInXMLName { end += 1 }
      let name = UnsafeBufferPointer(start: bytes + at + 2, count: end - at - 2)
      while bytes[end].isXMLBlank { end += 1 }
      if end < limit {
        guard bytes[end] == UInt8(ascii: ">"), openNames.last?.elementsEqual(name) == true
        else { throw damaged(at: at) }
        at = end + 1
        return
      }
      if try !refill(keeping: at) { throw cut() }
    }
  }
}

/// Names follow XML 1.0 for ASCII and allow all other characters.
extension UInt8 {
  @inline(__always)
  var beginsXMLName: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) || self >= 0x80
      || self == UInt8(ascii: "_") || self == UInt8(ascii: ":")
  }

  @inline(__always)
  var isInXMLName: Bool {
    beginsXMLName || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
      || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
  }

  @inline(__always)
  var isXMLBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}

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
