// Reads lines of the event stream, our own of any 1.x and what other programs write: what is known
// besides the members of a line, what it comes to, and what can be wrong with it.

import Codec
package import Model

/// What is known when a line is read, besides the line.
package struct EventContext: Sendable {
  /// The time of lines that have none.
  package var clock = Timestamp(seconds: 0)
  /// Whether the run under way writes nothing.
  package var isDryRun = false
  /// What velo-sync shows for a status; nil for streams that velo-sync wrote. Another program may
  /// use one of our names with a text of its own, which is not passed on.
  package let ownText: (@Sendable (SyncStatus, Timestamp) -> DisplayText)?

  package init(ownText: (@Sendable (SyncStatus, Timestamp) -> DisplayText)? = nil) {
    self.ownText = ownText
  }
}

/// What a line says.
package struct EventLine: Sendable {
  package let kind: SyncEvent.Kind
  private let type: EventType
  /// By the clocks of its writer, where it has them.
  package let stamp: Timestamp?
  package let elapsed: Duration?
  /// Whether all members are there that the format demands of its type, and all are passed on.
  package let isComplete: Bool
  /// What of it is not passed on; nil for nearly all.
  package let omission: EventOmission?
  /// What passes it on; nil unless lines are kept.
  package var received: Received? = nil

  fileprivate init(
    _ kind: SyncEvent.Kind, _ type: EventType, _ head: LineHead, isComplete: Bool,
    omission: EventOmission?
  ) {
    self.kind = kind
    self.type = type
    stamp = head.stamp
    elapsed = head.elapsed.map { .milliseconds($0) }
    self.isComplete = isComplete
    self.omission = omission
  }

  /// Whether it is the first line of a stream, and no event.
  package var isVersion: Bool { type === Events.version.type }
  /// Whether its type is one that this version knows.
  package var isKnown: Bool { type !== EventType.unknown }
}

/// Members of a line that are not passed on. A class, so that an event without any is no larger.
package final class EventOmission: Sendable {
  package let names: [String]
  /// Those among them that nothing replaces: they are out of range.
  package let absent: [String]
  /// What is wrong with the first member that is out of range; nil where none is.
  package let fault: EventError?

  init(names: [String], absent: [String], fault: EventError?) {
    (self.names, self.absent, self.fault) = (names, absent, fault)
  }
}

/// What the members of a line are read with, and what an event leaves out of them.
struct EventReading {
  let context: EventContext
  /// The name of the type as the line has it.
  let typeName: JSONView
  /// When it happened.
  private(set) var stamp: Timestamp
  /// The names of members that are not passed on.
  private var withheld: [String] = []

  init(context: EventContext, typeName: JSONView) {
    self.context = context
    self.typeName = typeName
    stamp = context.clock
  }

  /// Says that the event does not pass this member on.
  mutating func withhold(_ name: String) { withheld.append(name) }

  /// The error of an event without this member, which says nothing.
  func missing(_ name: String) -> EventError { .missing(name, of: typeName.string ?? "") }

  /// What a line comes to.
  ///
  /// - Parameter make: makes the event; nil if the model has no words for it.
  func line<Record>(
    _ head: LineHead, _ type: EventType, _ fields: RecordReading, _ table: Table<Record>,
    _ make: (inout EventReading) throws(EventError) -> SyncEvent.Kind?
  ) throws(EventError) -> EventLine {
    var reading = self
    if let stamp = head.stamp { reading.stamp = stamp }
    let fault = fields.outOfRange.first.map { EventError.outOfRange(table.name(at: $0)) }
    let event: SyncEvent.Kind?
    do throws(EventError) {
      try reading.check(fields, table)
      let made = try make(&reading)
      // A required word that this version does not know makes it an event of a later one.
      event = fields.unknown.isDisjoint(with: table.required) ? made : nil
    } catch {
      // An event that lacks what was left out has that fault.
      throw fault ?? error
    }
    let isWhole = fault == nil && reading.withheld.isEmpty
    let isFull = table.always.subtracting(fields.named).isSubset(of: LineHead.all)
    return EventLine(
      event ?? .foreign(type: DisplayText(typeName.string ?? "")), type, head,
      isComplete: isWhole && isFull,
      omission: isWhole
        ? nil
        : EventOmission(
          names: fields.outOfRange.places.map { table.name(at: $0) } + reading.withheld,
          absent: fields.outOfRange.subtracting(fields.read).places.map { table.name(at: $0) },
          fault: fault))
  }

  /// - Throws: the first member of another kind, or the first without which the event says nothing.
  private func check<Record>(_ fields: RecordReading, _ table: Table<Record>) throws(EventError) {
    let missing = table.required.subtracting(fields.read).subtracting(fields.unknown)
    guard let place = fields.wrong.union(missing).first else { return }
    let name = table.name(at: place)
    guard fields.wrong.contains(FieldSet(place)) else { throw self.missing(name) }
    throw .wrong(name, expected: table.fields[place].access.kind())
  }
}

extension LineHead {
  /// The places of its members in the table of a line.
  fileprivate static let all = FieldSet(Array(table.fields.indices))
}

extension Table {
  fileprivate func name(at place: Int) -> String { fields[place].key.description }
}

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

/// Why a line is no event.
package enum EventError: Error, Hashable, Sendable {
  /// The line ends inside a value: its writing was cut short.
  case torn
  /// The bytes are no JSON from `offset` on.
  case notJSON(offset: Int)
  /// JSON, but no object.
  case notAnObject
  /// The line is longer than any event is.
  case tooLong
  /// No `type`, or one that is no text.
  case noType
  /// A member without which an event of this type says nothing.
  case missing(String, of: String)
  /// A member of another kind than the format says.
  case wrong(String, expected: ValueKind)
  /// A member that is a number out of range, or has one inside.
  case outOfRange(String)
  /// A format that is no version.
  case badVersion
  /// A stream of a later major version, which may mean anything.
  case unknownVersion(DisplayText)

  init(_ error: JSONError, isBlank: Bool) {
    self = error.isCutShort && !isBlank ? .torn : .notJSON(offset: error.offset)
  }
}
