// Walks through the elements of a document, whatever prefix their names have, and reads their
// texts, references and numbers.

/// The beginning of an element's text.
struct XMLText: ~Copyable {
  private let bytes: UnsafeMutablePointer<UInt8>
  private var count = 0
  private var isFull = false

  init() {
    bytes = .allocate(capacity: XMLLimit.text)
  }

  deinit {
    bytes.deallocate()
  }

  mutating func removeAll() {
    count = 0
    isFull = false
  }

  /// Adds bytes; what is too long ends with a whole character.
  mutating func append(_ more: UnsafeBufferPointer<UInt8>) {
    for byte in more where !isFull {
      if count < XMLLimit.text {
        bytes[count] = byte
        count += 1
      } else {
        isFull = true
        repeat { count -= 1 } while count > 0 && bytes[count] & 0xC0 == 0x80
      }
    }
  }

  mutating func append(_ character: Unicode.Scalar) {
    let encoded = Array(String(character).utf8)
    encoded.withUnsafeBufferPointer { append($0) }
  }

  /// The text without the blanks around it.
  var trimmed: UnsafeBufferPointer<UInt8> {
    var kept = 0..<count
    while let first = kept.first, bytes[first].isXMLBlank { kept.removeFirst() }
    while let last = kept.last, bytes[last].isXMLBlank { kept.removeLast() }
    return UnsafeBufferPointer(start: bytes + kept.lowerBound, count: kept.count)
  }
}

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
  /// around it; at most ``XMLLimit/text`` bytes. Valid until the next token.
  mutating func readText() throws(ImportError) -> UnsafeBufferPointer<UInt8> {
    text.removeAll()
    while !hasClosed {
      var end = at
      while end < limit, bytes[end] != UInt8(ascii: "<"), bytes[end] != UInt8(ascii: "&") {
        end += 1
      }
      text.append(UnsafeBufferPointer(start: bytes + at, count: end - at))
      at = end
      if at == limit {
        if try !refill(keeping: at) { throw cut() }
      } else if bytes[at] == UInt8(ascii: "&") {
        try readReference()
      } else if try !skipSection(keepingText: true) {
        break
      }
    }
    return text.trimmed
  }

  private mutating func readReference() throws(ImportError) {
    while true {
      switch XMLReference(bytes, at: at, end: limit) {
      case .character(let character, let length):
        text.append(character)
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
  static func parse(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text[...]
    guard text.count <= longest, let first = digits.first, isDigit(first),
      let last = digits.last, isDigit(last),
      digits.allSatisfy({ isDigit($0) || ".-+eE".utf8.contains($0) }),
      let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite
    else { return nil }
    return value
  }

  /// As `parse`, also with a comma in the place of the point.
  static func parseLocal(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    guard let comma = text.firstIndex(of: UInt8(ascii: ",")) else { return parse(text) }
    var digits = Array(text)
    digits[comma] = UInt8(ascii: ".")
    return digits.withUnsafeBufferPointer(parse)
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
      guard Self.mayContain(bytes[at]) else { return }
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

  private static func mayContain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "#"):
      true
    default: false
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
