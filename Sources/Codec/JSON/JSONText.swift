// Texts of JSON: what is between the quotes of a string, and values as they were received.

/// The text between the quotes of a JSON string.
enum JSONText {
  /// Resolves the escapes of a string that the scanner has accepted. Surrogate pairs become one
  /// scalar; a lone surrogate becomes U+FFFD.
  static func unescaped(_ contents: UnsafeBufferPointer<UInt8>) -> String {
    // No escape becomes longer when resolved: six bytes such as `\u20AC` give three.
    String(unsafeUninitializedCapacity: contents.count) { output in
      var written = 0
      func put(_ byte: UInt8) {
        output[written] = byte
        written += 1
      }

      var at = 0
      while at < contents.count {
        guard contents[at] == UInt8(ascii: "\\") else {
          put(contents[at])
          at += 1
          continue
        }
        let letter = contents[at + 1]
        at += 2
        switch letter {
        case UInt8(ascii: "b"): put(0x08)
        case UInt8(ascii: "f"): put(0x0C)
        case UInt8(ascii: "n"): put(0x0A)
        case UInt8(ascii: "r"): put(0x0D)
        case UInt8(ascii: "t"): put(0x09)
        case UInt8(ascii: "u"):
          let scalar = scalar(in: contents, at: &at)
          for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { put(byte) }
        default: put(letter)
        }
      }
      return written
    }
  }

  /// Reads the four digits at `at`, and a second escape when the two form a surrogate pair.
  private static func scalar(
    in contents: UnsafeBufferPointer<UInt8>, at: inout Int
  ) -> Unicode.Scalar {
    let unit = codeUnit(in: contents, at: at)
    at += 4
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard unit < 0xDC00, at + 6 <= contents.count, contents[at] == UInt8(ascii: "\\"),
      contents[at + 1] == UInt8(ascii: "u")
    else { return "\u{FFFD}" }
    let second = codeUnit(in: contents, at: at + 2)
    guard (0xDC00..<0xE000).contains(second) else { return "\u{FFFD}" }
    at += 6
    return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
  }

  private static func codeUnit(in contents: UnsafeBufferPointer<UInt8>, at start: Int) -> UInt32 {
    var unit: UInt32 = 0
    for index in start..<start + 4 {
      unit = unit << 4 | UInt32(Hex.value(of: contents[index]) ?? 0)
    }
    return unit
  }
}

extension JSONView {
  /// The bytes of the members whose names `isWanted`, in order, separated by commas and without the
  /// white space between tokens; empty when this is not an object.
  package func members(where isWanted: (_ name: JSONView) -> Bool) -> [UInt8] {
    var output: [UInt8] = []
    _ = forEachMember { name, value in
      guard isWanted(name) else { return }
      if !output.isEmpty { output.append(UInt8(ascii: ",")) }
      name.forEachCompactRun { output.append(contentsOf: $0) }
      output.append(UInt8(ascii: ":"))
      value.forEachCompactRun { output.append(contentsOf: $0) }
    }
    return output
  }

  /// Calls `body` with the parts of the source that remain, in order; most texts have one.
  func forEachCompactRun(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    let (bytes, tokens) = (bytes, tokens)
    var runStart = Int(tokens[place].start)
    var at = runStart

    // Strings, numbers and words are skipped; only the bytes between them are examined.
    func advance(to end: Int) {
      while at < end {
        if bytes[at].isJSONSpace {
          if runStart < at { body(UnsafeBufferPointer(rebasing: bytes[runStart..<at])) }
          runStart = at + 1
        }
        at += 1
      }
    }

    for token in tokens[place..<tokens[place].next] {
      advance(to: Int(token.start))
      let first = bytes[at]
      let isContainer = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
      at = isContainer ? at + 1 : Int(token.end)
    }
    advance(to: Int(tokens[place].end))
    if runStart < at { body(UnsafeBufferPointer(rebasing: bytes[runStart..<at])) }
  }
}

extension JSONValue {
  /// The value as received, without the white space between its tokens.
  package var compact: [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(slice.count)
    view { $0.forEachCompactRun { output.append(contentsOf: $0) } }
    return output
  }
}
