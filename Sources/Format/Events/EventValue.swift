// The kinds of value that a member may have: how each is described, read, bounded and written.

import Codec
package import Model

/// What a member may be, as the manual page and the schema describe it.
package indirect enum EventValueKind: Sendable {
  case text
  /// RFC 3339, UTC, whole seconds.
  case time
  /// A calendar day.
  case date
  /// An integer from 0.
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
  case list(EventValueKind)
  /// A date or an integer from 0, and a number or null.
  case point
  case object(any EventObject.Type)
  case orNull(EventValueKind)
}

/// A type that stands for a kind of value in a row.
protocol EventMember: Sendable {
  /// What it is in the model.
  associatedtype Model
  static var kind: EventValueKind { get }
  /// How an error describes it.
  static var expected: EventError.Expected { get }
  static func read(_ view: JSONView) -> EventReading<Model>
  static func write(_ model: Model, as key: StaticString, to json: inout JSONWriter)
}

/// What a value was read as.
enum EventReading<Model> {
  case value(Model)
  /// An object or a list in which a number is out of range, and absent.
  case partial(Model)
  /// A word that this version does not know; it counts as absent.
  case unknown
  /// A number or a time out of range; it counts as absent.
  case outOfRange
  /// A value of another kind.
  case wrong
}

/// The ranges of numbers and times from outside. What is beyond them counts as absent, so that nothing
/// that is computed from those inside can overflow.
package enum EventRange {
  /// What a double holds exactly.
  package static let count: ClosedRange<Int64> = 0...1 << 53
  /// Up to 100 years.
  static let seconds = 0.0...3_155_760_000
  static let milliseconds: ClosedRange<Int64> = 0...3_155_760_000_000
  /// 1970-01-01T00:00:00Z to 2199-12-31T23:59:59Z.
  static let times: ClosedRange<Int64> = 0...7_258_118_399
  static let days = 0...84_005
  static let fraction = 0.0...1
  /// Loads and what follows from them, which may be negative.
  static let figure = -1_000_000.0...1_000_000
}

extension EventReading {
  func map<Other>(_ make: (Model) -> Other) -> EventReading<Other> {
    switch self {
    case .value(let model): .value(make(model))
    case .partial(let model): .partial(make(model))
    case .unknown: .unknown
    case .outOfRange: .outOfRange
    case .wrong: .wrong
    }
  }

  @inline(__always)
  fileprivate static func integer(
    _ view: JSONView, in range: ClosedRange<Int64>, _ make: (Int64) -> Model
  ) -> EventReading {
    if let value = view.integer, range ~= value { return .value(make(value)) }
    return view.isInteger ? .outOfRange : .wrong
  }

  @inline(__always)
  fileprivate static func number(
    _ view: JSONView, in range: ClosedRange<Double>, _ make: (Double) -> Model
  ) -> EventReading {
    if let value = view.double, range ~= value { return .value(make(value)) }
    return view.kind == .number ? .outOfRange : .wrong
  }

  static func time(_ stamp: Timestamp?) -> EventReading where Model == Timestamp {
    guard let stamp else { return .wrong }
    return EventRange.times ~= stamp.seconds ? .value(stamp) : .outOfRange
  }
}

extension JSONView {
  /// Whether it is an integral number, however large.
  fileprivate var isInteger: Bool {
    guard kind == .number else { return false }
    // From 2^53 on every double is integral.
    return integer != nil || double.map { $0.magnitude >= 0x1p53 } ?? true
  }
}

// MARK: Texts and flags

/// A string that is cleaned when it is read.
protocol EventText: EventMember where Model == DisplayText {}

extension EventText {
  static var expected: EventError.Expected { .text }

  static func read(_ view: JSONView) -> EventReading<DisplayText> {
    view.string.map { .value(DisplayText($0)) } ?? .wrong
  }

  static func write(_ text: DisplayText, as key: StaticString, to json: inout JSONWriter) {
    json.member(key, text.description)
  }
}

extension DisplayText: EventText {
  static var kind: EventValueKind { .text }
}

/// The version of the format.
enum FormatVersion: EventText {
  static var kind: EventValueKind { .version }
}

extension Bool: EventMember {
  static var kind: EventValueKind { .flag }
  static var expected: EventError.Expected { .flag }

  static func read(_ view: JSONView) -> EventReading<Bool> {
    view.bool.map { .value($0) } ?? .wrong
  }

  static func write(_ flag: Bool, as key: StaticString, to json: inout JSONWriter) {
    json.member(key, flag)
  }
}

// MARK: Integers

/// A number of things.
protocol EventCount: EventMember where Model == Int {}

extension EventCount {
  static var expected: EventError.Expected { .count }

