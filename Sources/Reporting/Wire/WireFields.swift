// The members of one line, found by name and read by kind.

import Codec
import SyncModel

/// Reads the members of a line. `null` counts as absent.
struct WireFields {
  let record: JSONRecord

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

  func integer(_ field: WireField) throws(WireError) -> Int? {
    try view(field)?.read(field, .integer) { $0.integer.flatMap { Int(exactly: $0) } }
  }

  /// An integer that is not negative.
  func count(_ field: WireField) throws(WireError) -> Int? {
    try view(field)?.read(field, .count) {
      $0.integer.flatMap { Int(exactly: $0) }.flatMap { $0 < 0 ? nil : $0 }
    }
  }

  func number(_ field: WireField) throws(WireError) -> Double? {
    try view(field)?.read(field, .number) { $0.double }
  }

  func fraction(_ field: WireField) throws(WireError) -> Double? {
    try view(field)?.read(field, .fraction) { $0.double.flatMap { 0...1 ~= $0 ? $0 : nil } }
  }

  func milliseconds(_ field: WireField) throws(WireError) -> Duration? {
    try count(field).map { .milliseconds($0) }
  }

  func time(_ field: WireField) throws(WireError) -> Timestamp? {
    try view(field)?.read(field, .time) {
      $0.plainText.flatMap { UTCTime.seconds(utf8: $0) }.map { Timestamp(seconds: $0) }
    }
  }

  /// The same, where many that follow each other are alike.
  func time(_ field: WireField, _ times: inout UTCTimes) throws(WireError) -> Timestamp? {
    try view(field)?.read(field, .time) {
      $0.plainText.flatMap { times.seconds(utf8: $0) }.map { Timestamp(seconds: $0) }
    }
  }

  func date(_ field: WireField) throws(WireError) -> Day? {
    try view(field)?.read(field, .date) { $0.day }
  }

  func word<Known>(
    _ field: WireField, _ words: WireWords<Known>
  ) throws(WireError) -> WireWord<Known>? {
    try view(field)?.read(field, .text) { words.word($0) }
  }

  func texts(_ field: WireField) throws(WireError) -> [DisplayText]? {
    try view(field)?.read(field, .list) { $0.list { $0.string.map { DisplayText($0) } } }
  }

  func words<Known>(
    _ field: WireField, _ words: WireWords<Known>
  ) throws(WireError) -> [WireWord<Known>]? {
    try view(field)?.read(field, .list) { $0.list { words.word($0) } }
  }

  /// A list of objects.
  func list<Element>(
    _ field: WireField, _ element: (WireObject) -> Element?
  ) throws(WireError) -> [Element]? {
    try view(field)?.read(field, .list) { $0.list { WireObject($0).flatMap(element) } }
  }

  func object<Value>(
    _ field: WireField, _ value: (WireObject) -> Value?
  ) throws(WireError) -> Value? {
    try view(field)?.read(field, .object) { WireObject($0).flatMap(value) }
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

  /// A calendar day.
  var day: Day? {
    guard let text = string, let date = CivilDate(text) else { return nil }
    return Day(number: date.daysSince1970)
  }
}
