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
    tokens.removeAll(keepingCapacity: true)
    try JSONScanner.scan(text, into: &tokens)
    tokens.withUnsafeBufferPointer { tokens in
      withUnsafePointer(to: JSONView.Text(bytes: text, tokens: tokens)) {
        body(JSONView($0, at: 0))
      }
    }
  }
}
