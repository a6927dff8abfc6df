// The load of one activity from power: 100 for an hour at threshold.

package import Model

/// The load of activities.
package enum Load {
  /// Values outside are recording errors: the longest races are below 3,000.
  static let plausible = 0.0...100_000.0

  /// Load from power: `hours · (weighted power / ftp)² · 100` (Allen & Coggan).
  ///
  /// - Parameters:
  ///   - weightedPower: in watts.
  ///   - duration: moving time in seconds.
  static func fromPower(
    weightedPower: Double?, duration: Double?, rider: RiderSettings
  ) throws(LoadUnavailable) -> Double {
    guard let weightedPower, Watts.plausible.contains(weightedPower), let duration, duration > 0
    else { throw .data }
    let intensity = weightedPower / (try rider.checked(.ftp))
    return try checked(duration / 3600 * intensity * intensity * 100)
  }

  /// The load of a stream of power; its duration is the number of seconds with a value.
  static func fromPower(
    _ stream: ActivityStream<Watts>, rider: RiderSettings
  ) throws(LoadUnavailable) -> Double {
    try fromPower(
      weightedPower: stream.weightedPower(), duration: Double(stream.seconds), rider: rider)
  }

  /// The load of an activity from its measured weighted power.
  static func fromWeightedPower(
    of activity: Activity, rider: RiderSettings
  ) throws(LoadUnavailable) -> Double {
    guard activity.measuredPower == true else { throw .data }
    return try fromPower(
      weightedPower: activity.weightedPowerWatts,
      duration: activity.durationSeconds.map { Double($0) }, rider: rider)
  }

  /// - Throws: `data` for a load beyond any real activity.
  static func checked(_ load: Double) throws(LoadUnavailable) -> Double {
    guard plausible.contains(load) else { throw .data }
    return load
  }
}

extension Activity {
  /// The load, unless it is implausible.
  var plausibleLoad: Double? { load.flatMap { Load.plausible.contains($0) ? $0 : nil } }
}

extension ActivityStream<Watts> {
  /// The constant power that would have been as hard: the fourth root of the mean fourth power of
  /// the rolling mean over 30 s (Allen & Coggan). In watts.
  ///
  /// Full windows only: the first ends at second 30 of a run, and none crosses a gap. nil when no
  /// run lasts 30 s.
  package func weightedPower() -> Double? {
    Training.weightedPower(of: runs.map { $0.values[...] })
  }
}

/// The weighted power of runs without gaps, a value a second; nil when none lasts 30 s.
func weightedPower(of runs: [ArraySlice<Double>]) -> Double? {
  let window = 30
  var total = 0.0
  var count = 0
  for watts in runs where watts.count >= window {
    var sum = watts.prefix(window).reduce(0, +)
    for end in watts.startIndex + window...watts.endIndex {
      let mean = sum / Double(window)
      total += mean * mean * mean * mean
      if end < watts.endIndex { sum += watts[end] - watts[end - window] }
    }
    count += watts.count - window + 1
  }
  return count == 0 ? nil : (total / Double(count)).squareRoot().squareRoot()
}
