// Time as values: the monotonic clock, and both clocks together.

/// A reading of the monotonic clock. Only differences between two of one run mean anything.
package struct Moment: Comparable, Hashable, Sendable {
  /// Nanoseconds since an arbitrary beginning.
  package let nanoseconds: Int64

  package init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  package static func < (left: Moment, right: Moment) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// At most 292 years after the clock's beginning: what lies later is that.
  package static func + (moment: Moment, duration: Duration) -> Moment {
    Moment(nanoseconds: moment.nanoseconds.clampedSum(duration.nanoseconds))
  }

  package static func - (moment: Moment, duration: Duration) -> Moment {
    Moment(nanoseconds: moment.nanoseconds.clampedDifference(duration.nanoseconds))
  }

  /// Whole milliseconds from `earlier` to this moment, the rest cut off.
  package func milliseconds(since earlier: Moment) -> Int64 {
    nanoseconds.clampedDifference(earlier.nanoseconds) / 1_000_000
  }

  /// The time from `earlier` to `later`.
  package static func - (later: Moment, earlier: Moment) -> Duration {
    .nanoseconds(later.nanoseconds.clampedDifference(earlier.nanoseconds))
  }
}

/// Both clocks, read at the same time: what a step of the loop is given instead of a clock.
package struct Now: Hashable, Sendable {
  package let moment: Moment
  package let wall: Timestamp

  package init(moment: Moment, wall: Timestamp) {
    self.moment = moment
    self.wall = wall
  }

  /// The wall-clock time of a moment in the recent past.
  package func wall(at moment: Moment) -> Timestamp {
    let ago = self.moment.nanoseconds.clampedDifference(moment.nanoseconds)
    return Timestamp(seconds: wall.seconds.clampedDifference(ago / 1_000_000_000))
  }
}

extension Duration {
  /// Whole nanoseconds, the rest cut off; at most 292 years.
  package var nanoseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000) }

  /// Whole milliseconds, the rest cut off.
  package var milliseconds: Int64 {
    let parts = components
    return parts.seconds * 1000 + parts.attoseconds / 1_000_000_000_000_000
  }

  /// Seconds with their fraction.
  package var inSeconds: Double {
    let parts = components
    return Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
  }
}

extension Int64 {
  /// The sum, or the nearest value that fits.
  func clampedSum(_ other: Int64) -> Int64 {
    let (sum, isBeyond) = addingReportingOverflow(other)
    return isBeyond ? (other < 0 ? .min : .max) : sum
  }

  /// The difference, or the nearest value that fits.
  func clampedDifference(_ other: Int64) -> Int64 {
    let (difference, isBeyond) = subtractingReportingOverflow(other)
    return isBeyond ? (other < 0 ? .max : .min) : difference
  }
}
