// An object inside an event: the counts of a summary, the rows of a week.

import Format
import Codec
import Model

/// Reads the members of an inner object; what is absent, `null`, of another kind or out of range is
/// nil.
struct WireObject {
  private let view: JSONView
  /// Whether a number in it was out of range.
  private(set) var isOutOfRange = false

  init?(_ view: JSONView) {
    guard view.kind == .object else { return nil }
    self.view = view
  }

  subscript(name: StaticString) -> JSONView? {
    var found: JSONView?
    _ = view.forEachMember { key, value in
      if found == nil, let text = key.plainText, text.elementsEqual(name) { found = value }
    }
    return found
  }

  /// An integer that is not negative.
  mutating func count(_ name: StaticString) -> Int? {
    guard let view = self[name], view.isInteger else { return nil }
    return inside(
      view.integer.flatMap { WireRange.count ~= $0 ? Int(truncatingIfNeeded: $0) : nil })
  }

  /// A load, or what follows from loads.
  mutating func figure(_ name: StaticString) -> Double? { number(name, in: WireRange.figure) }

  mutating func seconds(_ name: StaticString) -> Double? { number(name, in: WireRange.seconds) }

  mutating func fraction(_ name: StaticString) -> Double? { number(name, in: WireRange.fraction) }

  func flag(_ name: StaticString) -> Bool? { self[name]?.bool }

  func text(_ name: StaticString) -> DisplayText? {
    self[name]?.string.map { DisplayText($0) }
  }

  mutating func date(_ name: StaticString) -> Day? {
    guard let day = self[name]?.day else { return nil }
    return inside(WireRange.days ~= day.number ? day : nil)
  }

  func word<Known>(_ name: StaticString, _ words: OpenEnumTable<Known>) -> OpenEnum<Known>? {
    self[name].flatMap { words.word($0) }
  }

  mutating func object<Value>(
    _ name: StaticString, _ value: (inout WireObject) -> Value
  ) -> Value? {
    guard var object = self[name].flatMap({ WireObject($0) }) else { return nil }
    defer { if object.isOutOfRange { isOutOfRange = true } }
    return value(&object)
  }

  private mutating func number(_ name: StaticString, in range: ClosedRange<Double>) -> Double? {
    guard let view = self[name], view.kind == .number else { return nil }
    return inside(view.double.flatMap { range ~= $0 ? $0 : nil })
  }

  /// - Parameter value: nil for one out of range.
  private mutating func inside<Value>(_ value: Value?) -> Value? {
    if value == nil { isOutOfRange = true }
    return value
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func elementsEqual(_ text: StaticString) -> Bool {
    elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}
