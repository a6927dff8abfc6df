// A streaming scanner that reports where elements begin and end.

import Codec
import Model

/// Limits far above real exports, which bound the memory for any input.
enum XMLLimit {
  /// Bytes of a tag with all attributes, and of the buffer.
  static let tag = ImportLimits.tag
  /// Bytes of an element's name.
  static let name = 1024
  /// Bytes of an element's text that are kept.
  static let text = ImportLimits.text
  static let attributes = 256
  static let depth = ImportLimits.elementDepth
  /// Bytes of the XML declaration.
  static let declaration = 1024
  /// Bytes before the root element, DOCTYPE included.
  static let prologue = 1 << 20
}

/// Scans XML: checks well-formedness except for Apple's known errors (see ``tolerated``), skips the
/// DOCTYPE, and keeps text only where ``readText()`` asks for it. Other entities than XML's own are
/// text. Bytes that are no UTF-8 stay, and become U+FFFD where a string is made of them. Its memory
/// does not depend on the document.
struct XMLScanner: ~Copyable {
  enum Token: Hashable {
    case open
    case close
    case end
  }

  /// The depth of the last token's element; the root is at 1.
  private(set) var level = 0

  /// Tolerated control characters, duplicate attributes and spaces in names.
  var tolerated: Int { controls + toleratedTags }

  // Internal for the scanner's extensions in other files.
  let bytes: UnsafeMutablePointer<UInt8>
  var at = 0
  /// The end of the bytes read. A zero follows as a sentinel for loops over names.
  var limit = 0
  var attributes: XMLAttributes
  var toleratedTags = 0
  /// Where the current element's name is.
  var nameRange = 0..<0
  var openNames: [[UInt8]] = []
  var text: [UInt8] = []
  /// Whether the current element is empty (`<a/>`), and its end comes next.
  private(set) var hasClosed = false

  private let input: any ByteInput
  /// Control characters that XML forbids and Apple writes.
  private var controls = 0
  private var isAtEnd = false
  /// nil until the declaration is read.
  private var encoding: XMLEncoding?
  /// A known byte offset and its line, from which others are counted.
  private var lineMark = (at: 0, line: 1)
  private var hasRoot = false

  init(_ input: any ByteInput) {
    self.input = input
    bytes = .allocate(capacity: XMLLimit.tag + 1)
    bytes[0] = 0
    attributes = XMLAttributes(of: bytes)
  }

  deinit { bytes.deallocate() }

  /// The next beginning or end of an element.
  ///
  /// - Throws: `damaged` with the line, the last one if the document is cut off; the input's
  ///   failures.
  mutating func next() throws(ImportError) -> Token {
    if encoding == nil { try begin() }
    if hasClosed {
      hasClosed = false
      return close()
    }
    while try skipText() {
      switch bytes[at + 1] {
      case UInt8(ascii: "/"):
        try scanCloseTag()
        return close()
      case UInt8(ascii: "?"), UInt8(ascii: "!"):
        if try skipSection() { continue }
        guard !hasRoot, try startsWith("<!DOCTYPE") else { throw damaged(at: at) }
        try skipDoctype()
      default: return try open()
      }
    }
    return .end
  }

