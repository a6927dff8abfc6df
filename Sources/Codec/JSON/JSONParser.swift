// Parses one small text after another without allocating: for streams of lines.

/// Parses texts one by one, with the grammar and the limits of ``JSONValue``, and keeps nothing of
/// them but the room for their tokens.
package struct JSONParser: Sendable {
  private var tokens: [JSONToken] = []

  /// A parser that has read nothing yet.
  package init() {}

  /// Parses `text` and calls `body` with its value, which must not leave it. Nothing here is generic:
  /// what is cannot be specialised for another module, and would be looked up for every line.
  ///
  /// - Throws: the reason when `text` is not one JSON value; `body` is not called then.
  package mutating func parse(
    _ text: UnsafeBufferPointer<UInt8>, _ body: (JSONView) -> Void
  ) throws(JSONError) {
    // No text has more tokens than bytes.
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
