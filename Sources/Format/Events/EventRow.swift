// One member of an event: its key, what it may be, and what it means.

import Codec
import Model

/// A member of a type of event, or of an object inside one. Reading, writing, the manual page and the
/// schema all go by the same constant.
package struct EventRow<Value: EventValue>: AnyEventRow {
  package let key: StaticString
  package let isRequired: Bool
  package let about: StaticString

  /// A member that may be absent.
  init(_ key: StaticString, _ about: StaticString) {
    self.key = key
    isRequired = false
    self.about = about
  }

  /// A member that is always there.
  init(required key: StaticString, _ about: StaticString) {
    self.key = key
    isRequired = true
    self.about = about
  }

  package var kind: EventValueKind { Value.kind }
}

/// A member, whatever kind of value it has.
package protocol AnyEventRow: Sendable {
  /// Its name in JSON.
  var key: StaticString { get }
  /// Whether it is always there.
  var isRequired: Bool { get }
  /// One sentence on what it means; it may say when the member is absent.
  var about: StaticString { get }
  var kind: EventValueKind { get }
}

extension AnyEventRow {
  package var name: String { key.description }
}

// MARK: Writing

extension JSONWriter {
  /// Writes a member, or nothing when there is no value.
  mutating func put<Value: EventMember>(_ row: EventRow<Value>, _ value: Value.Model?) {
    if let value { Value.write(value, as: row.key, to: &self) }
  }

  mutating func put(_ row: EventRow<DisplayText>, _ text: String?) { member(row.key, text) }

  /// Writes a member, `null` when there is no value.
  mutating func put(_ row: EventRow<CountOrNull>, _ count: Int?) {
    if let count { member(row.key, count) } else { nullMember(row.key) }
  }

  /// Writes a duration that was rounded before.
  mutating func put(_ row: EventRow<Seconds>, whole seconds: Int?) { member(row.key, seconds) }

  /// Writes a word as another program gave it.
  mutating func put<Word: EventWord>(_ row: EventRow<Word>, text: String?) {
    member(row.key, text)
  }
}
