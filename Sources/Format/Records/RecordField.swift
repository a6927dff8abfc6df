// One field of a stored record: its key, its form, and how a record gives and takes its value.

import Codec
package import Model

/// A row in the table of a record.
package struct RecordField<Record: Sendable>: Sendable {
  package typealias Getter<Value> = @Sendable (Record) -> Value
  package typealias Setter<Value> = @Sendable (inout Record, Value) -> Void

  /// What the value looks like in JSON, and where the record has it. nil is absent.
  enum Access: Sendable {
    /// A text that follows from other fields. Reading sets nothing; a checked one must be equal.
    case given(Getter<String>, isChecked: Bool)
    case text(Getter<String?>, Setter<String?>)
    /// A word of a list; an unknown word is absent, because a later version may know it. Setting
    /// returns whether the word is known.
    case word([String], Getter<String?>, @Sendable (inout Record, String) -> Bool)
    /// A number that reads back as the same double.
    case figure(ClosedRange<Double>, Getter<Double?>, Setter<Double?>)
    /// A number with two decimals.
    case rounded(ClosedRange<Double>, Getter<Double?>, Setter<Double?>)
    case integer(ClosedRange<Int>, Getter<Int?>, Setter<Int?>)
    case flag(Getter<Bool?>, Setter<Bool?>)
    case time(Getter<Timestamp?>, Setter<Timestamp?>)
    case day(Getter<Day?>, Setter<Day?>)
    case localTime(Getter<LocalTime?>, Setter<LocalTime?>)
    /// An object or a list. Reading returns whether the value is of its kind.
    case parts(
      write: @Sendable (Record, inout JSONWriter) -> Void,
      read: @Sendable (JSONValue, inout Record) -> Bool)
  }

  /// What a field is to its record.
  enum Role: Int, Comparable, Sendable {
    /// A difference in it is a change.
    case counted
    /// Computed from the others.
    case derived
    /// Where the record came from.
    case origin

    static func < (left: Role, right: Role) -> Bool { left.rawValue < right.rawValue }
  }

  /// Fields that are taken from an earlier record together or not at all.
  enum Group: CaseIterable, Sendable {
    /// Whether power was measured belongs to the power.
    case power
    /// Halves of two nights do not fit together.
    case night
  }

  /// When an import takes a field from an earlier record of the same thing.
  enum Filling: Equatable, Sendable {
    /// When it is absent.
    case alone
    /// With its group, which is taken when all fields that decide are absent.
    case deciding(Group)
    /// With its group, whatever it is.
    case following(Group)
    /// With its group, when it is absent.
    case completing(Group)
  }

  package let key: StaticString
  /// What it is, in one sentence.
  package let about: StaticString
  let access: Access
  private(set) var isRequired = false
  private(set) var isLenient = false
  private(set) var role = Role.counted
  private(set) var filling = Filling.alone

  init(_ key: StaticString, _ about: StaticString, _ access: Access) {
    self.key = key
    self.about = about
    self.access = access
  }

  // MARK: Kinds

  static func given(
    _ key: StaticString, _ about: StaticString, isChecked: Bool = false,
    _ get: @escaping Getter<String>
  ) -> Self {
    Self(key, about, .given(get, isChecked: isChecked))
  }

  package static func text(
    _ key: StaticString, _ about: StaticString,
    _ get: @escaping Getter<String?>, _ set: @escaping Setter<String?>
  ) -> Self {
    Self(key, about, .text(get, set))
  }

  static func word<Word: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ key: StaticString, _ about: StaticString,
    _ get: @escaping Getter<Word?>, _ set: @escaping Setter<Word?>
  ) -> Self {
    let words = Word.allCases.map(\.rawValue)
    return Self(
      key, about,
      .word(words, { get($0)?.rawValue }) { record, text in
        let word = Word(rawValue: text)
        set(&record, word)
        return word != nil
      })
  }

  static func figure(
    _ key: StaticString, _ about: StaticString,
    _ get: @escaping Getter<Double?>, _ set: @escaping Setter<Double?>
  ) -> Self {
    Self(key, about, .figure(StoredRange.figure, get, set))
  }

  static func rounded(
    _ key: StaticString, _ about: StaticString, in range: ClosedRange<Double>,
    _ get: @escaping Getter<Double?>, _ set: @escaping Setter<Double?>
  ) -> Self {
    Self(key, about, .rounded(range, get, set))
  }

  package static func integer(
    _ key: StaticString, _ about: StaticString, in range: ClosedRange<Int>,
    _ get: @escaping Getter<Int?>, _ set: @escaping Setter<Int?>
  ) -> Self {
    Self(key, about, .integer(range, get, set))
  }

  package static func flag(
    _ key: StaticString, _ about: StaticString,
    _ get: @escaping Getter<Bool?>, _ set: @escaping Setter<Bool?>
  ) -> Self {
    Self(key, about, .flag(get, set))
  }

  package static func time(
    _ key: StaticString, _ about: StaticString,
    _ get: @escaping Getter<Timestamp?>, _ set: @escaping Setter<Timestamp?>
  ) -> Self {
    Self(key, about, .time(get, set))
  }

  package static func day(
    _ key: StaticString, _ about: StaticString,
    _ get: @escaping Getter<Day?>, _ set: @escaping Setter<Day?>
  ) -> Self {
    Self(key, about, .day(get, set))
  }

  static func localTime(
    _ key: StaticString, _ about: StaticString,
    _ get: @escaping Getter<LocalTime?>, _ set: @escaping Setter<LocalTime?>
  ) -> Self {
    Self(key, about, .localTime(get, set))
  }

  /// An object with a table of its own.
  ///
  /// - Parameter blank: what reading starts from where the record has none.
  static func object<Part>(
    _ key: StaticString, _ about: StaticString, _ table: RecordTable<Part>,
    from blank: Part? = nil, _ get: @escaping Getter<Part?>, _ set: @escaping Setter<Part>
  ) -> Self {
    let write: @Sendable (Record, inout JSONWriter) -> Void = { record, json in
      guard let part = get(record) else { return }
      json.object(key) { table.write(part, to: &$0) }
    }
    return Self(
      key, about,
      .parts(write: write) { value, record in
        guard let start = get(record) ?? blank, let part = table.read(value, from: start) else {
          return false
        }
        set(&record, part)
        return true
      })
  }

  /// A list of objects with a table of their own; nil writes no list.
  package static func list<Part>(
    _ key: StaticString, _ about: StaticString, _ table: RecordTable<Part>, from blank: Part,
    _ get: @escaping Getter<[Part]?>, _ set: @escaping Setter<[Part]>
  ) -> Self {
    let write: @Sendable (Record, inout JSONWriter) -> Void = { record, json in
      guard let parts = get(record) else { return }
      json.array(key) { json in
        for part in parts { json.object { table.write(part, to: &$0) } }
      }
    }
    return Self(
      key, about,
      .parts(write: write) { value, record in
        guard let elements = value.elements else { return false }
        var parts: [Part] = []
        for element in elements {
          guard let part = table.read(element, from: blank) else { return false }
          parts.append(part)
        }
        set(&record, parts)
        return true
      })
  }

  /// The same field of a record that has this one inside.
  package func within<Whole>(
    _ get: @escaping @Sendable (Whole) -> Record,
    _ set: @escaping @Sendable (inout Whole, Record) -> Void
  ) -> RecordField<Whole> {
    let write: @Sendable (Whole, inout JSONWriter) -> Void = { whole, json in
      self.write(get(whole), to: &json)
    }
    var field = RecordField<Whole>(
      key, about,
      .parts(write: write) { value, whole in
        var part = get(whole)
        guard self.read(value, into: &part) else { return false }
        set(&whole, part)
        return true
      })
    field.isRequired = isRequired
    field.isLenient = isLenient
    return field
  }

  // MARK: Marks

  /// Without it the record is refused.
  package var required: Self {
    var field = self
    field.isRequired = true
    return field
  }

  /// A value of another kind or out of range is absent; otherwise it refuses the record.
  package var lenient: Self {
    var field = self
    field.isLenient = true
    return field
  }

  func role(_ role: Role) -> Self {
    var field = self
    field.role = role
    return field
  }

  func filled(_ filling: Filling) -> Self {
    var field = self
    field.filling = filling
    return field
  }
}

/// The ranges of numbers in stored records: a record with a number outside is damaged, so that
/// nothing is computed with it. Nothing outside is stored either.
package enum StoredRange {
  /// Any measured figure: beyond 2^53 a double no longer holds every whole number.
  package static let figure = -9_007_199_254_740_992.0...9_007_199_254_740_992.0
  /// Durations in seconds: up to a hundred years.
  package static let seconds = 0...3_155_760_000
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
