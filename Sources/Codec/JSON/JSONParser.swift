// Parses many small texts without allocating, for streams of lines.

/// Parses texts one by one, with the grammar and limits of ``JSONValue``. Keeps only the capacity
/// for tokens between them.
package struct JSONParser: Sendable {
  private var tokens: [JSONToken] = []

  /// A new parser.
  package init() {}

  /// Parses `text` and calls `body` with its value, which must not escape. Not generic: a generic
  /// function would not be specialised for other modules, and would be dispatched dynamically for
  /// every line.
  ///
  /// - Throws: the reason when `text` is not one JSON value; `body` is not called then.
  package mutating func parse(
    _ text: UnsafeBufferPointer<UInt8>, _ body: (JSONView) -> Void
  ) throws(JSONError) {
    // A text has at most as many tokens as bytes.
    if tokens.count <= text.count {
      tokens += repeatElement(.empty, count: text.count + 1 - tokens.count)
    }
    try tokens.withUnsafeMutableBufferPointer { (tokens) throws(JSONError) in
      try JSONScanner.scan(text, into: tokens)
      let whole = JSONView.Text(bytes: text, tokens: UnsafeBufferPointer(tokens))
      withUnsafePointer(to: whole) { body(JSONView($0, at: 0)) }
    }
  }
}

/// A set of words, by their indices in a list: 0 to 127.
package struct JSONWordSet: Hashable, Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  package init() {}

  package var isEmpty: Bool { low | high == 0 }

  @inline(__always)
  package mutating func insert(_ place: Int) {
    let bit = 1 as UInt64 &<< UInt64(truncatingIfNeeded: place)
    if place < 64 { low |= bit } else { high |= bit }
  }

  package func contains(_ place: Int) -> Bool {
    (place < 64 ? low : high) &>> UInt64(truncatingIfNeeded: place) & 1 == 1
  }

  package func subtracting(_ other: JSONWordSet) -> JSONWordSet {
    var rest = self
    rest.low &= ~other.low
    rest.high &= ~other.high
    return rest
  }
}
