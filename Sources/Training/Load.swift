// The load of one activity: what it took out of the rider, 100 for an hour at threshold.

package import SyncModel

/// Load of activities.
package enum Load {
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
    guard ftp > 0, weightedPower >= 0, duration > 0 else { return nil }
    let intensity = weightedPower / ftp
    let load = duration / 3600 * intensity * intensity * 100
    return load.isFinite ? load : nil
  }

  /// The load of an activity from its measured weighted power; estimated power never counts.
  ///
  /// - Parameter ftp: The functional threshold power in watts; nil when nobody knows it.
  /// - Returns: nil when it takes something the activity does not have.
  package static func fromPower(_ activity: Activity, ftp: Int?) -> Double? {
    guard let ftp, activity.measuredPower == true,
      let weighted = activity.weightedPowerWatts, let duration = activity.durationSeconds
    else { return nil }
    return fromPower(weightedPower: weighted, duration: Double(duration), ftp: Double(ftp))
  }
}
