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
}

// MARK: Texts

extension Field.Access {
  package static var text: FieldValue<String> {
    FieldValue(.text, read: { Decoded($0.string) }, write: { $2.member($1, $0) })
  }

  /// A text that follows from other fields. Reading sets nothing.
  static func given(_ get: @escaping Field.Getter<String>) -> Self {
    text.at({ get($0) }, { _, _ in })
  }

  /// As ``given(_:)``; what is read must be equal.
  static func checked(_ get: @escaping Field.Getter<String>) -> Self {
    .parts(
      .text, write: { $2.member($1, get($0)) },
      read: { value, record in value.string == get(record) ? nil : .wrong })
  }

  /// A text that is cleaned when it is read.
  static var displayText: FieldValue<DisplayText> { displayText(.text) }

  static func displayText(
    _ kind: @autoclosure @escaping @Sendable () -> ValueKind
  ) -> FieldValue<DisplayText> {
    FieldValue(
      kind(), read: { Decoded($0.string.map { DisplayText($0) }) },
      write: { $2.member($1, $0.description) })
  }

  /// A list of such texts.
  static var displayTexts: FieldValue<[DisplayText]> {
    elements(
      of: .text, read: { Decoded($0.string.map { DisplayText($0) }) },
      write: { $1.value($0.description) })
  }

  /// The name of the reason why something is absent.
  static var gap: FieldValue<ScoreGap> {
    FieldValue(
      .text, read: { Decoded($0.string.map { ScoreGap(named: DisplayText($0)) }) },
      write: { $2.member($1, DisplayText($0.name).description) })
  }
}

// MARK: Words

/// An enum whose raw values are the words of a list.
protocol FieldWord: CaseIterable, Equatable, RawRepresentable<String>, Sendable, SendableMetatype {
  static var listName: String { get }
  /// Whether a later 1.x may add words.
  static var mayGrow: Bool { get }
}

/// An enum whose list never grows: its words decide what a script does, or are the frame of the
/// format itself.
protocol FixedFieldWord: FieldWord {}

extension FixedFieldWord {
  static var mayGrow: Bool { false }
}

extension FieldWord {
  static var mayGrow: Bool { true }

  static var kind: ValueKind {
    .word(WordList(name: listName, words: allCases.map(\.rawValue), mayGrow: mayGrow))
  }

  fileprivate static func read(_ value: JSONView) -> Decoded<Self> {
    guard let text = value.string else { return .wrong }
    return Self(rawValue: text).map { .value($0) } ?? .unknown
  }
}

extension Field.Access {
  /// A word of an enum, absent when it is unknown: a later version may know it.
  static func word<Word: FieldWord>() -> FieldValue<Word> {
    FieldValue(Word.kind, read: Word.read, write: { $2.member($1, $0.rawValue) })
  }

  static func words<Word: FieldWord>() -> FieldValue<[Word]> {
    elements(of: Word.kind, read: Word.read, write: { $1.value($0.rawValue) })
  }

  /// A word, possibly one that this version does not know.
  static func anyWord<Word: FieldWord>(of list: Word.Type) -> FieldValue<DisplayText> {
    displayText(Word.kind)
  }

  /// A word that follows from other fields: reading sets nothing, and two records differ in it only
  /// where they differ in those.
  static func given<Word: FieldWord>(_ get: @escaping Field.Getter<Word?>) -> Self {
    Self(
      kind: { Word.kind }, read: { _, _ in nil },
      write: { record, key, json in
        if let word = get(record) { json.member(key, word.rawValue) }
      }, isEqual: { _, _ in true }, copy: { _, _ in })
  }

  package static var flag: FieldValue<Bool> {
    FieldValue(.flag, read: { Decoded($0.bool) }, write: { $2.member($1, $0) })
  }
}

// MARK: Integers

extension Field.Access {
  package static func integer(_ range: ClosedRange<Int>) -> FieldValue<Int> {
    FieldValue(
      .integer(range), read: { .integer($0, in: range) },
      write: { if range ~= $0 { $2.member($1, $0) } })
  }

  /// An integer from 0.
  static var count: FieldValue<Int> { integer(EventRange.count) }

  /// The code that a process exits with. A larger one would be cut to its last eight bits.
  static var exitCode: FieldValue<Int> { integer(0...255) }

  static var ordinal: FieldValue<Int> {
    FieldValue(
      .ordinal, read: { .integer($0, in: EventRange.count) },
      write: { if EventRange.count ~= $0 { $2.member($1, $0) } })
  }

