// Turns lines of the stream into events of the model, whoever wrote them.

import Codec
package import Model

/// Reads the lines of one writer, in their order.
package struct EventReader: Sendable {
  /// What a line came to.
  package enum Line: Sendable {
    /// The first line of a stream.
    case version
    case event(Event)
  }

  /// An event as it was written.
  package struct Event: Sendable {
    package let kind: SyncEvent.Kind
    /// What passes it on; nil unless lines are kept.
    package fileprivate(set) var received: Received?
    /// By the clocks of its writer, where it told them.
    package let stamp: Timestamp?
    package let elapsed: Duration?
    /// Whether its type is one that this version knows.
    package let isKnown: Bool
    /// Whether all members are there that the format demands of its type.
    let isComplete: Bool
    /// What of it is not passed on; nil for nearly all.
    let omission: Omission?

    /// Keeps the line of an event that happens now.
    mutating func keep(_ line: some Sequence<UInt8>) {
      received = Received(line: Array(line), isComplete: isComplete)
    }
  }

  private var decoder = EventDecoder()
  private var teller: Teller

  /// - Parameters:
  ///   - keepsLines: whether the lines are passed on.
  ///   - isRecorded: whether the writer's own times stand when they are; else they happen now.
  package init(keepsLines: Bool, isRecorded: Bool) {
    teller = Teller(keepsLines: keepsLines, isRecorded: isRecorded)
  }

  /// Reads a line, with or without its end.
  ///
  /// - Parameter now: the time of lines that tell none; nil for that of the line before.
  /// - Throws: why it is no event; the next line can be read all the same.
  package mutating func read(
    _ line: UnsafeBufferPointer<UInt8>, now: Timestamp? = nil
  ) throws(WireError) -> Line {
    var read = Line.version
    try self.read(line, now: now) { read = $0 }
    return read
  }

  /// Reads a line, with or without its end, and calls `body` with what it came to: an event is too
  /// large to be moved about a million times a second.
  ///
  /// - Parameter now: the time of lines that tell none; nil for that of the line before.
  /// - Throws: why it is no event; the next line can be read all the same.
  mutating func read(
    _ line: UnsafeBufferPointer<UInt8>, now: Timestamp? = nil, _ body: (consuming Line) -> Void
  ) throws(WireError) {
    try Self.read(line, now: now, &decoder, &teller, body)
  }

  private static func read(
    _ line: UnsafeBufferPointer<UInt8>, now: Timestamp?, _ decoder: inout EventDecoder,
    _ teller: inout Teller, _ body: (consuming Line) -> Void
  ) throws(WireError) {
    try decoder.decode(line) { body(teller.tell($0, of: line, now: now)) }
  }
}

/// Members of a line that are not passed on. A class, so that an event without any is no larger.
final class Omission: Sendable {
  /// Those that count as absent: see ``WireRange``.
  let outOfRange: JSONWordSet
  /// Those, and the code of an error that is none of ours.
  let members: JSONWordSet

  init(outOfRange: JSONWordSet, members: JSONWordSet) {
    self.outOfRange = outOfRange
    self.members = members
  }

  /// What is wrong with the line; nil where nothing is out of range.
  var fault: WireError? { outOfRange.isEmpty ? nil : WireError(outOfRange: outOfRange) }
}

/// What the lines of one writer mean depends on those before.
private struct Teller: Sendable {
  let keepsLines: Bool
  let isRecorded: Bool
  private var isDryRun = false
  /// The clock of the writer, as far as it told: what lines without a time are dated by.
  private var clock = Timestamp(seconds: 0)

  init(keepsLines: Bool, isRecorded: Bool) {
    self.keepsLines = keepsLines
    self.isRecorded = isRecorded
  }

  mutating func tell(
    _ line: WireLine, of text: UnsafeBufferPointer<UInt8>, now: Timestamp?
  ) -> EventReader.Line {
    if let stamp = line.ts ?? now { clock = stamp }
    if case .version = line.event { return .version }
    let kind = line.event.kind(at: clock, isDryRun: isDryRun, isOurs: isRecorded)
    if case .runStarted(let start) = kind { isDryRun = start.dryRun }
    var isKnown = true
    if case .unknown = line.event { isKnown = false }
    let omission = omission(of: line)
    let isComplete = line.isComplete && omission == nil
    let received =
      keepsLines
      ? Received(
        line: omission.map { ReceivedMembers.line(text, without: $0.members) } ?? Array(text),
        isComplete: isComplete, stamp: isRecorded ? line.ts : nil,
        elapsed: isRecorded ? line.elapsed : nil)
      : nil
    return .event(
      EventReader.Event(
        kind: kind, received: received, stamp: line.ts, elapsed: line.elapsed, isKnown: isKnown,
        isComplete: isComplete, omission: omission))
  }

  /// An error of a program has a code of ours; a recording keeps what a later version wrote.
  private func omission(of line: borrowing WireLine) -> Omission? {
    var members = line.outOfRange
    if !isRecorded, case .error(let failure) = line.event, failure.hasForeignCode {
      members.insert(WireField.code.place)
    }
    return members.isEmpty ? nil : Omission(outOfRange: line.outOfRange, members: members)
  }
}