  static func read(_ view: JSONView) -> EventReading<Int> {
    .integer(view, in: EventRange.count) { Int(truncatingIfNeeded: $0) }
  }

  static func write(_ count: Int, as key: StaticString, to json: inout JSONWriter) {
    json.member(key, count)
  }
}

/// An integer from 0.
extension Int: EventCount {
  static var kind: EventValueKind { .count }
}

/// The code that a process exits with. A larger one would be cut to its last eight bits.
enum ExitCode: EventCount {
  static var kind: EventValueKind { .count }

  static func read(_ view: JSONView) -> EventReading<Int> {
    .integer(view, in: 0...255) { Int(truncatingIfNeeded: $0) }
  }
}

/// An integer from 0, or `null`.
enum CountOrNull: EventCount {
  static var kind: EventValueKind { .orNull(.count) }
}

/// An integer from 1. Zero is read as well: some programs count from there.
enum Ordinal: EventCount {
  static var kind: EventValueKind { .ordinal }
}

/// A duration in whole milliseconds.
enum Milliseconds: EventMember {
  static var kind: EventValueKind { .count }
  static var expected: EventError.Expected { .count }

  static func read(_ view: JSONView) -> EventReading<Duration> {
    .integer(view, in: EventRange.milliseconds) { .milliseconds($0) }
  }

  static func write(_ duration: Duration, as key: StaticString, to json: inout JSONWriter) {
    json.member(key, duration.milliseconds)
  }
}

/// A duration in seconds: whole ones are written, rounded up, and fractions are read as well.
enum Seconds: EventMember {
  static var kind: EventValueKind { .count }
  static var expected: EventError.Expected { .number }

  static func read(_ view: JSONView) -> EventReading<Duration> {
    // Nearly all are whole, and making a duration of a double takes as long as parsing it.
    if let whole = view.integer, 0...Int64(EventRange.seconds.upperBound) ~= whole {
      return .value(.seconds(whole))
    }
    return .number(view, in: EventRange.seconds) { .seconds($0) }
  }

  static func write(_ duration: Duration, as key: StaticString, to json: inout JSONWriter) {
    let (seconds, rest) = duration.components
    json.member(key, rest > 0 ? seconds + 1 : seconds)
  }
}

// MARK: Numbers with a fraction

/// A number that is written with so many decimals at most.
protocol EventNumber: EventMember where Model == Double {
  static var range: ClosedRange<Double> { get }
  static var decimals: Int { get }
}

extension EventNumber {
  static var expected: EventError.Expected { .number }

  static func read(_ view: JSONView) -> EventReading<Double> { .number(view, in: range) { $0 } }

  static func write(_ number: Double, as key: StaticString, to json: inout JSONWriter) {
    json.member(key, number, decimals: decimals)
  }
}

/// A load, or what follows from loads.
enum Figure: EventNumber {
  static var kind: EventValueKind { .number }
  static var range: ClosedRange<Double> { EventRange.figure }
  static var decimals: Int { 2 }
}

/// A figure in seconds.
enum SecondsFigure: EventNumber {
  static var kind: EventValueKind { .number }
  static var range: ClosedRange<Double> { EventRange.seconds }
  static var decimals: Int { 2 }
}

/// A number from 0 to 1 that is computed over days.
enum Share: EventNumber {
  static var kind: EventValueKind { .fraction }
  static var expected: EventError.Expected { .fraction }
  static var range: ClosedRange<Double> { EventRange.fraction }
  static var decimals: Int { 2 }
}

/// A number from 0 to 1 that says how much is done.
enum Fraction: EventNumber {
  static var kind: EventValueKind { .fraction }
  static var expected: EventError.Expected { .fraction }
  static var range: ClosedRange<Double> { EventRange.fraction }
  static var decimals: Int { 4 }
}

// MARK: Times

extension Timestamp: EventMember {
  static var kind: EventValueKind { .time }
  static var expected: EventError.Expected { .time }

  static func read(_ view: JSONView) -> EventReading<Timestamp> {
    .time(view.plainText.flatMap { Timestamp(utf8: $0) })
  }

  static func write(_ time: Timestamp, as key: StaticString, to json: inout JSONWriter) {
    json.member(key, time)
  }
}

extension Day: EventMember {
  static var kind: EventValueKind { .date }
  static var expected: EventError.Expected { .date }

  static func read(_ view: JSONView) -> EventReading<Day> {
    guard let day = view.day else { return .wrong }
    return EventRange.days ~= day.number ? .value(day) : .outOfRange
  }

  static func write(_ day: Day, as key: StaticString, to json: inout JSONWriter) {
    json.member(key, day)
  }
}
