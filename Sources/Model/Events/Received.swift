// An event from outside, kept byte for byte: later versions may understand more of it.

/// The line that an event was read from, when another program or an earlier run reported it.
package final class Received: Sendable {
  /// The line as received.
  package let line: [UInt8]
  /// Whether all members that the format requires are present.
  package let isComplete: Bool
  /// The wall-clock time of the recording; nil for a live event.
  package let stamp: Timestamp?
  /// The time since the beginning of the recorded run; nil for a live event.
  package let elapsed: Duration?

  package init(
    line: [UInt8], isComplete: Bool, stamp: Timestamp? = nil, elapsed: Duration? = nil
  ) {
    self.line = line
    self.isComplete = isComplete
    self.stamp = stamp
    self.elapsed = elapsed
  }
}
