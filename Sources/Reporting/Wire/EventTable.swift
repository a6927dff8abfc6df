// The one description of the event stream: what the schema, the man page and the decoder go by.

import Codec

/// One member of an event, or of an object inside one.
package struct EventField: Sendable {
  /// What a member may be.
  package indirect enum Kind: Sendable {
    case text
    /// RFC 3339, UTC, whole seconds.
    case time
    /// A calendar day.
    case date
    /// An integer that is not negative.
    case count
    /// An integer from 1.
    case ordinal
    case number
    /// A number from 0 to 1.
    case fraction
    case flag
    /// The version of a format that this one can read.
    case version
    case word(EventWords)
    case list(Kind)
    case object(EventObject)
    case orNull(Kind)

    /// The object that it is, or is a list of.
    package var object: EventObject? {
      switch self {
      case .object(let object): object
      case .list(let kind), .orNull(let kind): kind.object
      case .text, .time, .date, .count, .ordinal, .number, .fraction, .flag, .version, .word: nil
      }
    }
  }

  package let name: String
  package let kind: Kind
  /// Whether it is always there.
  package let isRequired: Bool
  /// A few words on what it says; when it is absent, where it may be.
  package let about: String

  /// A member that is always there.
  static func always(_ name: WireField, _ kind: Kind, _ about: String) -> EventField {
    EventField(name: name.rawValue, kind: kind, isRequired: true, about: about)
  }

  /// A member that may be absent.
  static func maybe(_ name: WireField, _ kind: Kind, _ about: String) -> EventField {
    EventField(name: name.rawValue, kind: kind, isRequired: false, about: about)
  }

  /// A member of an inner object.
  static func inner(
    _ name: String, _ kind: Kind, isRequired: Bool = true, _ about: String
  ) -> EventField {
    EventField(name: name, kind: kind, isRequired: isRequired, about: about)
  }
}

/// A list of words of which a member is one.
package struct EventWords: Sendable {
  package let name: String
  package let words: [String]
  /// Whether a later 1.x may add others.
  package let mayGrow: Bool
}

/// An object inside an event.
package struct EventObject: Sendable {
  package let name: String
  package let about: String
  package let fields: [EventField]
}

/// One type of event.
package struct EventType: Sendable {
  package let name: String
  package let about: String
  /// Without those that all types have.
  package let fields: [EventField]

  fileprivate init(_ type: WireType) {
    name = type.rawValue
    about = type.about
    fields = type.fields
  }
}

/// The event stream, type by type.
package enum EventTable {
  /// The members that all types have.
  package static let common: [EventField] = [
    .always(.type, .word(.types), "What happened; decides the rest."),
    .always(.ts, .time, "When it happened, by the wall clock."),
    .always(.seq, .ordinal, "The number of the line in its stream, from 1, without gaps."),
    .always(.elapsedMS, .count, "Since the beginning of the run, by a clock that never jumps."),
  ]

  /// All types, in the order in which a run tells them.
  package static let types: [EventType] = WireType.allCases.map { EventType($0) }

  /// The members that an event of this type may have.
  static func fields(of type: WireType) -> JSONWordSet { sets[type.place] }

  /// The members that an event of this type must have, without those that all types have.
  static func requiredFields(of type: WireType) -> JSONWordSet { requiredSets[type.place] }

  private static let sets = WireType.allCases.map { set(of: common + $0.fields) }
  private static let requiredSets = WireType.allCases.map {
    set(of: $0.fields.filter(\.isRequired))
  }

  private static func set(of fields: [EventField]) -> JSONWordSet {
    var set = JSONWordSet()
    for field in fields {
      if let field = WireField(rawValue: field.name) { set.insert(field.place) }
    }
    return set
  }
}
