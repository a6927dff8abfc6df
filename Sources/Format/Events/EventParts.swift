// Values made of others: lists, and the objects inside events.

import Codec
import Model

/// An object inside events: its members, and how they become a value of the model.
package protocol EventObject: Sendable {
  static var name: String { get }
  /// One sentence.
  static var about: String { get }
  static var rows: [EventRowEntry] { get }
}

/// An object that is read and written.
protocol EventObjectMember: EventObject, EventListElement {
  /// nil for an object that lacks what it is about.
  static func read(_ members: inout EventObjectFields) -> Model?
  static func write(_ model: Model, to json: inout JSONWriter)
}

extension EventObjectMember {
  static var kind: EventValueKind { .object(self) }
  static var expected: EventError.Expected { .object }

  static func read(_ view: JSONView) -> EventReading<Model> {
    guard view.kind == .object else { return .wrong }
    var members = EventObjectFields(view)
    guard let model = read(&members) else { return .wrong }
    return members.isOutOfRange ? .partial(model) : .value(model)
  }

  static func write(_ model: Model, as key: StaticString, to json: inout JSONWriter) {
    json.object(key) { write(model, to: &$0) }
  }

  static func writeElement(_ model: Model, to json: inout JSONWriter) {
    json.object { write(model, to: &$0) }
  }
}

/// Reads the members of an inner object; what is absent, `null`, of another kind or out of range is
/// nil.
struct EventObjectFields {
  private let view: JSONView
  /// Whether a number in it was out of range.
  private(set) var isOutOfRange = false

  init(_ view: JSONView) {
    self.view = view
  }

  mutating func read<Value: EventMember>(_ row: EventRow<Value>) -> Value.Model? {
    guard let view = view.member(row.key) else { return nil }
    switch Value.read(view) {
    case .value(let model): return model
    case .partial(let model):
      isOutOfRange = true
      return model
    case .outOfRange:
      isOutOfRange = true
      return nil
    case .unknown, .wrong: return nil
    }
  }
}

/// A value of which there are lists.
protocol EventListElement: EventMember {
  static func writeElement(_ model: Model, to json: inout JSONWriter)
}

extension DisplayText: EventListElement {
  static func writeElement(_ text: DisplayText, to json: inout JSONWriter) {
    json.value(text.description)
  }
}

extension Array: EventMember where Element: EventListElement {
  static var kind: EventValueKind { .list(Element.kind) }
  static var expected: EventError.Expected { .list }

  /// Unknown words are left out; a value of another kind makes the whole list wrong.
  static func read(_ view: JSONView) -> EventReading<[Element.Model]> {
    var elements: [Element.Model] = []
    var (isWrong, isPartial) = (false, false)
    let isList = view.forEachElement { element in
      switch Element.read(element) {
      case .value(let model): elements.append(model)
      case .partial(let model):
        elements.append(model)
        isPartial = true
      case .outOfRange: isPartial = true
      case .unknown: break
      case .wrong: isWrong = true
      }
    }
    if isWrong || !isList { return .wrong }
    return isPartial ? .partial(elements) : .value(elements)
  }

  static func write(
    _ elements: [Element.Model], as key: StaticString, to json: inout JSONWriter
  ) {
    json.array(key) { json in
      for element in elements { Element.writeElement(element, to: &json) }
    }
  }
}
