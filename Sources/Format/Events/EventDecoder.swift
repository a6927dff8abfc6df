// Reads lines of the event stream: our own of any 1.x, and what other programs write.

import Codec
import Model

/// Decodes one line after another. Types and members that are not known change nothing.
package struct EventDecoder: Sendable {
  private var parser = JSONParser()

  package init() {}

  /// Decodes a line, with or without its end.
  ///
  /// - Throws: what is wrong with it; the next line can be decoded all the same.
  package mutating func decode(
    _ line: UnsafeBufferPointer<UInt8>, _ context: EventContext
  ) throws(EventError) -> EventLine {
    var decoded: Result<EventLine, EventError> = .failure(.notAnObject)
    do throws(JSONError) {
      try parser.parse(line) { view in
        decoded = Result { () throws(EventError) in try Self.decode(view, context) }
      }
    } catch {
      throw EventError(error, isBlank: line.allSatisfy { $0 <= 0x20 })
    }
    return try decoded.get()
  }

  private static func decode(
    _ view: JSONView, _ context: EventContext
  ) throws(EventError) -> EventLine {
    guard let name = view.member("type"), name.kind == .string else {
      throw view.kind == .object ? .noType : .notAnObject
    }
    let type = EventType.all.first { $0.name ~= name } ?? .unknown
    return try type.read(view, named: name, context)
  }
}