  static var milliseconds: FieldValue<Duration> {
    FieldValue(
      .integer(EventRange.milliseconds),
      read: { Decoded.integer($0, in: EventRange.milliseconds).map { .milliseconds($0) } },
      write: { $2.member($1, min($0.milliseconds, Int64(EventRange.milliseconds.upperBound))) })
  }

  /// A duration in seconds: whole ones are written, rounded up, and fractions are read as well.
  static var seconds: FieldValue<Duration> {
    FieldValue(
      .seconds, read: { Decoded.number($0, in: EventRange.seconds).map { .seconds($0) } },
      write: { duration, key, json in
        let (seconds, rest) = duration.components
        let whole = rest > 0 ? seconds + 1 : seconds
        json.member(key, min(whole, Int64(EventRange.seconds.upperBound)))
      })
  }
}

extension Decoded {
  func map<Other>(_ make: (Value) -> Other) -> Decoded<Other> {
    Decoded<Other>(value.map(make), flaw)
  }
}

extension Decoded<Int> {
  static func integer(_ view: JSONView, in range: ClosedRange<Int>) -> Decoded {
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
    view { Decoded.integer($0, in: range).value }
  }
}

// MARK: Numbers with a fraction

extension Field.Access {
  /// A number that is written with so many decimals at most.
  package static func number(_ range: ClosedRange<Double>, decimals: Int) -> FieldValue<Double> {
    FieldValue(
      .number(range, decimals: decimals), read: { .number($0, in: range) },
      write: { if range ~= $0 { $2.member($1, $0, decimals: decimals) } })
  }

  /// A load, or what follows from it.
  static var eventFigure: FieldValue<Double> { number(EventRange.figure, decimals: 2) }

  /// A number from 0 to 1.
  static func fraction(decimals: Int) -> FieldValue<Double> {
    FieldValue(
      .fraction, read: { .number($0, in: EventRange.fraction) },
      write: { if EventRange.fraction ~= $0 { $2.member($1, $0, decimals: decimals) } })
  }

  /// A measured number, which reads back as the same double.
  package static var figure: FieldValue<Double> {
    FieldValue(
      .number(StoredRange.figure, decimals: nil),
      read: { .number($0, in: StoredRange.figure) }, write: { $2.figure($1, $0) })
  }
}

extension Decoded<Double> {
  static func number(_ view: JSONView, in range: ClosedRange<Double>) -> Decoded {
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

extension Field.Access {
  package static var time: FieldValue<Timestamp> { time(within: .min ... .max) }

  private static func time(within range: ClosedRange<Int64>) -> FieldValue<Timestamp> {
    FieldValue(
      .time,
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

  static var eventTime: FieldValue<Timestamp> { time(within: EventRange.times) }

  package static var localTime: FieldValue<LocalTime> {
    FieldValue(
      .localTime, read: { Decoded($0.string.flatMap { LocalTime($0) }) },
      write: { $2.member($1, $0) })
  }

  package static var day: FieldValue<Day> { day(within: .min ... .max) }

  static var eventDay: FieldValue<Day> { day(within: EventRange.days) }

  private static func day(within range: ClosedRange<Int>) -> FieldValue<Day> {
    FieldValue(
      .date, read: { .day($0, in: range) },
      write: { if range ~= $0.number { $2.member($1, $0) } })
  }
}

extension Decoded<Day> {
  static func day(_ view: JSONView, in range: ClosedRange<Int>) -> Decoded {
    guard let day = view.day else { return .wrong }
    return range ~= day.number ? .value(day) : .outOfRange
  }
}

extension JSONWriter {
  /// Writes a member with a time, `2026-11-20T06:00:01Z`, or nothing when there is none.
  package mutating func member(_ name: StaticString, _ time: Timestamp?) {
    guard let time else { return }
    member(name, length: Timestamp.textLength) { time.put(at: $0) }
  }

  /// Writes a member with a day, `2026-11-20`, or nothing when there is none.
  package mutating func member(_ name: StaticString, _ day: Day?) {
    guard let day else { return }
    member(name, length: Day.textLength) { day.put(at: $0) }
  }

  /// Writes a member with a local time, `2026-11-20T07:00:01`, or nothing when there is none.
  package mutating func member(_ name: StaticString, _ time: LocalTime?) {
    guard let time else { return }
    member(name, length: LocalTime.textLength) { time.put(at: $0) }
  }
}

extension JSONValue {
  package var day: Day? { string.flatMap { Day($0) } }
}

extension JSONView {
  package var day: Day? { string.flatMap { Day($0) } }
}
