// What can be wrong with a line of the event stream.

import Codec
package import Model

/// Why a line is no event.
package enum EventError: Error, Hashable, Sendable {
  /// The line ends inside a value: its writing was cut short.
  case torn
  /// The bytes are no JSON from `offset` on.
  case notJSON(offset: Int)
  /// JSON, but no object.
  case notAnObject
  /// The line is longer than any event is.
  case tooLong
  /// No `type`, or one that is no text.
  case noType
  /// A member without which an event of this type says nothing.
  case missing(String, of: String)
  /// A member of another kind than the format says.
  case wrong(String, expected: ValueKind)
  /// A member that is a number out of range, or has one inside.
  case outOfRange(String)
  /// A format that is no version.
  case badVersion
  /// A stream of a later major version, which may mean anything.
  case unknownVersion(DisplayText)

  init(_ error: JSONError, isBlank: Bool) {
    self = error.isCutShort && !isBlank ? .torn : .notJSON(offset: error.offset)
  }
}
