// What is wrong with a text that is no JSON, and where.

/// The reason why bytes are not one JSON value, with the place of the first offence.
package struct JSONError: Error, Equatable, Sendable {
  /// What was found.
  package enum Reason: Equatable, Sendable {
    /// The input ends inside a value, or is empty.
    case unexpectedEnd
    /// A byte that the grammar does not allow here (a byte-order mark is one, too).
    case unexpectedByte
    /// A control character (below U+0020) stands unescaped inside a string.
    case controlCharacter
    /// A backslash is followed by something that is no escape.
    case badEscape
    /// A string is not well-formed UTF-8.
    case badUTF8
    /// Arrays and objects are nested deeper than ``JSONValue/depthLimit``.
    case tooDeep
    /// The value is followed by something other than white space.
    case trailingBytes
    /// The input is longer than ``JSONValue/lengthLimit``.
    case tooLong
  }

  /// What was found.
  package let reason: Reason
  /// Index into the array that was parsed, at most its end.
  package let offset: Int

  /// An error of this kind at this place.
  package init(reason: Reason, offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}
