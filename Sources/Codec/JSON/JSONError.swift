// Where a text stops being JSON.

/// Bytes are not one JSON value: not by the grammar, or nested deeper than
/// ``JSONValue/depthLimit``, or longer than ``JSONValue/lengthLimit``.
package struct JSONError: Error, Equatable, Sendable {
  /// Whether the input is empty or ends inside a value.
  package let isCutShort: Bool
  /// The index in the parsed array of the first byte that is wrong, at most its length.
  package let offset: Int

  package init(isCutShort: Bool, offset: Int) {
    self.isCutShort = isCutShort
    self.offset = offset
  }
}
