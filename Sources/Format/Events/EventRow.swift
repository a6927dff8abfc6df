// One member of an event: its key, what it may be, and what it means.

import Codec
import Model

/// A member of a type of event, or of an object inside one, as it is read and written.
struct EventRow<Value: EventMember>: Sendable {
  let key: StaticString
  let isRequired: Bool
  let about: StaticString

  var name: String { key.description }

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
}

/// The same member as the schema and the manual page see it, whatever kind of value it has. No
/// existential: making one of a generic type costs as much as reading a thousand lines.
package struct EventRowEntry: Sendable {
  /// Its name in JSON.
  package let key: StaticString
  /// Whether it is always there.
  package let isRequired: Bool
  /// One sentence on what it means; it may say when the member is absent.
  package let about: StaticString
  private let valueKind: @Sendable () -> EventValueKind

  package var name: String { key.description }
  package var kind: EventValueKind { valueKind() }

  fileprivate init<Value>(_ row: EventRow<Value>) {
    key = row.key
    isRequired = row.isRequired
    about = row.about
    valueKind = { Value.kind }
  }
}

/// The entries of rows, in their order.
func entries<each Value>(_ row: repeat EventRow<each Value>) -> [EventRowEntry] {
  var entries: [EventRowEntry] = []
  repeat entries.append(EventRowEntry(each row))
  return entries
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

  /// Writes a word as another program gave it.
  mutating func put<Word: EventWord>(_ row: EventRow<Word>, text: String?) {
    member(row.key, text)
  }
}
