// Walks through the elements of a document, whatever prefix their names have, and reads their
// texts, references and numbers.

extension XMLScanner {
  /// The name of the current element without its prefix: prefixes differ from writer to writer.
  var localName: UnsafeBufferPointer<UInt8> {
    let colon = name.lastIndex(of: UInt8(ascii: ":"))
    return UnsafeBufferPointer(rebasing: name[(colon.map { $0 + 1 } ?? 0)...])
  }

  /// Moves to the next child of an element that is open; false when it ends.
  ///
  /// - Parameter depth: the level of the element.
  mutating func nextChild(of depth: Int) throws(ImportError) -> Bool {
    while try nextDescendant(of: depth) {
      if level == depth + 1 { return true }
    }
    return false
  }

  /// Moves to the next element inside of one that is open; false when that one ends.
  ///
  /// - Parameter depth: the level of the outer element.
  mutating func nextDescendant(of depth: Int) throws(ImportError) -> Bool {
    while true {
      switch try next() {
      case .open: return true
      case .close: if level == depth { return false }
      case .end: return false
      }
    }
  }

  /// The text from the current tag to the next one, with references resolved and without the blanks
  /// around it. Of a longer one ``XMLLimit/text`` bytes are kept, and the rest of a character.
  mutating func readText() throws(ImportError) -> ArraySlice<UInt8> {
    text.removeAll(keepingCapacity: true)
    while !hasClosed {
      var end = at
      while end < limit, bytes[end] != UInt8(ascii: "<"), bytes[end] != UInt8(ascii: "&") {
        end += 1
      }
      keep(UnsafeBufferPointer(start: bytes + at, count: end - at))
      at = end
      if at == limit {
        if try !refill(keeping: at) { throw cut() }
      } else if bytes[at] == UInt8(ascii: "&") {
        try readReference()
      } else if try !skipSection(keepingText: true) {
        break
      }
    }
    guard let end = text.lastIndex(where: { !$0.isXMLBlank }) else { return [] }
    return text[...end].drop(while: \.isXMLBlank)
  }

  /// Adds as many bytes to the text as are kept.
  mutating func keep(_ more: some Collection<UInt8>) {
    text += more.prefix(XMLLimit.text + 4 - text.count)
  }

  private mutating func readReference() throws(ImportError) {
    while true {
      switch XMLReference(bytes, at: at, end: limit) {
      case .character(let character, let length):
        keep(String(character).utf8)
        at += length
        return
      case .cut: if try !refill(keeping: at) { throw cut() }
      case .none: throw damaged()
      }
    }
  }
}

/// Decimal numbers as XML documents write them.
enum XMLNumber {
  private static let longest = 64

  /// nil unless it is digits with at most one sign, point and exponent.
  static func parse(_ text: some BidirectionalCollection<UInt8>) -> Double? {
    let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text[...]
    guard text.count <= longest, let first = digits.first, isDigit(first),
      let last = digits.last, isDigit(last),
      digits.allSatisfy({ isDigit($0) || ".-+eE".utf8.contains($0) }),
      let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite
    else { return nil }
    return value
  }

  /// As `parse`, also with a comma in the place of the point.
  static func parseLocal(_ text: some BidirectionalCollection<UInt8>) -> Double? {
    parse(text.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 })
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}

/// The reference at an ampersand: one of the five predefined entities, or a numeric one. Other
/// entities, as HTML has them, are text.
enum XMLReference: Equatable {
  /// A character, with the length of the reference in bytes. Of another entity it is the ampersand:
  /// entities are never expanded.
  case character(Unicode.Scalar, length: Int)
  /// The buffer ends inside the reference.
  case cut
  case none

  /// The longest: `&#x10FFFF;` with some leading zeros.
  private static let longest = 16

  init(_ bytes: UnsafePointer<UInt8>, at start: Int, end: Int) {
    self = .none
    var at = start + 1
    let last = min(end, start + Self.longest)
    while at < last, bytes[at] != UInt8(ascii: ";") {
      guard bytes[at].isInXMLName || bytes[at] == UInt8(ascii: "#") else { return }
      at += 1
    }
    if at == end { self = .cut }
    guard at < last else { return }
    let name = UnsafeBufferPointer(start: bytes + start + 1, count: at - start - 1)
    if let character = Self.character(name) {
      self = .character(character, length: at + 1 - start)
    } else if let first = name.first, first | 0x20 >= UInt8(ascii: "a") {
      self = .character("&", length: 1)
    }
  }

  private static func character(_ name: UnsafeBufferPointer<UInt8>) -> Unicode.Scalar? {
    guard name.first == UInt8(ascii: "#") else {
      if name.elementsEqual("lt".utf8) { return "<" }
      if name.elementsEqual("gt".utf8) { return ">" }
      if name.elementsEqual("amp".utf8) { return "&" }
      if name.elementsEqual("quot".utf8) { return "\"" }
      if name.elementsEqual("apos".utf8) { return "'" }
      return nil
    }
    let isHexadecimal = name.count > 1 && name[1] == UInt8(ascii: "x")
    let digits = String(decoding: name.dropFirst(isHexadecimal ? 2 : 1), as: UTF8.self)
    return UInt32(digits, radix: isHexadecimal ? 16 : 10).flatMap { Unicode.Scalar($0) }
  }
}
