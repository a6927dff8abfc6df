// What can be wrong with a line of the event stream.

package import Codec
package import Model

/// Why a line is no event.
package enum EventError: Error, Hashable, Sendable {
  /// What a member should have been.
  package enum Expected: Hashable, Sendable {
    case text, number, flag, list, object
    /// `2026-11-20T06:00:01Z`
    case time
    /// `2026-11-20`
    case date
    /// A number from 0 to 1.
    case fraction
    /// An integer from 0.
    case count
    /// `1.0`
    case version
  }

  /// The line ends inside a value: its writing was cut short.
  case torn
  /// The bytes are no JSON; `offset` is the place of the first offence.
  case notJSON(JSONError.Reason, offset: Int)
  /// JSON, but no object.
  case notAnObject
  /// The line is longer than any event is.
  case tooLong
  /// No `type`, or one that is no text.
  case noType
  /// A member without which an event of this type says nothing.
  case missing(String, of: String)
  /// A member of another kind than the format says.
  case wrong(String, expected: Expected)
  /// A member that is a number out of range, or has one inside.
  case outOfRange(String)
  /// A stream of a later major version, which may mean anything.
  case unknownVersion(DisplayText)

  init(_ error: JSONError, isBlank: Bool) {
    self =
      error.reason == .unexpectedEnd && !isBlank
      ? .torn : .notJSON(error.reason, offset: error.offset)
  }
}

extension EventError.Expected {
  init(_ kind: ValueKind) {
    self =
      switch kind {
      case .text, .version, .word: .text
      case .time, .localTime: .time
      case .date: .date
      case .integer, .ordinal: .count
      case .seconds, .number: .number
      case .fraction: .fraction
      case .flag: .flag
      case .list, .point: .list
      case .object: .object
      case .orNull(let kind): .init(kind)
      }
  }
}
