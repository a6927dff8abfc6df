// Time as values: the monotonic clock, and both clocks together.

/// A reading of the monotonic clock. Only differences within one run are meaningful.
package struct Moment: Comparable, Hashable, Sendable {
  /// Nanoseconds since an arbitrary start.
  package let nanoseconds: Int64

  package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  package static func < (left: Moment, right: Moment) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// Clamped to 292 years after the clock's start.
  package static func + (moment: Moment, duration: Duration) -> Moment {
    Moment(nanoseconds: moment.nanoseconds.clampedSum(duration.nanoseconds))
  }

  package static func - (moment: Moment, duration: Duration) -> Moment {
    Moment(nanoseconds: moment.nanoseconds.clampedDifference(duration.nanoseconds))
  }

  /// Whole milliseconds from `earlier` to this moment, rounded down.
  package func milliseconds(since earlier: Moment) -> Int64 {
    nanoseconds.clampedDifference(earlier.nanoseconds) / 1_000_000
  }

  /// The time from `earlier` to `later`.
  package static func - (later: Moment, earlier: Moment) -> Duration {
    .nanoseconds(later.nanoseconds.clampedDifference(earlier.nanoseconds))
  }
}

/// The earlier of two moments; nil if there is neither.
package func earlier(_ one: Moment?, _ other: Moment?) -> Moment? {
  guard let one, let other else { return one ?? other }
  return one < other ? one : other
}

/// Both clocks, read at the same time. The steps of the loop are given this instead of a clock.
package struct Now: Hashable, Sendable {
  package let moment: Moment
  package let wall: Timestamp

  package init(moment: Moment, wall: Timestamp) { (self.moment, self.wall) = (moment, wall) }

  /// The wall-clock time of a moment in the recent past.
  package func wall(at moment: Moment) -> Timestamp {
    let ago = self.moment.nanoseconds.clampedDifference(moment.nanoseconds)
    return Timestamp(seconds: wall.seconds.clampedDifference(ago / 1_000_000_000))
  }
}

extension Duration {
  /// Whole nanoseconds, rounded toward zero and clamped to 292 years.
  package var nanoseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000) }

  /// Whole milliseconds, rounded toward zero.
  package var milliseconds: Int64 {
    let parts = components
    return parts.seconds * 1000 + parts.attoseconds / 1_000_000_000_000_000
  }

  /// Seconds, with fraction.
  package var inSeconds: Double {
    let parts = components
    return Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
  }
}

extension Int64 {
  func clampedSum(_ other: Int64) -> Int64 {
    let (sum, isBeyond) = addingReportingOverflow(other)
    return isBeyond ? (other < 0 ? .min : .max) : sum
  }

  func clampedDifference(_ other: Int64) -> Int64 {
    let (difference, isBeyond) = subtractingReportingOverflow(other)
    return isBeyond ? (other < 0 ? .max : .min) : difference
  }
}
