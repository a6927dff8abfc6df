// The encodings of XML documents that are read.

import Codec
import Model

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
    let text = ArraySlice(skippingMarkOf: head).drop(while: isBlank)
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
