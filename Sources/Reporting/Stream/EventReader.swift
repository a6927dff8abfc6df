// Reads the lines of one writer: what a line means depends on those before. One warning a run names
// the first fault.

import Codec
package import Format
package import Model

/// Reads the lines of one writer, in their order.
package struct EventReader: Sendable {
  private var decoder = EventDecoder()
  /// What the lines so far said.
  private var context: EventContext
  private let keepsLines: Bool
  private let isRecorded: Bool

  /// - Parameters:
  ///   - keepsLines: whether the lines are passed on.
  ///   - isRecorded: whether velo-sync wrote them, and its times stand; else they happen now.
  package init(keepsLines: Bool, isRecorded: Bool) {
    let ownMessages = Messages(clock: .utc, home: nil)
    context = isRecorded ? EventContext() : EventContext(ownText: { ownMessages.text($0, now: $1) })
    self.keepsLines = keepsLines
    self.isRecorded = isRecorded
  }

  /// Reads a line, with or without its end.
  ///
  /// - Parameter now: the time of lines that have none; nil for that of the line before.
  /// - Throws: why it is no event; the next line can be read all the same.
  package mutating func read(
    _ line: UnsafeBufferPointer<UInt8>, now: Timestamp? = nil
  ) throws(EventError) -> EventLine {
    if let now { context.clock = now }
    var event = try decoder.decode(line, context)
    if let stamp = event.stamp { context.clock = stamp }
    if case .runStarted(let start) = event.kind { context.isDryRun = start.dryRun }
    if keepsLines, !event.isVersion {
      event.received = Received(
        line: event.omission.map { ReceivedMembers.line(line, without: $0.names) } ?? Array(line),
        isComplete: event.isComplete, absent: event.omission?.absent ?? [],
        stamp: isRecorded ? event.stamp : nil, elapsed: isRecorded ? event.elapsed : nil)
    }
    return event
  }
}

/// Counts invalid events, in whole or in part, and keeps the first.
package struct EventFaults: Sendable {
  /// How much of the first invalid line a warning may show, in bytes.
  private static let shown = 160

  package private(set) var count = 0
  package private(set) var first: EventError?
  /// The beginning of the line with the first fault; empty for one that was too long to keep.
  package private(set) var line: DisplayText = ""

  package init() {}

  mutating func note(_ fault: EventError, in line: UnsafeBufferPointer<UInt8>? = nil) {
    count += 1
    guard first == nil else { return }
    first = fault
    guard let line else { return }
    self.line = DisplayText(String(decoding: line.prefix(Self.shown), as: UTF8.self))
  }
}

enum ReceivedMembers {
  /// The type, and all members but the common ones as they were sent. Signs that could change what
  /// a terminal shows stand there as escapes: they can only be inside strings, which say the same
  /// then.
  ///
  /// - Parameter line: one that was read before, and so is an object.
  static func of(_ line: [UInt8], _ parser: inout JSONParser) -> (DisplayText, [UInt8]) {
    var (type, members) = ("" as DisplayText, [] as [UInt8])
    line.withUnsafeBufferPointer { line in
      try? parser.parse(line) { view in
        type = DisplayText(view.member("type")?.string ?? "")
        members = view.members { !EventType.isCommon($0) }
      }
    }
    return (type, JSONEscape.escaping(members))
  }

  /// A line without some of its members.
  static func line(_ line: UnsafeBufferPointer<UInt8>, without names: [String]) -> [UInt8] {
    var rest: [UInt8] = []
    var parser = JSONParser()
    try? parser.parse(line) { view in
      rest = view.members { name in !names.contains(name.string ?? "") }
    }
    return [UInt8(ascii: "{")] + rest + [UInt8(ascii: "}")]
  }
}
