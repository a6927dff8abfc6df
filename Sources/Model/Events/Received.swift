// What came in from outside, kept as it came: later readers may know more of it than we do.

/// What an event was made from, when an earlier run or another program told it.
package final class Received: Sendable {
  /// The line, as it was written.
  package let line: [UInt8]
  /// Whether all members are there that the format demands of its type.
  package let isComplete: Bool
  /// When it was recorded, by the wall clock; nil when it happens now.
  package let stamp: Timestamp?
  /// How long after the beginning of its run it was recorded; nil when it happens now.
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
