// Character references: the five predefined entities and numeric references. Other entities, as
// HTML has them, are text.

/// The reference at an ampersand.
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
