// One field of a stored record or of an event: its key, its kind, and how a record gives and takes
// its value. `Table.swift` begins with how they work together.

import Codec
import Model

/// A row in the table of a record. A class, because copying it as a value would retain what its
/// closures hold: a tenth of the time that reading a year file takes.
package final class Field<Record: Sendable>: Sendable {
  package typealias Getter<Value> = @Sendable (Record) -> Value
  package typealias Setter<Value> = @Sendable (inout Record, Value) -> Void
  package typealias Path<Value> = any WritableKeyPath<Record, Value> & Sendable

  /// What the value looks like in JSON, and where the record has it.
  package struct Access: Sendable {
    let kind: @Sendable () -> ValueKind
    /// Sets the field to a value that is not `null`. Returns what is wrong with the value.
    let read: @Sendable (JSONView, inout Record) -> DecodingFlaw?
    /// Writes the member; nothing when it is absent.
    let write: @Sendable (Record, StaticString, inout JSONWriter) -> Void
    /// Whether both records have the same value, or neither has one; false also where only writing
    /// tells.
    let isEqual: @Sendable (Record, Record?) -> Bool
    /// Sets the field of the second record to the value of the first.
    let copy: @Sendable (Record, inout Record) -> Void
  }

  /// What a field is to its record: a difference in it is a change, or is none, or it is computed
  /// from the others, or it says where the record came from.
  package enum Role: Int, Sendable { case counted, uncounted, derived, origin }

  /// Fields that are taken from an earlier record together or not at all: whether power was
  /// measured belongs to the power, and halves of two nights do not fit together.
  package enum Group: CaseIterable, Sendable { case power, night }

  /// When an import takes a field from an earlier record of the same thing.
  package enum Filling: Equatable, Sendable {
    /// When it is absent.
    case alone
    /// With its group, which is taken when all fields that decide are absent.
    case deciding(Group)
    /// With its group, whatever it is.
    case following(Group)
    /// With its group, when it is absent.
    case completing(Group)
  }

  let key: StaticString
  /// What it is, in one sentence.
  let about: String
  let access: Access
  /// Whether a record without it is refused.
  let isRequired: Bool
  /// Whether it is always written; so is every required field.
  let isAlways: Bool
  /// Whether a value of another kind or out of range is absent; otherwise it refuses the record.
  let isLenient: Bool
  let role: Role
  let filling: Filling
  /// Whether an event has it before the fields that are not marked so, wherever its row stands.
  let leads: Bool

  package init(
    _ key: StaticString, _ about: String, _ access: Access, role: Role = .counted,
    fills filling: Filling = .alone, isRequired: Bool = false, isAlways: Bool = false,
    isLenient: Bool = false, leads: Bool = false
  ) {
    self.key = key
    self.about = about
    self.access = access
    self.role = role
    self.filling = filling
    self.isRequired = isRequired
    self.isAlways = isAlways || isRequired
    self.isLenient = isLenient
    self.leads = leads
  }

  /// The same field of a record that has this one inside.
  package func within<Whole>(
    _ get: @escaping @Sendable (Whole) -> Record,
    _ set: @escaping @Sendable (inout Whole, Record) -> Void
  ) -> Field<Whole> {
    within(get) { value, whole in
      var part = get(whole)
      let flaw = self.access.read(value, &part)
      set(&whole, part)
      return flaw
    }
  }

  /// As above, for a reader that need not copy the record inside.
  func within<Whole>(
    _ get: @escaping @Sendable (Whole) -> Record,
    read: @escaping @Sendable (JSONView, inout Whole) -> DecodingFlaw?
  ) -> Field<Whole> {
    Field<Whole>(
      key, about,
      .parts(self.access.kind(), write: { self.access.write(get($0), $1, &$2) }, read: read),
      isRequired: isRequired, isAlways: isAlways, isLenient: isLenient, leads: leads)
  }

  /// What the schema and the manual page say of it.
  var description: MemberDescription {
    MemberDescription(
      name: key.description, isRequired: isAlways, isDecisive: isRequired, about: about,
      kind: access.kind())
  }
}

