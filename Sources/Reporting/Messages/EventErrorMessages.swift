// What is wrong with an event, in words for the person who wrote the program that sent it.

package import Format
package import Model

extension EventError {
  /// "status has no text".
  package var text: DisplayText {
    switch self {
    case .torn: "a line ends inside a value"
    case .notJSON(let offset): "a line is not JSON from byte \(offset + 1) on"
    case .notAnObject: "a line is not a JSON object"
    case .tooLong: "a line is longer than 1 MiB"
    case .noType: "an event has no type"
    case .missing(let field, let type): "\(type) has no \(field)"
    case .wrong(let field, let expected): "\(field) is not \(expected.words)"
    case .outOfRange(let field): "\(field) is out of range"
    case .badVersion: "format is not a version such as 1.0"
    case .unknownVersion(let format): "format \(format.description) is not supported"
    }
  }
}

extension ValueKind {
  /// What a member should have been.
  fileprivate var words: String {
    switch self {
    case .text, .version, .word: "text"
    case .number, .seconds: "a number"
    case .flag: "true or false"
    case .list, .point: "a list of the right values"
    case .object: "an object of the right members"
    case .time, .localTime: "a UTC time such as 2026-11-20T06:00:01Z"
    case .date: "a date such as 2026-11-20"
    case .fraction: "a number from 0 to 1"
    case .integer, .ordinal: "a whole number from 0 on"
    case .orNull(let kind): kind.words
    }
  }
}

extension EventFaults {
  /// What is wrong with the first event, with the beginning of its line; nil when nothing is.
  package var text: DisplayText? {
    first.map { fault in
      line.isEmpty ? fault.text : "\(fault.text.description) (“\(line.description)”)"
    }
  }
}
