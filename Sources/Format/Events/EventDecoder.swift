// Reads lines of the event stream: our own of any 1.x, and what other programs write.

import Codec
package import Model

/// What a line says.
package struct EventLine: Sendable {
  package let kind: SyncEvent.Kind
  /// By the clocks of its writer, where it has them.
  package let stamp: Timestamp?
  package let elapsed: Duration?
  /// Its number in the stream, from 1.
  package let sequence: Int?
  /// Whether it is the first line of a stream, and no event.
  package let isVersion: Bool
  /// Whether its type is one that this version knows.
  package let isKnown: Bool
  /// Whether all members are there that the format demands of its type, and all are passed on.
  package let isComplete: Bool
  /// What of it is not passed on; nil for nearly all.
  package let omission: EventOmission?
  /// What passes it on; nil unless lines are kept.
  package var received: Received?
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
  /// By type, the last one for unknown types; each made when its first line comes.
  private var finders = [JSONMemberFinder?](repeating: nil, count: EventType.all.count + 1)

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
    _ times: inout TimestampParser, _ finders: inout [JSONMemberFinder?],
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
    _ finders: inout [JSONMemberFinder?], _ body: (consuming EventLine) -> Void
  ) throws(EventError) {
    guard view.kind == .object else { throw .notAnObject }
    guard let name = view.member(CommonMembers.type.key), name.kind == .string else {
      throw .noType
    }
    let place = EventType.names.index(of: name)
    let type = place.map { EventType.all[$0] }
    let index = place ?? EventType.all.count
    if finders[index] == nil {
      let keys = type?.keys ?? EventType.commonKeys
      finders[index] = JSONMemberFinder(keys.map(\.description))
    }
    var trouble: EventError?
    finders[index]?.find(in: view) { record in
      guard let record else { return }
      do throws(EventError) {
        body(try EventLine(record, type, name, context, &times))
      } catch {
        trouble = error
      }
    }
    if let trouble { throw trouble }
  }
}

extension EventLine {
  fileprivate init(
    _ record: JSONRecord, _ type: EventType?, _ name: JSONView, _ context: EventContext,
    _ times: inout TimestampParser
  ) throws(EventError) {
    let keys = type?.keys ?? EventType.commonKeys
    var fields = EventFields(record, keys: keys, of: type?.name ?? "", context)
    stamp = try fields.read(CommonMembers.stamp, &times)
    sequence = try fields.read(CommonMembers.sequence)
    elapsed = try fields.read(CommonMembers.elapsed)
    fields.stamp = stamp ?? context.clock
    if let type {
      do throws(EventError) {
        kind = try type.read(&fields)
      } catch {
        // An event that lacks what was left out has that fault.
        throw fields.omission?.fault ?? error
      }
      isComplete =
        type.required.subtracting(record.names).isEmpty && fields.omittedNothing
    } else {
      kind = .foreign(type: DisplayText(name.string ?? ""))
      isComplete = fields.omittedNothing
    }
    isKnown = type != nil
    isVersion = type === VersionEvent.type
    omission = fields.omission
  }
}
