// Reads lines of the event stream: our own of any 1.x, and what other programs write.

import Codec
package import Model

/// What a line says.
package struct EventLine: Sendable {
  package let kind: SyncEvent.Kind
  /// By the clocks of its writer, where it has them.
  package let stamp: Timestamp?
  package let elapsed: Duration?
  /// Whether it is the first line of a stream, and no event.
  package let isVersion: Bool
  /// Whether its type is one that this version knows.
  package let isKnown: Bool
  /// Whether all members are there that the format demands of its type, and all are passed on.
  package let isComplete: Bool
  /// What of it is not passed on; nil for nearly all.
  package let omission: EventOmission?
  /// What passes it on; nil unless lines are kept.
  package var received: Received? = nil
}

/// Members of a line that are not passed on. A class, so that an event without any is no larger.
package final class EventOmission: Sendable {
  package let names: [String]
  /// What is wrong with the first member that is out of range; nil where none is.
  package let fault: EventError?

  init(names: [String], fault: EventError?) {
    self.names = names
    self.fault = fault
  }
}

/// Decodes one line after another. Types and members that are not known change nothing.
package struct EventDecoder: Sendable {
  private var parser = JSONParser()
  private var times = TimestampParser()
  /// By type, the last one for unknown types.
  private var finders = Self.unusedFinders

  private static let unusedFinders = (EventType.all + [.unknown]).map {
    JSONMemberFinder($0.keys.map(\.description))
  }

  package init() {}

  /// Decodes a line, with or without its end, and calls `body` with it where it is: a line is too
  /// large to be moved about a million times a second.
  ///
  /// - Throws: what is wrong with it; the next line can be decoded all the same.
  package mutating func decode(
    _ line: UnsafeBufferPointer<UInt8>, _ context: EventContext,
    _ body: (consuming EventLine) -> Void
  ) throws(EventError) {
    try Self.decode(line, context, &parser, &times, &finders, body)
  }

  private static func decode(
    _ line: UnsafeBufferPointer<UInt8>, _ context: EventContext, _ parser: inout JSONParser,
    _ times: inout TimestampParser, _ finders: inout [JSONMemberFinder],
    _ body: (consuming EventLine) -> Void
  ) throws(EventError) {
    var trouble: EventError?
    do throws(JSONError) {
      try parser.parse(line) { view in
        do throws(EventError) {
          try decode(view, context, &times, &finders, body)
        } catch {
          trouble = error
        }
      }
    } catch {
      throw EventError(error, isBlank: line.allSatisfy { $0 <= 0x20 })
    }
    if let trouble { throw trouble }
  }

  private static func decode(
    _ view: JSONView, _ context: EventContext, _ times: inout TimestampParser,
    _ finders: inout [JSONMemberFinder], _ body: (consuming EventLine) -> Void
  ) throws(EventError) {
    guard let name = view.member(CommonMembers.type.key), name.kind == .string else {
      throw view.kind == .object ? .noType : .notAnObject
    }
    let known = EventType.names.index(of: name)
    let type = known.map { EventType.all[$0] } ?? .unknown
    let place = known ?? finders.count - 1
    var trouble: EventError?
    type.keys.withUnsafeBufferPointer { keys in
      finders[place].find(in: view) { record in
        guard let record else { return }
        do throws(EventError) {
          var fields = EventFields(record, keys: keys, of: name, context)
          body(try line(of: type, &fields, record.names, &times))
        } catch {
          trouble = error
        }
      }
    }
    if let trouble { throw trouble }
  }
}

extension EventDecoder {
  /// - Parameter present: the places of the members that are there.
  private static func line(
    of type: EventType, _ fields: inout EventFields, _ present: JSONWordSet,
    _ times: inout TimestampParser
  ) throws(EventError) -> EventLine {
    let stamp = try fields.read(CommonMembers.stamp, &times)
    _ = try fields.read(CommonMembers.sequence)
    let elapsed = try fields.read(CommonMembers.elapsed)
    if let stamp { fields.stamp = stamp }
    let kind: SyncEvent.Kind
    do throws(EventError) {
      kind = try type.read(&fields)
    } catch {
      // An event that lacks what was left out has that fault.
      throw fields.omission?.fault ?? error
    }
    // Made at once: an initializer that throws would copy what it has so far.
    return EventLine(
      kind: kind, stamp: stamp, elapsed: elapsed, isVersion: type === VersionEvent.type,
      isKnown: type !== EventType.unknown,
      isComplete: fields.isWhole && type.required.subtracting(present).isEmpty,
      omission: fields.isWhole ? nil : fields.omission)
  }
}
