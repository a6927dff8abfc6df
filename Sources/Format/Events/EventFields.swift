// The members of one line, found by their rows and read by kind.

import Codec
package import Model

/// What is known when a line is read, besides the line.
package struct EventContext: Sendable {
  /// The time of lines that have none.
  package var clock = Timestamp(seconds: 0)
  /// Whether the run under way writes nothing.
  package var isDryRun = false
  /// What velo-sync shows for a status; nil for streams that velo-sync wrote. Another program may use
  /// one of our names with a text of its own, which is not passed on.
  package let ownText: (@Sendable (SyncStatus, Timestamp) -> DisplayText)?

  package init(ownText: (@Sendable (SyncStatus, Timestamp) -> DisplayText)? = nil) {
    self.ownText = ownText
  }
}

/// Reads the members of a line. `null` counts as absent, and so does a number out of range.
struct EventFields {
  let context: EventContext
  /// When it happened.
  var stamp: Timestamp
  /// Members that are a number out of range, or have one inside, by their places.
  private var outOfRange = JSONWordSet()
  /// Members that are not passed on for another reason.
  private var withheld = JSONWordSet()

  private let record: JSONRecord
  /// The name of the type.
  private let type: JSONView
  private let keys: UnsafeBufferPointer<StaticString>
  /// The place of the member read last.
  private var place = 0

  /// - Parameters:
  ///   - keys: those by which the record was made, in the same order; they must outlive the fields.
  ///   - type: the name of the type.
  init(
    _ record: JSONRecord, keys: UnsafeBufferPointer<StaticString>, of type: JSONView,
    _ context: EventContext
  ) {
    self.record = record
    self.keys = keys
    self.type = type
    self.context = context
    stamp = context.clock
  }

  /// The event in place of one that cannot be shown in the model's words.
  var foreign: SyncEvent.Kind { .foreign(type: DisplayText(type.string ?? "")) }

  // MARK: Finding

  /// Members are read in the order of their rows, so each is looked for after the one before.
  @inline(__always)
  private mutating func find(_ key: StaticString) -> JSONView? {
    place += 1
    if place >= keys.count || keys[place].utf8Start != key.utf8Start { place = search(key) }
    return record[place]
  }

  @inline(never)
  private func search(_ key: StaticString) -> Int {
    var at = place
    while at < keys.count {
      if keys[at].utf8Start == key.utf8Start { return at }
      at += 1
    }
    // An earlier member, or another copy of the same constant.
    let found = keys.firstIndex { $0.isEqual(to: key) }
    assert(found != nil, "\(key) is not in the table of \(type.string ?? "")")
    return found ?? 0
  }

  mutating func has<Value>(_ row: EventRow<Value>) -> Bool { find(row.key) != nil }

  /// Says that the event does not pass this member on.
  mutating func withhold<Value>(_ row: EventRow<Value>) {
    if find(row.key) != nil { withheld.insert(place) }
  }

  /// Whether all of the line is passed on.
  var isWhole: Bool { outOfRange.isEmpty && withheld.isEmpty }

  /// What of the line is not passed on.
  var omission: EventOmission? {
    if isWhole { return nil }
    let places = keys.indices.filter { outOfRange.contains($0) || withheld.contains($0) }
    return EventOmission(
      names: places.map { keys[$0].description },
      fault: places.first { outOfRange.contains($0) }
        .map { .outOfRange(keys[$0].description) })
  }

  /// The error of an event without this member, which says nothing.
  func missing<Value>(_ row: EventRow<Value>) -> EventError {
    .missing(row.name, of: type.string ?? "")
  }

  // MARK: Reading

  /// The value of a member; nil when it is absent, out of range or an unknown word.
  ///
  /// - Throws: `wrong` for a value of another kind.
  mutating func read<Value: EventMember>(
    _ row: EventRow<Value>
  ) throws(EventError) -> Value.Model? {
    guard let view = find(row.key) else { return nil }
    return try take(Value.read(view), of: row)
  }

  /// A time, where many that follow each other are alike.
  mutating func read(
    _ row: EventRow<Timestamp>, _ times: inout TimestampParser
  ) throws(EventError) -> Timestamp? {
    guard let view = find(row.key) else { return nil }
    return try take(.time(view.plainText.flatMap { times.parse(utf8: $0) }), of: row)
  }

  @inline(__always)
  private mutating func take<Value: EventMember>(
    _ reading: EventReading<Value.Model>, of row: EventRow<Value>
  ) throws(EventError) -> Value.Model? {
    switch reading {
    case .value(let model): return model
    case .partial(let model):
      outOfRange.insert(place)
      return model
    case .outOfRange: outOfRange.insert(place)
    case .unknown: break
    case .wrong: throw .wrong(row.name, expected: Value.expected)
    }
    return nil
  }

  /// A value without which the event says nothing.
  mutating func required<Value: EventMember>(
    _ row: EventRow<Value>
  ) throws(EventError) -> Value.Model {
    guard let value = try read(row) else { throw missing(row) }
    return value
  }

  /// A word without which the event says nothing; nil for one that this version does not know.
  mutating func required<Word: EventWord>(_ row: EventRow<Word>) throws(EventError) -> Word? {
    let word = try read(row)
    if word == nil, record[place] == nil { throw missing(row) }
    return word
  }

  /// The text of a string member, whatever the row says of it.
  mutating func text<Value>(of row: EventRow<Value>) throws(EventError) -> DisplayText? {
    guard let view = find(row.key) else { return nil }
    guard let text = view.string else { throw .wrong(row.name, expected: .text) }
    return DisplayText(text)
  }
}

extension StaticString {
  fileprivate func isEqual(to other: StaticString) -> Bool {
    UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
      .elementsEqual(UnsafeBufferPointer(start: other.utf8Start, count: other.utf8CodeUnitCount))
  }
}
