// Weighted power, computed from a stream of power.

package import Model

extension ActivityStream<Watts> {
  /// The length of the rolling mean in `weightedPower`, in seconds.
  package static var weightingWindow: Int { 30 }

  /// The constant power that would have been as hard: the fourth root of the mean fourth power of
  /// the rolling mean over 30 s (Allen & Coggan). In watts.
  ///
  /// Full windows only: the first ends at second 30 of a run, and none crosses a gap.
  ///
  /// - Throws: `noPower`, or `tooShort` when no run lasts 30 s.
  package func weightedPower() throws(TrainingGap) -> Double {
    let window = Self.weightingWindow
    let longest = runs.map(\.values.count).max() ?? 0
    guard longest > 0 else { throw .noPower }
    guard longest >= window else { throw .tooShort(seconds: longest, needed: window) }
    var total = 0.0
    var count = 0
    for run in runs where run.values.count >= window {
      let watts = run.values
      var sum = watts[..<window].reduce(0, +)
      for end in window...watts.count {
        let mean = sum / Double(window)
        total += mean * mean * mean * mean
        if end < watts.count { sum += watts[end] - watts[end - window] }
      }
      count += watts.count - window + 1
    }
    return (total / Double(count)).squareRoot().squareRoot()
  }
}
