// The characters that are escaped in JSON strings, and their escapes.

/// Escapes of JSON strings.
///
/// RFC 8259 requires escapes for the quote, the backslash and controls below U+0020. These are
/// escaped as well, because a terminal, a log viewer or a JavaScript reader could act on them: DEL,
/// C1 controls (U+0080–U+009F), U+2028, U+2029, and the bidirectional controls U+061C, U+200E,
/// U+200F, U+202A–U+202E, U+2066–U+2069.
package enum JSONEscape {
  /// JSON text with the characters escaped that JSON does not require to be: they can only be
  /// inside strings, which say the same then.
  ///
  /// - Parameter json: well-formed UTF-8.
  package static func escaping(_ json: [UInt8]) -> [UInt8] {
    json.withUnsafeBufferPointer { text in
      guard let first = text.indices.first(where: { harmful(in: text, at: $0) != nil }) else {
        return json
      }
      var output = Array(text[..<first])
      var at = first
      while at < text.count {
        guard let (scalar, length) = harmful(in: text, at: at) else {
          output.append(text[at])
          at += 1
          continue
        }
        output += "\\u".utf8
        for shift in [12, 8, 4, 0] {
          output.append(Hex.digit(UInt8(truncatingIfNeeded: scalar >> shift) & 0xF))
        }
        at += length
      }
      return output
    }
  }

  /// Stores `text`, which is well-formed UTF-8, from index `start` on with its escapes. Returns the
  /// number of bytes stored, at most six for each byte.
  static func put(
    _ text: UnsafeBufferPointer<UInt8>, from start: Int, at output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var at = start
    var written = 0
    while at < text.count {
      let byte = text[at]
      if let (scalar, length) = harmful(in: text, at: at) {
        written += putUnicode(scalar, at: output + written)
        at += length
      } else if byte < 0x80, !byte.isPlainInJSON {
        written += putControl(byte, at: output + written)
        at += 1
      } else {
        // Continuation bytes never begin a harmful scalar, so advancing by one byte is safe.
        output[written] = byte
        written += 1
        at += 1
      }
    }
    return written
  }

  /// The scalar at `at`, if it is DEL or one of those beyond ASCII listed above.
  private static func harmful(
    in text: UnsafeBufferPointer<UInt8>, at: Int
  ) -> (scalar: UInt16, length: Int)? {
    switch text[at] {
    case 0x7F: return (0x7F, 1)
    case 0xC2 where at + 1 < text.count && text[at + 1] < 0xA0: return (UInt16(text[at + 1]), 2)
    case 0xD8 where at + 1 < text.count && text[at + 1] == 0x9C: return (0x061C, 2)
    case 0xE2 where at + 2 < text.count:
      switch (text[at + 1], text[at + 2]) {
      case (0x80, 0x8E...0x8F), (0x80, 0xA8...0xAE):
        return (0x2000 + UInt16(text[at + 2] & 0x3F), 3)
      case (0x81, 0xA6...0xA9): return (0x2040 + UInt16(text[at + 2] & 0x3F), 3)
      default: return nil
      }
    default: return nil
    }
  }

  private static func putControl(_ byte: UInt8, at output: UnsafeMutablePointer<UInt8>) -> Int {
    let letter: UInt8
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): letter = byte
    case 0x08: letter = UInt8(ascii: "b")
    case 0x09: letter = UInt8(ascii: "t")
    case 0x0A: letter = UInt8(ascii: "n")
    case 0x0C: letter = UInt8(ascii: "f")
    case 0x0D: letter = UInt8(ascii: "r")
    default: return putUnicode(UInt16(byte), at: output)
    }
    output[0] = UInt8(ascii: "\\")
    output[1] = letter
    return 2
  }

  private static func putUnicode(_ scalar: UInt16, at output: UnsafeMutablePointer<UInt8>) -> Int {
    output[0] = UInt8(ascii: "\\")
    output[1] = UInt8(ascii: "u")
    for index in 0..<4 {
      output[2 + index] = Hex.digit(UInt8(truncatingIfNeeded: scalar >> (12 - 4 * index)) & 0xF)
    }
    return 6
  }
}
