// The fields of a record in their order, and what follows from them: reading, writing, comparing
// and filling.
//
// All that is stored or sent as JSON is described by tables, and by nothing else. A `Table` is a
// list of fields; a `Field` is a row, such as
//
//     .init("ftp_w", "Functional threshold power in watts.", .count.at(\.ftpWatts))
//
// with its key, a sentence about it, a kind of value (`FieldValue`: all kinds are in
// `Values/FieldValues.swift`) and the place where a record has it. `at` makes of the two last an
// `Access`: closures that read JSON into the record, write it, compare two records and copy from
// one to the other. All else works with any type of record, and reaches it through these alone.
//
// Reading an object takes its members one by one and looks for their field, which reads the value
// and says what is wrong with it: a `DecodingFlaw`, or nothing. `RecordReading` collects the fields
// by flaw, and who asked decides what they mean: a stored record with a flaw is damaged, an event
// goes on without the member, an object inside of another one is left out.
//
// A stored record has fields of four roles (`Role`), in this order: counted, uncounted, derived and
// origin. Only a difference in a counted field is a change. A field's `Filling` says when an
// import takes it from an earlier record of the same thing.
//
// The schema and the manual page are made from the same rows: a new field is its row, and the place
// where its value is set. `EventTable` is a table whose record becomes an event.

package import Codec
import Model

/// All fields of a record, in the order in which they are written.
package struct Table<Record: Sendable>: Sendable {
  /// What the schema of the event stream calls such an object; empty for records that are in none.
  let name: StaticString
  let about: StaticString
  let fields: [Field<Record>]
  private let names: [StaticString]
  let required: FieldSet
  let always: FieldSet
  /// Where the fields begin in which a difference is no change, the derived ones, and those of the
  /// origin.
  private let uncounted: Int
  private let derived: Int
  private let origin: Int

  /// - Parameter fields: at most 64, with different keys, in the order of their roles.
  package init(_ fields: [Field<Record>], name: StaticString = "", about: StaticString = "") {
    self.name = name
    self.about = about
    self.fields = fields
    names = fields.map(\.key)
    assert(fields.count <= 64 && Set(names.map(\.description)).count == names.count)
    assert(zip(fields, fields.dropFirst()).allSatisfy { $0.role.rawValue <= $1.role.rawValue })
    required = FieldSet(fields.indices.filter { fields[$0].isRequired })
    always = FieldSet(fields.indices.filter { fields[$0].isAlways })
    func first(_ role: Field<Record>.Role) -> Int {
      fields.firstIndex { $0.role.rawValue >= role.rawValue } ?? fields.count
    }
    (uncounted, derived, origin) = (first(.uncounted), first(.derived), first(.origin))
  }

  /// What the schema and the manual page say of it.
  var kind: ObjectKind {
    ObjectKind(name: name.description, about: about.description, rows: fields.map(\.description))
  }

  // MARK: Reading

  /// Reads an object; nil when it is none of these records.
  ///
  /// - Parameter blank: what is kept where a field is absent.
  package func read(_ object: JSONValue, from blank: Record) -> Record? {
    var record = blank
    return read(object, into: &record) ? record : nil
  }

  /// Sets the fields that are among the members of an object. False when it is no object, when a
  /// required field is absent, and when one is damaged that is not lenient.
  func read(_ object: JSONValue, into record: inout Record) -> Bool {
    let reading = object.view { read($0, into: &record) }
    return reading.isObject && reading.isWhole && required.isSubset(of: reading.read)
  }

  /// Sets the fields that are among the members; `null` is absent, and of two members of one name
  /// the first counts.
  func read(_ object: JSONView, into record: inout Record) -> RecordReading {
    var reading = RecordReading()
    var next = 0
    reading.isObject = object.forEachMember { name, value in
      guard let index = index(of: name, from: next) else { return }
      next = index + 1
      let place = FieldSet(index)
      guard reading.named.isDisjoint(with: place) else { return }
      reading.named.formUnion(place)
      if value.isNull { return }
      switch fields[index].access.read(value, &record) {
      case nil: reading.read.formUnion(place)
      case .unknown: reading.unknown.formUnion(place)
      case _ where fields[index].isLenient: break
      case .wrong: reading.wrong.formUnion(place)
      case .outOfRange: reading.outOfRange.formUnion(place)
      case .partial:
        reading.read.formUnion(place)
        reading.outOfRange.formUnion(place)
      case .incomplete:
        reading.read.formUnion(place)
        reading.incomplete.formUnion(place)
      case .damaged:
        reading.read.formUnion(place)
        reading.damaged.formUnion(place)
      }
    }
    return reading
  }

  /// The place of the field with this name; nil for none.
  ///
  /// - Parameter next: where to look first: records are mostly written in the order of the table.
  private func index(of name: JSONView, from next: Int) -> Int? {
    names[next...].firstIndex { $0 ~= name } ?? names[..<next].firstIndex { $0 ~= name }
  }

  /// Reads an object inside another one, without parts of another kind. One with a number out of
  /// range is absent as a whole: what would stand in its place is not what was sent.
  func part(_ object: JSONView, from blank: Record) -> Decoded<Record> {
    var part = blank
    let fields = read(object, into: &part)
    if !fields.outOfRange.isEmpty { return .outOfRange }
    if !fields.isObject || !required.isSubset(of: fields.read) { return .wrong }
    if !fields.wrong.isEmpty || !fields.damaged.isEmpty { return Decoded(part, .damaged) }
    let isFull = fields.incomplete.isEmpty && always.isSubset(of: fields.read)
    return Decoded(part, isFull ? nil : .incomplete)
  }

  /// Whether a member is one of the fields.
  package func has(_ name: JSONView) -> Bool { names.contains { $0 ~= name } }

  // MARK: Writing

  /// Writes all fields as members of an object.
  package func write(_ record: Record, to json: inout JSONWriter) {
    for field in fields { field.access.write(record, field.key, &json) }
  }

  /// Writes the fields but those of the origin.
  package func writeMembers(_ record: Record, to json: inout JSONWriter) {
    for field in fields[..<origin] { field.access.write(record, field.key, &json) }
  }

  /// Writes where the record was first seen; nothing for one from a service.
  package func writeOrigin(_ record: Record, to json: inout JSONWriter) {
    for field in fields[origin...] { field.access.write(record, field.key, &json) }
  }

  /// The bytes of a file that is one record.
  package func file(_ record: Record) -> [UInt8] {
    var json = JSONWriter()
    json.object { write(record, to: &$0) }
    json.endLine()
    return json.take()
  }

  // MARK: Comparing and changing

  /// Whether two records say the same in the fields in which a difference is a change. What is
  /// written decides, because rounding may tell equal records apart.
  func agree(_ one: Record, _ two: Record) -> Bool {
    var (first, second) = (JSONWriter(), JSONWriter())
    for field in fields[..<uncounted] where !field.access.isEqual(one, two) {
      field.access.write(one, field.key, &first)
      field.access.write(two, field.key, &second)
    }
    return first.bytes == second.bytes
  }

  /// Takes from an earlier record of the same thing what only that one has: an import takes nothing
  /// away.
  func fill(_ record: inout Record, from earlier: Record) {
    func isAbsent(_ field: Field<Record>) -> Bool { field.access.isEqual(record, nil) }
    let groups = Field<Record>.Group.allCases.filter { group in
      fields.allSatisfy { $0.filling != .deciding(group) || isAbsent($0) }
    }
    for field in fields[..<derived] {
      let isTaken =
        switch field.filling {
        case .alone: isAbsent(field)
        case .deciding(let group), .following(let group): groups.contains(group)
        case .completing(let group): groups.contains(group) && isAbsent(field)
        }
      if isTaken { field.access.copy(earlier, &record) }
    }
  }
}

