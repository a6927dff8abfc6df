// Removes the white space between the tokens of a value, and nothing else.

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
