// A parsed text: the bytes and the token index shared by all values in it, a parser for many small
// texts, and why a text is none.

/// The parsed bytes with their index, shared by all values in them.
final class JSONDocument: Sendable {
  let bytes: [UInt8]
  /// Where the parsed range begins in `bytes`.
  let base: Int
  let tokens: [JSONToken]

  init(bytes: [UInt8], base: Int, tokens: [JSONToken]) {
    (self.bytes, self.base, self.tokens) = (bytes, base, tokens)
  }

  func range(of token: JSONToken) -> Range<Int> { base + Int(token.start)..<base + Int(token.end) }
}

/// One key or value: its range in the source and the entry that follows it.
///
/// Offsets count from the beginning of the parsed range and include quotes and brackets.
struct JSONToken {
  let start: UInt32
  var end: UInt32
  private var link: UInt32

  init(start: Int, end: Int, next: Int, isMarked: Bool = false) {
    self.start = UInt32(truncatingIfNeeded: start)
    self.end = UInt32(truncatingIfNeeded: end)
    link = UInt32(truncatingIfNeeded: next) | (isMarked ? 0x8000_0000 : 0)
  }

  /// Index of the first token that is not part of this one.
  var next: Int { Int(link & 0x7FFF_FFFF) }

  /// For a string: whether it contains escapes.
  var isMarked: Bool { link & 0x8000_0000 != 0 }

  /// Records where a container ends, once its closing bracket is found.
  mutating func close(end: Int, next: Int) {
    self.end = UInt32(truncatingIfNeeded: end)
    link = UInt32(truncatingIfNeeded: next)
  }
}

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

/// Bytes are not one JSON value: not by the grammar, or nested deeper than
/// ``JSONValue/depthLimit``, or longer than ``JSONValue/lengthLimit``.
package struct JSONError: Error, Equatable, Sendable {
  /// Whether the input is empty or ends inside a value.
  package let isCutShort: Bool
  /// The index in the parsed array of the first byte that is wrong, at most its length.
  package let offset: Int

  package init(isCutShort: Bool, offset: Int) {
    (self.isCutShort, self.offset) = (isCutShort, offset)
  }
}
