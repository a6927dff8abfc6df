// Copies JSON values and members as received, without the white space between tokens.

extension JSONView {
  /// The bytes of the members whose names `isWanted`, in order, separated by commas and without the
  /// white space between tokens; empty when this is not an object.
  package func members(where isWanted: (_ name: JSONView) -> Bool) -> [UInt8] {
    var output: [UInt8] = []
    _ = forEachMember { name, value in
      guard isWanted(name) else { return }
      if !output.isEmpty { output.append(UInt8(ascii: ",")) }
      name.appendCompact(to: &output)
      output.append(UInt8(ascii: ":"))
      value.appendCompact(to: &output)
    }
    return output
  }

  /// Appends the source without the white space between its tokens.
  private func appendCompact(to output: inout [UInt8]) {
    var isInString = false
    var isEscaped = false
    // A value without parts has no white space between tokens.
    guard hasParts else { return output.append(contentsOf: source) }
    for byte in source {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
      } else if byte.isJSONSpace {
        continue
      } else if byte == UInt8(ascii: "\"") {
        isInString = true
      }
      output.append(byte)
    }
  }

  private var hasParts: Bool {
    switch kind {
    case .object, .array: true
    case .string, .bool, .null, .number: false
    }
  }
}

extension JSONValue {
  /// The value as received, without the white space between its tokens.
  package var compact: [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(slice.count)
    forEachCompactRun { output.append(contentsOf: $0) }
    return output
  }

  /// Calls `body` with the parts of the source that remain, in order; most texts have one.
  func forEachCompactRun(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    document.bytes.withUnsafeBufferPointer { all in
      let bytes = UnsafeBufferPointer(rebasing: all[document.base...])
      let tokens = document.tokens
      var runStart = Int(tokens[index].start)
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

      for token in tokens[index..<tokens[index].next] {
        advance(to: Int(token.start))
        let first = bytes[at]
        let isContainer = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        at = isContainer ? at + 1 : Int(token.end)
      }
      advance(to: Int(tokens[index].end))
      if runStart < at { body(UnsafeBufferPointer(rebasing: bytes[runStart..<at])) }
    }
  }
}
