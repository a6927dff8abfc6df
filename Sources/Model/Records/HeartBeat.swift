// One beat of a heart, as a watch writes it.

/// A beat of Apple's `InstantaneousBeatsPerMinute`.
package struct HeartBeat: Hashable, Sendable {
  /// When it was, in seconds with their fraction; only differences inside one list mean anything.
  package let seconds: Double
  /// 60 over the seconds since the beat before, as the watch rounded it.
  package let beatsPerMinute: Double

  package init(seconds: Double, beatsPerMinute: Double) {
    self.seconds = seconds
    self.beatsPerMinute = beatsPerMinute
  }
}
