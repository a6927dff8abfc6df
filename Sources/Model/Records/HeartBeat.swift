// One heart beat, as a watch records it.

/// A beat from Apple's `InstantaneousBeatsPerMinute`.
package struct HeartBeat: Hashable, Sendable {
  /// The time of the beat in seconds, with fraction; only differences within one list are
  /// meaningful.
  package let seconds: Double
  /// 60 divided by the seconds since the previous beat, rounded by the watch.
  package let beatsPerMinute: Double

  package init(seconds: Double, beatsPerMinute: Double) {
    self.seconds = seconds
    self.beatsPerMinute = beatsPerMinute
  }
}
