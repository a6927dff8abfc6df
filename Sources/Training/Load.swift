// The load of one activity: what it took out of the rider, 100 for an hour at threshold.

package import Model

/// Load of activities.
package enum Load {
  /// What lies outside is a mistake of whoever recorded it: the longest races ever ridden stay below
  /// 3,000.
  package static let believable = 0.0...100_000.0

  /// Weighted power as a share of the threshold, 1 for an hour's all-out effort (Allen & Coggan).
  ///
  /// - Parameters:
  ///   - weightedPower: In watts.
  ///   - ftp: The functional threshold power in watts.
  /// - Returns: nil without a threshold, or for numbers that make no sense.
  package static func intensity(weightedPower: Double, ftp: Double) -> Double? {
    guard ftp > 0, ftp.isFinite, weightedPower >= 0 else { return nil }
    let intensity = weightedPower / ftp
    return intensity.isFinite ? intensity : nil
  }

  /// Load from power: `hours · (weighted power / ftp)² · 100` (Allen & Coggan).
  ///
  /// - Parameters:
  ///   - weightedPower: In watts.
  ///   - duration: Moving time in seconds.
  ///   - ftp: The functional threshold power in watts.
  /// - Returns: nil without a threshold, or for numbers that make no sense.
  package static func fromPower(
    weightedPower: Double, duration: Double, ftp: Double
  ) -> Double? {
    guard let intensity = intensity(weightedPower: weightedPower, ftp: ftp), duration > 0 else {
      return nil
    }
    let load = duration / 3600 * intensity * intensity * 100
    return load.isFinite ? load : nil
  }

  /// The load of an activity from its measured weighted power; estimated power never counts.
  ///
  /// - Parameter ftp: The functional threshold power in watts; nil when nobody knows it.
  /// - Returns: nil when it takes something the activity does not have.
  package static func fromPower(_ activity: Activity, ftp: Int?) -> Double? {
    try? fromWeightedPower(of: activity, rider: RiderSettings(ftpWatts: ftp))
  }

  /// The load of a stream of power, its seconds with a value being the time it took.
  ///
  /// - Throws: `noPower`, `tooShort`, or what is wrong with the rider's threshold.
  package static func fromPower(
    _ stream: ActivityStream<Watts>, rider: RiderSettings
  ) throws(TrainingGap) -> Double {
    try believed(
      fromPower(
        weightedPower: try stream.weightedPower(), duration: Double(stream.seconds),
        ftp: try rider.checkedFTP()))
  }

  /// The load of an activity from its measured weighted power.
  static func fromWeightedPower(
    of activity: Activity, rider: RiderSettings
  ) throws(TrainingGap) -> Double {
    guard let weighted = activity.weightedPowerWatts, Watts.believable.contains(weighted) else {
      throw .noPower
    }
    guard activity.measuredPower == true else { throw .powerNotMeasured }
    guard let duration = activity.durationSeconds, duration > 0 else { throw .noDuration }
    return try believed(
      fromPower(
        weightedPower: weighted, duration: Double(duration), ftp: try rider.checkedFTP()))
  }

  /// - Throws: `unbelievableResult` for a load that nobody has ever ridden.
  static func believed(_ load: Double?) throws(TrainingGap) -> Double {
    guard let load, believable.contains(load) else { throw .unbelievableResult }
    return load
  }
}

extension Activity {
  /// The load, unless it is a service's mistake.
  var believableLoad: Double? {
    load.flatMap { Load.believable.contains($0) ? $0 : nil }
  }
}
