// The fields of a stored record in their order, and what follows from them: reading, writing,
// comparing, bounding and filling.

package import Codec
import Model

/// All fields of a record, in the order in which they are written.
package struct RecordTable<Record: Sendable>: Sendable {
  let fields: [RecordField<Record>]
  /// The same, to be called without retaining each one: that took 2 % of a first sync.
  private let unretained: [Unmanaged<RecordField<Record>>]
  private let keys: [JSONKey]
  /// Bits of the fields without which a record is refused.
  private let required: UInt64
  /// Where the fields begin in which a difference is no change, the derived ones, and those of the
  /// origin.
  private let uncounted: Int
  private let derived: Int
  private let origin: Int

  /// - Parameter fields: at most 64, with different keys, in the order of their roles.
  package init(_ fields: [RecordField<Record>]) {
    self.fields = fields
    unretained = fields.map { .passUnretained($0) }
    keys = fields.map { JSONKey($0.key) }
    required = fields.indices.reduce(0) { $0 | (fields[$1].isRequired ? 1 << UInt64($1) : 0) }
    func first(_ role: RecordField<Record>.Role) -> Int {
      fields.firstIndex { $0.role.rawValue >= role.rawValue } ?? fields.count
    }
    (uncounted, derived, origin) = (first(.uncounted), first(.derived), first(.origin))
  }

  // MARK: Reading

  /// Reads an object; nil when it is none of these records.
  ///
  /// - Parameter blank: what is kept where a field is absent.
  package func read(_ object: JSONValue, from blank: Record) -> Record? {
    guard let members = object.members else { return nil }
    var record = blank
    return read(members, into: &record) ? record : nil
  }

  /// Sets the fields that are among the members; `null` is absent. False when a required one is
  /// absent, or when one is damaged that is not lenient.
  func read(_ members: JSONMembers, into record: inout Record) -> Bool {
    var next = 0
    var seen: UInt64 = 0
    for member in members {
      guard let index = index(of: member.key, from: next) else { continue }
      next = index + 1
      let value = member.value
      if fields[index].read(value, into: &record) {
        seen |= 1 << UInt64(index)
      } else if !fields[index].isLenient, !value.isNull {
        return false
      }
    }
    return seen & required == required
  }

  /// Whether a member is one of the fields.
  func has(_ key: JSONKey) -> Bool { index(of: key, from: 0) != nil }

  /// Records are mostly written in the order of the table, so the search goes on where the last one
  /// ended.
  private func index(of key: JSONKey, from next: Int) -> Int? {
    for index in next..<keys.count where keys[index] == key { return index }
    for index in 0..<next where keys[index] == key { return index }
    return nil
  }

  // MARK: Writing

  /// Writes all fields as members of an object.
  package func write(_ record: Record, to json: inout JSONWriter) {
    write(0..<fields.count, of: record, to: &json)
  }

  /// Writes the fields in which a difference is a change.
  func writeCounted(_ record: Record, to json: inout JSONWriter) {
    write(0..<uncounted, of: record, to: &json)
  }

  /// Writes the fields in which a difference is no change.
  func writeUncounted(_ record: Record, to json: inout JSONWriter) {
    write(uncounted..<origin, of: record, to: &json)
  }

  func writeOrigin(_ record: Record, to json: inout JSONWriter) {
    write(origin..<fields.count, of: record, to: &json)
  }

  private func write(_ range: Range<Int>, of record: Record, to json: inout JSONWriter) {
    for index in range {
      unretained[index]._withUnsafeGuaranteedRef { $0.write(record, to: &json) }
    }
  }

  /// The bytes of a file that is one record.
  package func file(_ record: Record) -> [UInt8] {
    JSONWriter.file { write(record, to: &$0) }
  }

  // MARK: Comparing and changing

  /// Whether two records say the same in the fields in which a difference is a change. What is
  /// written decides, because rounding may tell equal records apart.
  func agree(_ one: Record, _ two: Record) -> Bool {
    if (0..<uncounted).allSatisfy({ fields[$0].isEqual(one, two) }) { return true }
    var first = JSONWriter()
    writeCounted(one, to: &first)
    var second = JSONWriter()
    writeCounted(two, to: &second)
    return first.bytes == second.bytes
  }

  /// Takes from an earlier record of the same thing what only that one has: an import takes nothing
  /// away.
  func fill(_ record: inout Record, from earlier: Record) {
    let groups = RecordField<Record>.Group.allCases.filter { group in
      fields.allSatisfy { $0.filling != .deciding(group) || $0.isAbsent(in: record) }
    }
    for field in fields[..<derived] {
      let isTaken =
        switch field.filling {
        case .alone: field.isAbsent(in: record)
        case .deciding(let group), .following(let group): groups.contains(group)
        case .completing(let group): groups.contains(group) && field.isAbsent(in: record)
        }
      if isTaken { field.take(from: earlier, into: &record) }
    }
  }
}