/// How a value of some kind is described, read and written.
package struct FieldValue<Value: Equatable & Sendable>: Sendable {
  private let kind: @Sendable () -> ValueKind
  private let read: @Sendable (JSONView) -> Decoded<Value>
  private let write: @Sendable (Value, StaticString, inout JSONWriter) -> Void

  init(
    _ kind: @autoclosure @escaping @Sendable () -> ValueKind,
    read: @escaping @Sendable (JSONView) -> Decoded<Value>,
    write: @escaping @Sendable (Value, StaticString, inout JSONWriter) -> Void
  ) {
    (self.kind, self.read, self.write) = (kind, read, write)
  }

  /// Of a record that may have none.
  package func at<Record>(_ path: Field<Record>.Path<Value?>) -> Field<Record>.Access {
    at({ $0[keyPath: path] }, { $0[keyPath: path] = $1 })
  }

  /// Of a record that always has one, and keeps it where there is none to read.
  package func at<Record>(_ path: Field<Record>.Path<Value>) -> Field<Record>.Access {
    at({ $0[keyPath: path] }, { if let value = $1 { $0[keyPath: path] = value } })
  }

  /// Getting or setting nil is for an absent one.
  package func at<Record>(
    _ get: @escaping Field<Record>.Getter<Value?>, _ set: @escaping Field<Record>.Setter<Value?>
  ) -> Field<Record>.Access {
    Field<Record>.Access(
      kind: kind,
      read: { [read] view, record in
        let reading = read(view)
        if let value = reading.value { set(&record, value) }
        return reading.flaw
      },
      write: { [write] record, key, json in
        if let value = get(record) { write(value, key, &json) }
      },
      isEqual: { get($0) == $1.flatMap(get) }, copy: { set(&$1, get($0)) })
  }
}

/// What was read of a value: itself, unless it has no meaning here, and what is wrong with it.
struct Decoded<Value> {
  let value: Value?
  let flaw: DecodingFlaw?

  init(_ value: Value?, _ flaw: DecodingFlaw?) { (self.value, self.flaw) = (value, flaw) }

  static func value(_ value: Value) -> Decoded { Decoded(value, nil) }
  static var unknown: Decoded { Decoded(nil, .unknown) }
  static var outOfRange: Decoded { Decoded(nil, .outOfRange) }
  static var wrong: Decoded { Decoded(nil, .wrong) }

  /// A value of the right kind, or nil for any other.
  init(_ value: Value?) { self.init(value, value == nil ? .wrong : nil) }
}

/// What is wrong with a value.
enum DecodingFlaw: Sendable {
  /// It lacks parts that are always there. No harm, but for a file that is whole or nothing.
  case incomplete
  /// It has parts of another kind; it was read without them.
  case damaged
  /// A list with elements that are out of range; it was read without them.
  case partial
  /// A word that this version does not know.
  case unknown
  /// A number or a time out of range, or an object with one inside.
  case outOfRange
  /// A value of another kind.
  case wrong
}

extension Field.Access {
  /// Parts that are compared as they are written and not taken from other records.
  static func parts(
    _ kind: @autoclosure @escaping @Sendable () -> ValueKind,
    write: @escaping @Sendable (Record, StaticString, inout JSONWriter) -> Void,
    read: @escaping @Sendable (JSONView, inout Record) -> DecodingFlaw?
  ) -> Self {
    Self(kind: kind, read: read, write: write, isEqual: { _, _ in false }, copy: { _, _ in })
  }

  /// The same field with `null` where there is nothing to write.
  var orNull: Self {
    .parts(
      .orNull(kind()),
      write: { record, key, json in
        let count = json.count
        write(record, key, &json)
        if json.count == count { json.nullMember(key) }
      }, read: read)
  }

  /// An object with a table of its own.
  ///
  /// - Parameter blank: what reading starts from.
  static func object<Part>(_ table: Table<Part>, from blank: Part) -> FieldValue<Part> {
    FieldValue(
      .object(table.kind), read: { table.part($0, from: blank) },
      write: { part, key, json in json.object(key) { table.write(part, to: &$0) } })
  }

  /// A list of objects with a table of their own.
  ///
  /// - Parameter blank: what reading an element starts from.
  package static func list<Part>(_ table: Table<Part>, from blank: Part) -> FieldValue<[Part]> {
    elements(
      of: .object(table.kind), read: { table.part($0, from: blank) },
      write: { part, json in json.object { table.write(part, to: &$0) } })
  }

  /// A list. Unknown words are left out; a value of another kind makes the whole list wrong.
  static func elements<Element>(
    of kind: @autoclosure @escaping @Sendable () -> ValueKind,
    read: @escaping @Sendable (JSONView) -> Decoded<Element>,
    write: @escaping @Sendable (Element, inout JSONWriter) -> Void
  ) -> FieldValue<[Element]> {
    FieldValue(
      .list(kind()),
      read: { value in
        var (elements, isWrong, isPartial, isDamaged) = ([] as [Element], false, false, false)
        let isList = value.forEachElement { element in
          let reading = read(element)
          if let element = reading.value { elements.append(element) }
          switch reading.flaw {
          case .wrong: isWrong = true
          case .partial, .outOfRange: isPartial = true
          case .damaged, .incomplete: isDamaged = true
          case .unknown, nil: break
          }
        }
        if isWrong || !isList { return .wrong }
        return Decoded(elements, isPartial ? .partial : isDamaged ? .damaged : nil)
      },
      write: { elements, key, json in
        json.array(key) { json in
          for element in elements { write(element, &json) }
        }
      })
  }
}
