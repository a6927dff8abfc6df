// Why a text is not JSON, and where.

/// Why bytes are not one JSON value, and the position of the first error.
package struct JSONError: Error, Equatable, Sendable {
  /// The kind of error.
  package enum Reason: Equatable, Sendable {
    /// The input ends inside a value, or is empty.
    case unexpectedEnd
    /// A byte that the grammar does not allow here, such as a byte-order mark.
    case unexpectedByte
    /// An unescaped control character (below U+0020) inside a string.
    case controlCharacter
    /// A backslash that does not begin a valid escape.
    case badEscape
    /// A string is not well-formed UTF-8.
    case badUTF8
    /// Arrays and objects are nested deeper than ``JSONValue/depthLimit``.
    case tooDeep
    /// Something other than white space after the value.
    case trailingBytes
    /// The input is longer than ``JSONValue/lengthLimit``.
    case tooLong
  }

  /// The kind of error.
  package let reason: Reason
  /// The index in the parsed array, at most its length.
  package let offset: Int

  /// An error of this kind at this position.
  package init(reason: Reason, offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}