extension RecordField {
  /// Sets the field; false when the value is of another kind, out of range, or `null`.
  func read(_ value: JSONValue, into record: inout Record) -> Bool {
    switch access {
    case .text(_, let set):
      guard let text = value.string else { return false }
      set(&record, text)
    case .form(_, let set):
      guard let text = value.string else { return false }
      return set(&record, text)
    case .time(_, let set):
      guard let time = value.timestamp else { return false }
      set(&record, time)
    case .localTime(_, let set):
      guard let time = value.string.flatMap({ LocalTime($0) }) else { return false }
      set(&record, time)
    case .day(_, let set):
      guard let day = value.day else { return false }
      set(&record, day)
    case .number(let range, _, _, let set):
      guard let number = value.double, range ~= number else { return false }
      set(&record, number)
    case .integer(let range, _, let set):
      guard let number = value.integer(in: range) else { return false }
      set(&record, number)
    case .flag(_, let set):
      guard let flag = value.bool else { return false }
      set(&record, flag)
    case .parts(_, let read):
      return read(value, &record)
    }
    return true
  }

  /// Writes the member; nothing when it is absent.
  // Specialized for a type of record, it copies the record to hand it to a getter.
  @_semantics("optimize.sil.specialize.generic.never")
  func write(_ record: Record, to json: inout JSONWriter) {
    switch access {
    case .text(let get, _), .form(let get, _): json.member(key, get(record))
    case .time(let get, _): json.member(key, get(record))
    case .localTime(let get, _): json.member(key, get(record))
    case .day(let get, _): json.member(key, get(record))
    case .number(_, let decimals?, let get, _): json.member(key, get(record), decimals: decimals)
    case .number(_, nil, let get, _): json.figure(key, get(record))
    case .integer(_, let get, _): json.member(key, get(record))
    case .flag(let get, _): json.member(key, get(record))
    case .parts(let write, _): write(record, key, &json)
    }
  }

  /// Whether both records have the same value, or neither has one; false also where only writing
  /// tells.
  fileprivate func isEqual(_ one: Record, _ two: Record?) -> Bool {
    switch access {
    case .text(let get, _), .form(let get, _): get(one) == two.flatMap(get)
    case .time(let get, _): get(one) == two.flatMap(get)
    case .localTime(let get, _): get(one) == two.flatMap(get)
    case .day(let get, _): get(one) == two.flatMap(get)
    case .number(_, _, let get, _): get(one) == two.flatMap(get)
    case .integer(_, let get, _): get(one) == two.flatMap(get)
    case .flag(let get, _): get(one) == two.flatMap(get)
    case .parts: false
    }
  }

  fileprivate func isAbsent(in record: Record) -> Bool { isEqual(record, nil) }

  /// Sets the field to the value of another record.
  fileprivate func take(from other: Record, into record: inout Record) {
    switch access {
    case .text(let get, let set): set(&record, get(other))
    case .form(let get, let set): _ = set(&record, get(other))
    case .time(let get, let set): set(&record, get(other))
    case .localTime(let get, let set): set(&record, get(other))
    case .day(let get, let set): set(&record, get(other))
    case .number(_, _, let get, let set): set(&record, get(other))
    case .integer(_, let get, let set): set(&record, get(other))
    case .flag(let get, let set): set(&record, get(other))
    case .parts: break
    }
  }
}

extension JSONValue {
  /// The value of a whole number; nil outside the range.
  package func integer(in range: ClosedRange<Int>) -> Int? {
    integer.flatMap { Int(exactly: $0) }.flatMap { range ~= $0 ? $0 : nil }
  }
}

extension JSONWriter {
  /// Writes a number so that reading gives the same double again. Most have few decimals, and those
  /// are written in a fraction of the time.
  fileprivate mutating func figure(_ name: StaticString, _ number: Double?) {
    guard let number else { return }
    let thousandths = (number * 1000).rounded()
    if thousandths.magnitude < 1e15, thousandths / 1000 == number {
      member(name, number, decimals: 3)
    } else {
      member(name, exactly: number)
    }
  }
}
