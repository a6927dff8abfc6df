// The members of one line, found by name and read by kind.

import Format
import Codec
import Model

/// The ranges of numbers from outside. A number beyond them counts as absent, so that nothing that is
/// computed from those inside can overflow.
enum WireRange {
  /// What a double holds exactly.
  static let count: ClosedRange<Int64> = 0...1 << 53
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

/// Reads the members of a line. `null` counts as absent, and so does a number out of range.
struct WireFields {
  let record: JSONRecord
  /// Members that are a number out of range, or have one inside.
  private(set) var outOfRange = JSONWordSet()

  init(_ record: JSONRecord) {
    self.record = record
  }

  /// Those that are there.
  var present: JSONWordSet { record.names }

  func view(_ field: WireField) -> JSONView? { record[field.place] }

  func text(_ field: WireField) throws(WireError) -> DisplayText? {
    guard let view = view(field) else { return nil }
    return DisplayText(try view.read(field, .text) { $0.string })
  }

  func flag(_ field: WireField) throws(WireError) -> Bool? {
    try view(field)?.read(field, .flag) { $0.bool }
  }

  // MARK: Numbers and times

  /// An integer that is not negative.
  mutating func count(_ field: WireField) throws(WireError) -> Int? {
    try integer(field, in: WireRange.count, .count).map { Int(truncatingIfNeeded: $0) }
  }

  mutating func milliseconds(_ field: WireField) throws(WireError) -> Duration? {
    try integer(field, in: WireRange.milliseconds, .count).map { .milliseconds($0) }
  }

  mutating func seconds(_ field: WireField) throws(WireError) -> Duration? {
    try number(field, in: WireRange.seconds, .number).map { .seconds($0) }
  }

  mutating func fraction(_ field: WireField) throws(WireError) -> Double? {
    try number(field, in: WireRange.fraction, .fraction)
  }

  /// A load, or what follows from loads.
  mutating func figure(_ field: WireField) throws(WireError) -> Double? {
    try number(field, in: WireRange.figure, .number)
  }

  mutating func time(_ field: WireField) throws(WireError) -> Timestamp? {
    guard let view = view(field) else { return nil }
    let stamp = try view.read(field, .time) { $0.plainText.flatMap { Timestamp(utf8: $0) } }
    return timestamp(field, stamp)
  }

  /// The same, where many that follow each other are alike.
  mutating func time(_ field: WireField, _ times: inout TimestampParser) throws(WireError)
    -> Timestamp?
  {
    guard let view = view(field) else { return nil }
    let stamp = try view.read(field, .time) { $0.plainText.flatMap { times.parse(utf8: $0) } }
    return timestamp(field, stamp)
  }

  mutating func date(_ field: WireField) throws(WireError) -> Day? {
    guard let view = view(field) else { return nil }
    let day = try view.read(field, .date) { $0.day }
    if WireRange.days ~= day.number { return day }
    outOfRange.insert(field.place)
    return nil
  }

  @inline(__always)
  private mutating func integer(
    _ field: WireField, in range: ClosedRange<Int64>, _ expected: WireError.Expected
  ) throws(WireError) -> Int64? {
    guard let view = view(field) else { return nil }
    if let value = view.integer, range ~= value { return value }
    try leaveOut(field, view.isInteger, expected)
    return nil
  }

  @inline(__always)
  private mutating func number(
    _ field: WireField, in range: ClosedRange<Double>, _ expected: WireError.Expected
  ) throws(WireError) -> Double? {
    guard let view = view(field) else { return nil }
    if let value = view.double, range ~= value { return value }
    try leaveOut(field, view.kind == .number, expected)
    return nil
  }

  @inline(__always)
  private mutating func timestamp(_ field: WireField, _ stamp: Timestamp) -> Timestamp? {
    if WireRange.times ~= stamp.seconds { return stamp }
    outOfRange.insert(field.place)
    return nil
  }

  /// - Parameter isKind: whether nothing but the range is wrong.
  private mutating func leaveOut(
    _ field: WireField, _ isKind: Bool, _ expected: WireError.Expected
  ) throws(WireError) {
    guard isKind else { throw .wrong(field, expected: expected) }
    outOfRange.insert(field.place)
  }

  // MARK: Words, lists and objects

  func word<Known>(
    _ field: WireField, _ words: OpenEnumTable<Known>
  ) throws(WireError) -> OpenEnum<Known>? {
    try view(field)?.read(field, .text) { words.word($0) }
  }

  func texts(_ field: WireField) throws(WireError) -> [DisplayText]? {
    try view(field)?.read(field, .list) { $0.list { $0.string.map { DisplayText($0) } } }
  }

  func words<Known>(
    _ field: WireField, _ words: OpenEnumTable<Known>
  ) throws(WireError) -> [OpenEnum<Known>]? {
    try view(field)?.read(field, .list) { $0.list { words.word($0) } }
  }

  /// A list of objects.
  mutating func list<Element>(
    _ field: WireField, _ element: (inout WireObject) -> Element?
  ) throws(WireError) -> [Element]? {
    guard let view = view(field) else { return nil }
    let elements = view.list { read($0, of: field, element) }
    guard let elements else { throw .wrong(field, expected: .list) }
    return elements
  }

  mutating func object<Value>(
    _ field: WireField, _ value: (inout WireObject) -> Value?
  ) throws(WireError) -> Value? {
    guard let view = view(field) else { return nil }
    guard let value = read(view, of: field, value) else { throw .wrong(field, expected: .object) }
    return value
  }

  private mutating func read<Value>(
    _ view: JSONView, of field: WireField, _ value: (inout WireObject) -> Value?
  ) -> Value? {
    guard var object = WireObject(view) else { return nil }
    defer { if object.isOutOfRange { outOfRange.insert(field.place) } }
    return value(&object)
  }
}

extension JSONView {
  /// What `read` makes of the value.
  @inline(__always)
  fileprivate func read<Value>(
    _ field: WireField, _ expected: WireError.Expected, _ read: (JSONView) -> Value?
  ) throws(WireError) -> Value {
    guard let value = read(self) else { throw .wrong(field, expected: expected) }
    return value
  }

  /// The elements of an array, if `element` can read them all.
  func list<Element>(_ element: (JSONView) -> Element?) -> [Element]? {
    var elements: [Element] = []
    var isWhole = true
    let isList = forEachElement { view in
      if let element = element(view) { elements.append(element) } else { isWhole = false }
    }
    return isList && isWhole ? elements : nil
  }

  /// Whether it is an integral number, however large.
  var isInteger: Bool {
    guard kind == .number else { return false }
    // From 2^53 on every double is integral.
    return integer != nil || double.map { $0.magnitude >= 0x1p53 } ?? true
  }
}
