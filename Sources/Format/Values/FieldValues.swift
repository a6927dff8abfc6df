// The kinds of value that a field may have: how each is described, read, bounded and written.

package import Codec
package import Model

/// The ranges of numbers and times in events. What is beyond them counts as absent, so that nothing
/// that is computed from those inside can overflow; it is not written either.
package enum EventRange {
  /// What a double holds exactly.
  package static let count = 0...1 << 53
  /// Up to 100 years.
  static let seconds = 0.0...3_155_760_000
  static let milliseconds = 0...3_155_760_000_000
  /// 1970-01-01T00:00:00Z to 2199-12-31T23:59:59Z.
  static let times: ClosedRange<Int64> = 0...7_258_118_399
  /// The days of these years, of the weeks before that a routine is made from, and of the week that
  /// they end in.
  static let days = -60...84_012
  static let fraction = 0.0...1
  /// Loads and what follows from them, which may be negative.
  static let figure = -1_000_000.0...1_000_000
  /// What many rides add up to.
  static let sum = CompactDouble.range
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

// MARK: Texts

extension RecordField.Access {
  package static func text(
    _ get: @escaping RecordField.Getter<String?>, _ set: @escaping RecordField.Setter<String?>
  ) -> Self {
    Self(.text, get, set, read: { Reading($0.string) }, write: { $2.member($1, $0) })
  }

  /// A text that follows from other fields. Reading sets nothing.
  static func given(_ get: @escaping RecordField.Getter<String>) -> Self {
    .text({ get($0) }, { _, _ in })
  }

  /// As ``given(_:)``; what is read must be equal.
  static func checked(_ get: @escaping RecordField.Getter<String>) -> Self {
    .parts(
      .text, write: { $2.member($1, get($0)) },
      read: { value, record in value.string == get(record) ? nil : .wrong })
  }

  /// A text that is cleaned when it is read.
  static func displayText(
    kind: ValueKind = .text, _ get: @escaping RecordField.Getter<DisplayText?>,
    _ set: @escaping RecordField.Setter<DisplayText?>
  ) -> Self {
    Self(
      kind, get, set, read: { Reading($0.string.map { DisplayText($0) }) },
      write: { $2.member($1, $0.description) })
  }

  /// Such a text, or `null`.
  static func textOrNull(
    _ get: @escaping RecordField.Getter<DisplayText?>,
    _ set: @escaping RecordField.Setter<DisplayText?>
  ) -> Self {
    .parts(
      .orNull(.text),
      write: { record, key, json in
        if let text = get(record) {
          json.member(key, text.description)
        } else {
          json.nullMember(key)
        }
      },
      read: { value, record in
        guard let text = value.string else { return .wrong }
        set(&record, DisplayText(text))
        return nil
      })
  }

  /// A list of such texts.
  static func displayTexts(
    _ get: @escaping RecordField.Getter<[DisplayText]?>,
    _ set: @escaping RecordField.Setter<[DisplayText]>
  ) -> Self {
    .elements(
      of: .text, get, set, read: { Reading($0.string.map { DisplayText($0) }) },
      write: { $1.value($0.description) })
  }

  /// The name of the reason why something is absent.
  static func gap(
    _ get: @escaping RecordField.Getter<ScoreGap?>, _ set: @escaping RecordField.Setter<ScoreGap?>
  ) -> Self {
    .displayText(
      { get($0).map { DisplayText($0.name) } }, { set(&$0, $1.map { ScoreGap(named: $0) }) })
  }
}

// MARK: Words

/// An enum whose raw values are the words of a list.
protocol FieldWord: CaseIterable, Equatable, RawRepresentable<String>, Sendable, SendableMetatype {
  /// The name of the list.
  static var listName: String { get }
  /// Whether a later 1.x may add words: those for what the program knows, but not those that decide
  /// what a script does, or that are the frame of the format itself.
  static var mayGrow: Bool { get }
}

extension FieldWord {
  static var mayGrow: Bool { true }

  static var kind: ValueKind {
    .word(WordList(name: listName, words: allCases.map(\.rawValue), mayGrow: mayGrow))
  }

  fileprivate static func read(_ value: JSONView) -> Reading<Self> {
    guard let text = value.string else { return .wrong }
    return Self(rawValue: text).map { .value($0) } ?? .unknown
  }
}

extension RecordField.Access {
  /// A word of an enum, absent when it is unknown: a later version may know it.
  static func word<Word: FieldWord>(
    _ get: @escaping RecordField.Getter<Word?>, _ set: @escaping RecordField.Setter<Word?>
  ) -> Self {
    Self(Word.kind, get, set, read: Word.read, write: { $2.member($1, $0.rawValue) })
  }

  /// A list of words.
  static func words<Word: FieldWord>(
    _ get: @escaping RecordField.Getter<[Word]?>, _ set: @escaping RecordField.Setter<[Word]>
  ) -> Self {
    .elements(of: Word.kind, get, set, read: Word.read, write: { $1.value($0.rawValue) })
  }

  /// A word, possibly one that this version does not know.
  static func anyWord<Word: FieldWord>(
    of list: Word.Type, _ get: @escaping RecordField.Getter<DisplayText?>,
    _ set: @escaping RecordField.Setter<DisplayText?>
  ) -> Self {
    .displayText(kind: Word.kind, get, set)
  }

  /// A word that follows from other fields: reading sets nothing, and two records differ in it only
  /// where they differ in those.
  static func given<Word: FieldWord>(_ get: @escaping RecordField.Getter<Word?>) -> Self {
    Self(
      kind: { Word.kind }, read: { _, _ in nil },
      write: { record, key, json in
        if let word = get(record) { json.member(key, word.rawValue) }
      }, isEqual: { _, _ in true }, copy: { _, _ in })
  }

  package static func flag(
    _ get: @escaping RecordField.Getter<Bool?>, _ set: @escaping RecordField.Setter<Bool?>
  ) -> Self {
    Self(.flag, get, set, read: { Reading($0.bool) }, write: { $2.member($1, $0) })
  }
}

// MARK: Integers

extension RecordField.Access {
  package static func integer(
    _ range: ClosedRange<Int>, _ get: @escaping RecordField.Getter<Int?>,
    _ set: @escaping RecordField.Setter<Int?>
  ) -> Self {
    Self(
      .integer(range), get, set, read: { .integer($0, in: range) },
      write: { if range ~= $0 { $2.member($1, $0) } })
  }

  /// An integer from 0.
  static func count(
    _ get: @escaping RecordField.Getter<Int?>, _ set: @escaping RecordField.Setter<Int?>
  ) -> Self {
    .integer(EventRange.count, get, set)
  }

  /// An integer from 0, or `null`.
  static func countOrNull(
    _ get: @escaping RecordField.Getter<Int?>, _ set: @escaping RecordField.Setter<Int?>
  ) -> Self {
    .parts(
      .orNull(.integer(EventRange.count)),
      write: { record, key, json in
        if let count = get(record), EventRange.count ~= count {
          json.member(key, count)
        } else {
          json.nullMember(key)
        }
      },
      read: { value, record in
        let reading = Reading.integer(value, in: EventRange.count)
        set(&record, reading.value)
        return reading.flaw
      })
  }

  /// The code that a process exits with. A larger one would be cut to its last eight bits.
  static func exitCode(
    _ get: @escaping RecordField.Getter<Int?>, _ set: @escaping RecordField.Setter<Int?>
  ) -> Self {
    .integer(0...255, get, set)
  }

  static func ordinal(
    _ get: @escaping RecordField.Getter<Int?>, _ set: @escaping RecordField.Setter<Int?>
  ) -> Self {
    Self(
      .ordinal, get, set, read: { .integer($0, in: EventRange.count) },
      write: { if EventRange.count ~= $0 { $2.member($1, $0) } })
  }

  /// A duration in whole milliseconds.
  static func milliseconds(
    _ get: @escaping RecordField.Getter<Duration?>, _ set: @escaping RecordField.Setter<Duration?>
  ) -> Self {
    Self(
      .integer(EventRange.milliseconds), get, set,
      read: { Reading.integer($0, in: EventRange.milliseconds).map { .milliseconds($0) } },
      write: { $2.member($1, min($0.milliseconds, Int64(EventRange.milliseconds.upperBound))) })
  }

  /// A duration in seconds: whole ones are written, rounded up, and fractions are read as well.
  static func seconds(
    _ get: @escaping RecordField.Getter<Duration?>, _ set: @escaping RecordField.Setter<Duration?>
  ) -> Self {
    Self(
      .seconds, get, set,
      read: { Reading.number($0, in: EventRange.seconds).map { .seconds($0) } },
      write: { duration, key, json in
        let (seconds, rest) = duration.components
        let whole = rest > 0 ? seconds + 1 : seconds
        json.member(key, min(whole, Int64(EventRange.seconds.upperBound)))
      })
  }
}

extension Reading {
  func map<Other>(_ make: (Value) -> Other) -> Reading<Other> {
    Reading<Other>(value.map(make), flaw)
  }
}

extension Reading<Int> {
  static func integer(_ view: JSONView, in range: ClosedRange<Int>) -> Reading {
    if let value = view.integer, let number = Int(exactly: value), range ~= number {
      return .value(number)
    }
    guard view.kind == .number else { return .wrong }
    // From 2^53 on every double is integral.
    let isInteger = view.integer != nil || view.double.map { $0.magnitude >= 0x1p53 } ?? true
    return isInteger ? .outOfRange : .wrong
  }
}

extension JSONValue {
  /// The value of a whole number; nil outside the range.
  package func integer(in range: ClosedRange<Int>) -> Int? {
    view { Reading.integer($0, in: range).value }
  }
}

// MARK: Numbers with a fraction

extension RecordField.Access {
  /// A number that is written with so many decimals at most.
  package static func number(
    _ range: ClosedRange<Double>, decimals: Int, _ get: @escaping RecordField.Getter<Double?>,
    _ set: @escaping RecordField.Setter<Double?>
  ) -> Self {
    Self(
      .number(range, decimals: decimals), get, set, read: { .number($0, in: range) },
      write: { if range ~= $0 { $2.member($1, $0, decimals: decimals) } })
  }

  /// A number from 0 to 1.
  static func fraction(
    decimals: Int, _ get: @escaping RecordField.Getter<Double?>,
    _ set: @escaping RecordField.Setter<Double?>
  ) -> Self {
    Self(
      .fraction, get, set, read: { .number($0, in: EventRange.fraction) },
      write: { if EventRange.fraction ~= $0 { $2.member($1, $0, decimals: decimals) } })
  }

  /// A measured number, which reads back as the same double.
  package static func figure(
    _ get: @escaping RecordField.Getter<Double?>, _ set: @escaping RecordField.Setter<Double?>
  ) -> Self {
    Self(
      .number(StoredRange.figure, decimals: nil), get, set,
      read: { .number($0, in: StoredRange.figure) }, write: { $2.figure($1, $0) })
  }
}

extension Reading<Double> {
  static func number(_ view: JSONView, in range: ClosedRange<Double>) -> Reading {
    if let value = view.double, range ~= value { return .value(value) }
    return view.kind == .number ? .outOfRange : .wrong
  }
}

extension JSONWriter {
  /// Writes a number so that reading gives the same double again. Most have few decimals, and those
  /// are written in a fraction of the time.
  fileprivate mutating func figure(_ name: StaticString, _ number: Double) {
    let thousandths = (number * 1000).rounded()
    if thousandths.magnitude < 1e15, thousandths / 1000 == number {
      member(name, number, decimals: 3)
    } else {
      member(name, exactly: number)
    }
  }
}

// MARK: Times

extension RecordField.Access {
  package static func time(
    within range: ClosedRange<Int64> = .min ... .max,
    _ get: @escaping RecordField.Getter<Timestamp?>,
    _ set: @escaping RecordField.Setter<Timestamp?>
  ) -> Self {
    Self(
      .time, get, set,
      read: { value in
        guard let time = value.plainText.flatMap({ Timestamp(utf8: $0) }) else { return .wrong }
        return range ~= time.seconds ? .value(time) : .outOfRange
      },
      // An event always has its time, also one that was recorded by a clock that was wrong.
      write: {
        let seconds = max(range.lowerBound, min($0.seconds, range.upperBound))
        $2.member($1, Timestamp(seconds: seconds))
      })
  }

  package static func localTime(
    _ get: @escaping RecordField.Getter<LocalTime?>, _ set: @escaping RecordField.Setter<LocalTime?>
  ) -> Self {
    Self(
      .localTime, get, set, read: { Reading($0.string.flatMap { LocalTime($0) }) },
      write: { $2.member($1, $0) })
  }

  package static func day(
    within range: ClosedRange<Int> = .min ... .max, _ get: @escaping RecordField.Getter<Day?>,
    _ set: @escaping RecordField.Setter<Day?>
  ) -> Self {
    Self(
      .date, get, set, read: { .day($0, in: range) },
      write: { if range ~= $0.number { $2.member($1, $0) } })
  }
}

extension Reading<Day> {
  static func day(_ view: JSONView, in range: ClosedRange<Int>) -> Reading {
    guard let day = view.day else { return .wrong }
    return range ~= day.number ? .value(day) : .outOfRange
  }
}
