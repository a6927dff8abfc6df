// The seven power zones, in percent of the functional threshold power and in watts.

package import Model

/// Coggan's power levels (2001) with continuous edges. Each edge belongs to the zone above it.
package enum PowerZones {
  /// The lower edge of each zone in percent of the functional threshold power.
  static let edges: [(name: String, percent: Int)] = [
    ("Active recovery", 0), ("Endurance", 55), ("Tempo", 75), ("Threshold", 90), ("VO2max", 105),
    ("Anaerobic", 120), ("Neuromuscular", 150),
  ]

  private static let shares = PercentZones(edges: edges.dropFirst().map(\.percent))

  /// The zone of a power, 1…7.
  ///
  /// - Parameters:
  ///   - watts: the power; negative values count as zero.
  ///   - ftp: the functional threshold power in watts.
  /// - Returns: nil for an invalid power or threshold.
  package static func zone(of watts: Double, ftp: Double) -> Int? {
    guard watts.isFinite, ftp > 0, ftp.isFinite else { return nil }
    return shares.index(of: watts, reference: ftp) + 1
  }

  /// The seconds of a ride in each of the seven zones; coasting counts for the first.
  ///
  /// - Throws: `noPower`, or the setting that is missing or implausible.
  package static func times(
    in stream: ActivityStream<Watts>, rider: RiderSettings
  ) throws(TrainingGap) -> ZoneTimes {
    guard !stream.isEmpty else { throw .noPower }
    return shares.times(in: stream, reference: try rider.checkedFTP())
  }

  /// The zones in whole watts: `fromWatts` is the lowest whole power inside, `toWatts` that of the
  /// next zone.
  ///
  /// - Parameter ftp: the functional threshold power in watts; an implausible one gives no zones.
  package static func zones(ftp: Int) -> [PowerZone] {
    guard RiderSettings.plausibleFTP.contains(ftp) else { return [] }
    let starts = edges.map { ($0.percent * ftp + 99) / 100 }
    return edges.indices.map { index in
      PowerZone(
        name: edges[index].name, fromWatts: starts[index],
        toWatts: index + 1 < starts.count ? starts[index + 1] : nil)
    }
  }
}
