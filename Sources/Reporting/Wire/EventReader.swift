// Turns lines of the stream into events of the model, whoever wrote them.

package import SyncModel

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
    /// What passes it on; nil unless members are kept.
    package let received: Received?
    /// By the clocks of its writer, where it told them.
    package let stamp: Timestamp?
    package let elapsed: Duration?
    /// Whether its type is one that this version knows.
    package let isKnown: Bool
  }

  private var decoder: EventDecoder
  private let isRecorded: Bool
  private var isDryRun = false
  /// The clock of the writer, as far as it told: what lines without a time are dated by.
  private var clock = Timestamp(seconds: 0)

  /// - Parameters:
  ///   - keepsMembers: whether the lines are passed on.
  ///   - isRecorded: whether the writer's own times stand when they are; else they happen now.
  package init(keepsMembers: Bool, isRecorded: Bool) {
    self.isRecorded = isRecorded
    decoder = EventDecoder(keepsMembers: keepsMembers)
  }

  /// Reads a line, with or without its end.
  ///
  /// - Parameter now: the time of lines that tell none; nil for that of the line before.
  /// - Throws: why it is no event; the next line can be read all the same.
  package mutating func read(
    _ line: UnsafeBufferPointer<UInt8>, now: Timestamp? = nil
  ) throws(WireError) -> Line {
    let line = try decoder.decode(line)
    if let stamp = line.ts ?? now { clock = stamp }
    var isKnown = true
    switch line.event {
    case .version: return .version
    case .unknown: isKnown = false
    case .runStarted(let start): isDryRun = start.dryRun ?? false
    default: break
    }
    return .event(
      Event(
        kind: line.event.kind(at: clock, isDryRun: isDryRun),
        received: line.received(isRecorded: isRecorded), stamp: line.ts, elapsed: line.elapsed,
        isKnown: isKnown))
  }
}

extension WireLine {
  /// What passes the line on; nil when its members were not kept.
  fileprivate func received(isRecorded: Bool) -> Received? {
    members.map { members in
      Received(
        members: members, isComplete: isComplete, stamp: isRecorded ? ts : nil,
        elapsed: isRecorded ? elapsed : nil)
    }
  }
}
