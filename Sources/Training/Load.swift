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
  ///   - ftp: the functional threshold power in watts.
  /// - Returns: nil without a threshold, or for invalid numbers.
  static func fromPower(
    weightedPower: Double, duration: Double, ftp: Double
  ) -> Double? {
    guard ftp > 0, ftp.isFinite, weightedPower >= 0, duration > 0 else { return nil }
    let intensity = weightedPower / ftp
    let load = duration / 3600 * intensity * intensity * 100
    return load.isFinite ? load : nil
  }

  /// The load of a stream of power; its duration is the number of seconds with a value.
  ///
  /// - Throws: `noPower`, `tooShort`, or the setting that is missing or implausible.
  static func fromPower(
    _ stream: ActivityStream<Watts>, rider: RiderSettings
  ) throws(LoadUnavailable) -> Double {
    try checked(
      fromPower(
        weightedPower: try stream.weightedPower(), duration: Double(stream.seconds),
        ftp: try rider.checkedFTP()))
  }

  /// The load of an activity from its measured weighted power.
  static func fromWeightedPower(
    of activity: Activity, rider: RiderSettings
  ) throws(LoadUnavailable) -> Double {
    guard let weighted = activity.weightedPowerWatts, Watts.plausible.contains(weighted) else {
      throw .noPower
    }
    guard activity.measuredPower == true else { throw .powerNotMeasured }
    guard let duration = activity.durationSeconds, duration > 0 else { throw .noDuration }
    return try checked(
      fromPower(
        weightedPower: weighted, duration: Double(duration), ftp: try rider.checkedFTP()))
  }

  /// - Throws: `implausibleResult` for a load beyond any real activity.
  static func checked(_ load: Double?) throws(LoadUnavailable) -> Double {
    guard let load, plausible.contains(load) else { throw .implausibleResult }
    return load
  }
}

extension Activity {
  /// The load, unless it is implausible.
  var plausibleLoad: Double? {
    load.flatMap { Load.plausible.contains($0) ? $0 : nil }
  }
}

extension ActivityStream<Watts> {
  /// The length of the rolling mean in `weightedPower`, in seconds.
  private static var weightingWindow: Int { 30 }

  /// The constant power that would have been as hard: the fourth root of the mean fourth power of
  /// the rolling mean over 30 s (Allen & Coggan). In watts.
  ///
  /// Full windows only: the first ends at second 30 of a run, and none crosses a gap.
  ///
  /// - Throws: `noPower`, or `tooShort` when no run lasts 30 s.
  package func weightedPower() throws(LoadUnavailable) -> Double {
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
