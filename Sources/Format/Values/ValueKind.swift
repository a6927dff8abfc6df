// What a value in JSON may be: what the schema, the manual page and the errors say of it.

/// What the value of a member may be.
package indirect enum ValueKind: Hashable, Sendable {
  case text
  /// RFC 3339, UTC, whole seconds.
  case time
  /// By the local clock, whole seconds.
  case localTime
  /// A calendar day.
  case date
  case integer(ClosedRange<Int>)
  /// An integer from 1. Zero is read as well: some programs count from there.
  case ordinal
  /// A duration in whole seconds; fractions are read as well.
  case seconds
  case number(ClosedRange<Double>, decimals: Int?)
  /// A number from 0 to 1.
  case fraction
  case flag
  /// The version of a format that this one can read.
  case version
  case word(WordList)
  case list(ValueKind)
  /// A date or an integer from 0, and a number or null.
  case point
  case object(ObjectKind)
  case orNull(ValueKind)

  /// Whether a value out of range is left out.
  var isBounded: Bool {
    switch self {
    case .time, .date, .integer, .ordinal, .seconds, .number, .fraction: true
    case .orNull(let kind): kind.isBounded
    case .object(let object): object.rows.contains { $0.kind.isBounded }
    // A list stays without such elements.
    case .text, .localTime, .flag, .version, .word, .list, .point: false
    }
  }
}

/// A list of words of which a value is one.
package struct WordList: Hashable, Sendable {
  package let name: String
  package let words: [String]
  /// Whether a later 1.x may add others.
  package let mayGrow: Bool
}

/// An object with members of its own.
package struct ObjectKind: Hashable, Sendable {
  package let name: String
  /// One sentence.
  package let about: String
  package let rows: [MemberDescription]
}

/// A member as the schema and the manual page see it.
package struct MemberDescription: Hashable, Sendable {
  /// Its name in JSON.
  package let name: String
  /// Whether velo-sync always writes it.
  package let isRequired: Bool
  /// Whether an event without it is refused.
  package var isDecisive = false
  /// One sentence on what it means; it may say when the member is absent.
  package let about: String
  package let kind: ValueKind

  /// As the schema of events has it: a number or a time of another program that is out of range is
  /// left out.
  package var asReceived: MemberDescription {
    MemberDescription(
      name: name, isRequired: isDecisive || isRequired && !kind.isBounded, about: about, kind: kind)
  }
}
