// What one source has cost and brought so far.

import Format
package import Model

/// What is counted for one source.
package struct SourceTally: Sendable {
  /// When it was first heard of.
  package let began: Moment
  package private(set) var requests = 0
  package private(set) var bytes = 0
  package private(set) var result: SourceResult?
  package private(set) var ended: Moment?

  init(began: Moment) {
    self.began = began
  }

  /// How long it took, or has taken so far.
  package func duration(at moment: Moment) -> Duration {
    (ended ?? moment) - began
  }

  mutating func count(_ trace: RequestTrace) {
    requests += 1
    // Traces may come from outside, and any number of them.
    bytes = min(bytes + (trace.bytes ?? 0), Int(EventRange.count.upperBound))
  }

  /// The source is asked again.
  mutating func reopen() {
    result = nil
    ended = nil
  }

  mutating func finish(_ result: SourceResult, at moment: Moment) {
    self.result = result
    ended = moment
  }
}
