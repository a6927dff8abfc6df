// An object inside an event: the counts of a summary, the rows of a week.

import Codec
import SyncModel

/// Reads the members of an inner object; what is absent, `null` or of another kind is nil.
struct WireObject {
  private let view: JSONView

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

  func integer(_ name: StaticString) -> Int? {
    self[name]?.integer.flatMap { Int(exactly: $0) }
  }

  func number(_ name: StaticString) -> Double? { self[name]?.double }

  func flag(_ name: StaticString) -> Bool? { self[name]?.bool }

  func text(_ name: StaticString) -> DisplayText? {
    self[name]?.string.map { DisplayText($0) }
  }

  func date(_ name: StaticString) -> Day? { self[name]?.day }

  func word<Known>(_ name: StaticString, _ words: WireWords<Known>) -> WireWord<Known>? {
    self[name].flatMap { words.word($0) }
  }

  func object(_ name: StaticString) -> WireObject? { self[name].flatMap { WireObject($0) } }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func elementsEqual(_ text: StaticString) -> Bool {
    elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}