  /// The name of the current element. Valid until the next token.
  var name: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: bytes + nameRange.lowerBound, count: nameRange.count)
  }

  /// The value of an attribute with references resolved; nil if there is none. Valid until the next
  /// token.
  @inline(__always)
  mutating func value(_ name: StaticString) -> UnsafeBufferPointer<UInt8>? {
    attributes.value(name)
  }

  /// The line of the current element, from 1.
  mutating func lineOfElement() -> Int { line(at: nameRange.lowerBound) }

  private mutating func begin() throws(ImportError) {
    while encoding == nil {
      let head = UnsafeBufferPointer(start: bytes, count: min(limit, XMLLimit.declaration))
      let isWhole = limit >= XMLLimit.declaration || isAtEnd
      encoding = try XMLEncoding(declaredIn: Array(head), isWhole: isWhole)
      // False at the end, where the next round takes what there is.
      if encoding == nil { _ = try refill(keeping: 0) }
    }
    let count = limit
    limit = 0
    decode(count)
    if limit >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { at = 3 }
  }

  private mutating func open() throws(ImportError) -> Token {
    guard !openNames.isEmpty || !hasRoot else { throw damaged(at: at) }
    hasRoot = true
    hasClosed = try scanOpenTag()
    guard openNames.count < XMLLimit.depth, name.count <= XMLLimit.name else {
      throw damagedElement()
    }
    openNames.append(Array(name))
    level = openNames.count
    return .open
  }

  private mutating func close() -> Token {
    level = openNames.count
    openNames.removeLast()
    return .close
  }

  /// Skips text between tags; false at the end of a complete document.
  private mutating func skipText() throws(ImportError) -> Bool {
    while true {
      while at < limit {
        let byte = bytes[at]
        if byte == UInt8(ascii: "<") {
          if at + 1 < limit { return true }
          break
        }
        if !byte.isXMLBlank {
          // Text outside the root is an error.
          guard !openNames.isEmpty else { throw damaged(at: at) }
          if byte == UInt8(ascii: "&") {
            guard let end = try endOfReference(at: at) else { break }
            at = end
            continue
          }
        }
        at += 1
      }
      if try !refill(keeping: at) {
        guard at == limit, hasRoot, openNames.isEmpty else { throw cut() }
        return false
      }
    }
  }

  /// The end of the reference at `start`; nil if more bytes are needed.
  func endOfReference(at start: Int) throws(ImportError) -> Int? {
    switch XMLReference(bytes, at: start, end: limit) {
    case .character(_, let length): return start + length
    case .cut: return nil
    case .none: throw damaged(at: start)
    }
  }

  // MARK: Pieces

  /// Reads more bytes and drops those before `start`, where `at` is afterwards.
  ///
  /// - Returns: false at the end of the input.
  /// - Throws: `damaged` if the buffer is full: no real tag is that long.
  mutating func refill(keeping start: Int) throws(ImportError) -> Bool {
    if isAtEnd { return false }
    if start > 0 {
      lineMark = (0, line(at: start))
      bytes.update(from: bytes + start, count: limit - start)
      limit -= start
      nameRange = 0..<0
      at = 0
    }
    // In UTF-8, a byte of another encoding takes up to three.
    let space = (XMLLimit.tag - limit) / (encoding == .utf8 ? 1 : 3)
    guard space > 0 else { throw damaged(at: 0) }
    let buffer = UnsafeMutableRawBufferPointer(start: bytes + limit, count: space)
    let count = try input.read(into: buffer)
    isAtEnd = count == 0
    if encoding == nil { limit += count } else { decode(count) }
    return !isAtEnd
  }

  /// Makes UTF-8 of so many bytes at `limit`, and counts control characters.
  private mutating func decode(_ count: Int) {
    let new = UnsafeBufferPointer(start: bytes + limit, count: count)
    for byte in new where byte < 0x20 && !byte.isXMLBlank { controls &+= 1 }
    if encoding == .windows1252 {
      let text = new.flatMap { XMLEncoding.utf8(windows1252: $0) }
      (bytes + limit).update(from: text, count: text.count)
      limit += text.count
    } else {
      limit += count
    }
    bytes[limit] = 0
  }

  // MARK: Lines

  /// The line of a byte in the buffer, from 1.
  private mutating func line(at offset: Int) -> Int {
    if offset < lineMark.at { return lineNumber(offset) }
    lineMark = (offset, lineNumber(offset))
    return lineMark.line
  }

  private func lineNumber(_ offset: Int) -> Int {
    let isBefore = offset < lineMark.at
    let between = isBefore ? offset..<lineMark.at : lineMark.at..<offset
    let breaks = UnsafeBufferPointer(start: bytes, count: between.upperBound)[between]
      .count { $0 == UInt8(ascii: "\n") }
    return lineMark.line + (isBefore ? -breaks : breaks)
  }

  func damagedElement() -> ImportError { damaged(at: nameRange.lowerBound) }

  func damaged() -> ImportError { damaged(at: at) }

  func damaged(at offset: Int) -> ImportError { .damaged(line: lineNumber(offset)) }

  func cut() -> ImportError { damaged(at: limit) }
}

enum XMLEncoding {
  case utf8
  /// ISO-8859-1 as well, as browsers read it: the bytes that differ are control characters there.
  case windows1252

  /// - Parameters:
  ///   - head: the first bytes of a document.
  ///   - isWhole: whether no more of them are needed or to come.
  /// - Returns: nil where the declaration is not complete.
  /// - Throws: `unsuitable` for another encoding.
  init?(declaredIn head: [UInt8], isWhole: Bool) throws(ImportError) {
    // Strava writes blanks before the declaration.
    let text = ArraySlice(skippingMarkOf: head).drop(while: \.isXMLBlank)
    // A byte order mark takes three bytes.
    let mayBeDeclared = head.count < 3 || zip(text, "<?xml".utf8).allSatisfy { $0 == $1 }
    guard mayBeDeclared, let end = text.place(of: "?>") else {
      if mayBeDeclared, !isWhole { return nil }
      self = .utf8
      return
    }
    let name = text[..<end].following("encoding").split { "=\"' \t\r\n".utf8.contains($0) }.first
    let written = String(decoding: name ?? [], as: UTF8.self)
    switch written.lowercased() {
    // The last one is a mistake of the writer: its declaration would have no single bytes.
    case "", "utf-8", "utf8", "us-ascii", "ascii", "utf-16": self = .utf8
    case "iso-8859-1", "latin1", "windows-1252", "cp1252": self = .windows1252
    default: throw .unsuitable(.encoding(DisplayText(written.prefix(utf8Bytes: 40))))
    }
  }

  /// The characters 0x80 to 0x9F of windows-1252.
  private static let special = Array(
    "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ".unicodeScalars)

  static func utf8(windows1252 byte: UInt8) -> Unicode.UTF8.EncodedScalar {
    let isSpecial = (0x80...0x9F).contains(byte)
    let character = isSpecial ? special[Int(byte) - 0x80] : Unicode.Scalar(byte)
    return UTF8.encode(character) ?? UTF8.encodedReplacementCharacter
  }
}
