// One field of a stored record: its key, its form, and how a record gives and takes its value.

package import Codec
package import Model

/// A row in the table of a record. A class, because copying it as a value would retain what its closures
/// hold: a tenth of the time that reading a year file takes.
package final class RecordField<Record: Sendable>: Sendable {
  package typealias Getter<Value> = @Sendable (Record) -> Value
  package typealias Setter<Value> = @Sendable (inout Record, Value) -> Void

  /// What the value looks like in JSON, and where the record has it. nil is absent.
  package indirect enum Access: Sendable {
    case text(Getter<String?>, Setter<String?>)
    /// A text of some form. Setting returns whether the text is of that form.
    case form(Getter<String?>, @Sendable (inout Record, String?) -> Bool)
    case time(Getter<Timestamp?>, Setter<Timestamp?>)
    case localTime(Getter<LocalTime?>, Setter<LocalTime?>)
    case day(Getter<Day?>, Setter<Day?>)
    /// Without decimals, a number that reads back as the same double.
    case number(ClosedRange<Double>, decimals: Int?, Getter<Double?>, Setter<Double?>)
    case integer(ClosedRange<Int>, Getter<Int?>, Setter<Int?>)
    case flag(Getter<Bool?>, Setter<Bool?>)
    /// An object or a list. Reading returns whether the value is of its kind.
    case parts(
      write: @Sendable (Record, StaticString, inout JSONWriter) -> Void,
      read: @Sendable (JSONValue, inout Record) -> Bool)
  }

  /// What a field is to its record: a difference in it is a change, or is none, or it is computed
  /// from the others, or it says where the record came from.
  package enum Role: Int, Sendable {
    case counted, uncounted, derived, origin
  }

  /// Fields that are taken from an earlier record together or not at all: whether power was measured
  /// belongs to the power, and halves of two nights do not fit together.
  package enum Group: CaseIterable, Sendable {
    case power, night
  }

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
  let about: StaticString
  let access: Access
  /// Whether a record without it is refused.
  let isRequired: Bool
  /// Whether a value of another kind or out of range is absent; otherwise it refuses the record.
  let isLenient: Bool
  let role: Role
  let filling: Filling

  package init(
    _ key: StaticString, _ about: StaticString, _ access: Access, role: Role = .counted,
    fills filling: Filling = .alone, isRequired: Bool = false, isLenient: Bool = false
  ) {
    self.key = key
    self.about = about
    self.access = access
    self.role = role
    self.filling = filling
    self.isRequired = isRequired
    self.isLenient = isLenient
  }

  /// The same field of a record that has this one inside.
  package func within<Whole>(
    _ get: @escaping @Sendable (Whole) -> Record,
    _ set: @escaping @Sendable (inout Whole, Record) -> Void
  ) -> RecordField<Whole> {
    RecordField<Whole>(
      key, about,
      .parts(
        write: { whole, _, json in self.write(get(whole), to: &json) },
        read: { value, whole in
          var part = get(whole)
          guard self.read(value, into: &part) else { return false }
          set(&whole, part)
          return true
        }), isRequired: isRequired, isLenient: isLenient)
  }
}

extension RecordField.Access {
  /// A text that follows from other fields. Reading sets nothing.
  static func given(_ get: @escaping RecordField.Getter<String>) -> Self {
    .form({ get($0) }) { _, _ in true }
  }

  /// As ``given(_:)``; what is read must be equal.
  static func checked(_ get: @escaping RecordField.Getter<String>) -> Self {
    .form({ get($0) }) { record, text in text == get(record) }
  }

  /// A word of an enum, absent when it is unknown: a later version may know it.
  static func word<Word: RawRepresentable<String> & SendableMetatype>(
    _ get: @escaping RecordField.Getter<Word?>, _ set: @escaping RecordField.Setter<Word?>
  ) -> Self {
    .form({ get($0)?.rawValue }) { record, text in
      set(&record, text.flatMap { Word(rawValue: $0) })
      return true
    }
  }

  static func figure(
    _ get: @escaping RecordField.Getter<Double?>, _ set: @escaping RecordField.Setter<Double?>
  ) -> Self {
    .number(StoredRange.figure, decimals: nil, get, set)
  }

  /// The name of the reason why something is absent.
  static func gap(
    _ get: @escaping RecordField.Getter<ScoreGap?>, _ set: @escaping RecordField.Setter<ScoreGap?>
  ) -> Self {
    .text({ get($0)?.name }, { set(&$0, $1.map { ScoreGap(named: DisplayText($0)) }) })
  }

  /// An object with a table of its own.
  ///
  /// - Parameter blank: what reading starts from where the record has none.
  static func object<Part>(
    _ table: RecordTable<Part>, from blank: Part? = nil,
    _ get: @escaping RecordField.Getter<Part?>, _ set: @escaping RecordField.Setter<Part>
  ) -> Self {
    .parts(
      write: { record, key, json in
        guard let part = get(record) else { return }
        json.object(key) { table.write(part, to: &$0) }
      },
      read: { value, record in
        guard let start = get(record) ?? blank, let part = table.read(value, from: start) else {
          return false
        }
        set(&record, part)
        return true
      })
  }

  /// A list of objects with a table of their own; nil writes no list.
  ///
  /// - Parameter blank: what reading an element starts from.
  package static func list<Part>(
    _ table: RecordTable<Part>, from blank: Part,
    _ get: @escaping RecordField.Getter<[Part]?>, _ set: @escaping RecordField.Setter<[Part]>
  ) -> Self {
    .parts(
      write: { record, key, json in
        guard let parts = get(record) else { return }
        json.array(key) { json in
          for part in parts { json.object { table.write(part, to: &$0) } }
        }
      },
      read: { value, record in
        guard let elements = value.elements else { return false }
        let parts = elements.map { table.read($0, from: blank) }
        guard !parts.contains(where: { $0 == nil }) else { return false }
        set(&record, parts.compactMap(\.self))
        return true
      })
  }
}

/// The ranges of numbers in stored records: a record with a number outside is damaged, so that
/// nothing is computed with it. Nothing outside is stored either.
package enum StoredRange {
  /// Any measured figure.
  static let figure = CompactDouble.range
  /// Durations in seconds.
  package static let seconds = CompactInt.range
  /// Scores, and the edges of a suggested strain.
  static let score = 0...100
  /// Loads of a day, and what is averaged from them.
  static let load = 0.0...1e9
  /// Fitness minus fatigue.
  static let form = -1e9...1e9
  /// Power in watts, of zones and thresholds.
  package static let watts = 0...1_000_000
  /// Heart rates in beats a minute.
  package static let heartRate = 0...1000
  /// How many there are of something.
  package static let count = 0...4_294_967_296
  /// Moments in seconds since 1970: the years 1 to 9999.
  package static let moment: ClosedRange<Int64> = -62_135_596_800...253_402_300_799
}
