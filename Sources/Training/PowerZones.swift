// The seven power zones, as shares of the functional threshold power and as watts.

package import Model

/// Coggan's power levels (2001) with continuous edges, each edge belonging to the zone above it.
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
  ///   - watts: The power; what is below zero counts as zero.
  ///   - ftp: The functional threshold power in watts.
  /// - Returns: nil for what is no power, and for a threshold that nobody can have.
  package static func zone(of watts: Double, ftp: Double) -> Int? {
    guard watts.isFinite, ftp > 0, ftp.isFinite else { return nil }
    return shares.index(of: watts, reference: ftp) + 1
  }

  /// The seconds of a ride in each of the seven zones; coasting is time in the first.
  ///
  /// - Throws: `noPower`, or what is wrong with the rider's threshold.
  package static func times(
    in stream: ActivityStream<Watts>, rider: RiderSettings
  ) throws(TrainingGap) -> ZoneTimes {
    guard !stream.isEmpty else { throw .noPower }
    return shares.times(in: stream, reference: try rider.checkedFTP())
  }

  /// The zones in whole watts: `fromWatts` is the least whole power inside, `toWatts` the next
  /// zone's first.
  ///
  /// - Parameter ftp: The functional threshold power in watts; one that nobody can have gives no
  ///   zones.
  package static func zones(ftp: Int) -> [PowerZone] {
    guard RiderSettings.believableFTP.contains(ftp) else { return [] }
    let starts = edges.map { ($0.percent * ftp + 99) / 100 }
    return edges.indices.map { index in
      PowerZone(
        name: edges[index].name, fromWatts: starts[index],
        toWatts: index + 1 < starts.count ? starts[index + 1] : nil)
    }
  }
}
