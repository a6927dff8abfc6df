// Computes what the second-by-second data of a ride say.

package import Model

extension RideAnalysis {
  /// The best powers and the time in zones; nil when there is nothing to compute them from.
  ///
  /// - Parameters:
  ///   - streams: the data of the ride.
  ///   - isMeasured: whether a sensor measured the power; estimated power does not count.
  ///   - rider: the settings of the day. Zones need the FTP, and the threshold or maximum heart rate.
  package init?(of streams: ActivityStreams, isMeasured: Bool, rider: RiderSettings) {
    self.init()
    if isMeasured, let power = streams.power,
      let curve = try? PowerCurve(of: power, durations: Self.durations)
    {
      self = RideAnalysis(
        bestPowers: curve.bests.map { Int($0.watts.rounded()) },
        powerZoneSeconds: try? PowerZones.seconds(of: power, rider: rider))
    }
    if let heartRate = streams.heartRate {
      heartRateZoneSeconds = try? HeartRateZones.seconds(of: heartRate, rider: rider)
    }
    if isEmpty { return nil }
  }
}
