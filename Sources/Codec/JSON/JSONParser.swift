// Parses one small text after another without allocating: for streams of lines.

/// Parses texts one by one, with the grammar and the limits of ``JSONValue``, and keeps nothing of
/// them but the room for their tokens.
package struct JSONParser: Sendable {
  private var tokens: [JSONToken] = []

  /// A parser that has read nothing yet.
  package init() {}

  /// Parses `text` and gives what `body` makes of its value; the value must not leave it.
  ///
  /// - Throws: what `body` throws; or, when `text` is not one JSON value, what `failure` makes of
  ///   the reason.
  package mutating func parse<R, Failure>(
    _ text: UnsafeBufferPointer<UInt8>, failure: (JSONError) -> Failure,
    _ body: (JSONView) throws(Failure) -> R
  ) throws(Failure) -> R {
    // No text has more tokens than bytes.
    if tokens.count <= text.count {
      tokens += repeatElement(.empty, count: text.count + 1 - tokens.count)
    }
    return try tokens.withUnsafeMutableBufferPointer { (tokens) throws(Failure) in
      do throws(JSONError) {
        try JSONScanner.scan(text, into: tokens)
      } catch {
        throw failure(error)
      }
      let whole = JSONView.Text(bytes: text, tokens: UnsafeBufferPointer(tokens))
      return try withUnsafePointer(to: whole) { (whole) throws(Failure) in
        try body(JSONView(whole, at: 0))
      }
    }
  }
}
