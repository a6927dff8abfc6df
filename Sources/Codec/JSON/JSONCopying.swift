// Copies JSON values and members as received, without the white space between tokens.

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