/// Fields of a table, by their places in it.
struct FieldSet: OptionSet {
  let rawValue: UInt64

  init(rawValue: UInt64) { self.rawValue = rawValue }

  /// - Parameter place: below 64.
  init(_ place: Int) { rawValue = 1 << UInt64(place) }

  init(_ places: [Int]) { self = places.reduce(into: []) { $0.formUnion(FieldSet($1)) } }

  /// The lowest place; nil when there is none.
  var first: Int? { isEmpty ? nil : rawValue.trailingZeroBitCount }

  var places: [Int] { (0..<64).filter { contains(FieldSet($0)) } }
}

/// How the members of an object were read, field by field.
struct RecordReading {
  var isObject = false
  /// Fields of which there is a member, possibly `null`.
  var named: FieldSet = []
  var read: FieldSet = []
  var unknown: FieldSet = []
  var wrong: FieldSet = []
  /// Fields that are out of range, or have parts that are.
  var outOfRange: FieldSet = []
  var damaged: FieldSet = []
  /// Fields that have parts that lack something, which is no fault of a record.
  var incomplete: FieldSet = []

  /// Whether all that was there was read.
  var isWhole: Bool { wrong.isEmpty && outOfRange.isEmpty && damaged.isEmpty }
}

/// A record of the store, which its table reads, writes and compares.
package protocol RecordWithFields: Sendable { static var fields: Table<Self> { get } }

extension RecordWithFields {
  /// Whether both say the same in the fields in which a difference is a change.
  package func agrees(with other: Self) -> Bool { Self.fields.agree(self, other) }
}

extension Activity: RecordWithFields {}
extension WellnessDay: RecordWithFields {}
extension ScoreDay: RecordWithFields {}
