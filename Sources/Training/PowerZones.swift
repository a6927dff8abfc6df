// The seven power zones, as shares of the functional threshold power and as watts.

package import SyncModel

/// Coggan's power levels (2001) with continuous edges, each edge belonging to the zone above it.
package enum PowerZones {
  /// The lower edge of each zone in percent of the functional threshold power.
  static let edges: [(name: String, percent: Int)] = [
    ("Active recovery", 0), ("Endurance", 55), ("Tempo", 75), ("Threshold", 90), ("VO2max", 105),
    ("Anaerobic", 120), ("Neuromuscular", 150),
  ]

  /// The zone of a power, 1…7. An edge is compared as `watts·100 ≥ percent·ftp`, because in doubles
  /// 0.55·200 is more than 110.
  ///
  /// - Parameters:
  ///   - watts: The power; what is below zero counts as zero.
  ///   - ftp: The functional threshold power in watts, above zero.
  package static func zone(of watts: Double, ftp: Double) -> Int {
    let above = edges.dropFirst().prefix { watts * 100 >= Double($0.percent) * ftp }
    return above.count + 1
  }

  /// The zones in whole watts: `fromWatts` is the least whole power inside, `toWatts` the next
  /// zone's first.
  ///
  /// - Parameter ftp: The functional threshold power in watts; zero or less gives no zones.
  package static func zones(ftp: Int) -> [PowerZone] {
    guard ftp > 0 else { return [] }
    let starts = edges.map { ($0.percent * ftp + 99) / 100 }
    return edges.indices.map { index in
      PowerZone(
        name: edges[index].name, fromWatts: starts[index],
        toWatts: index + 1 < starts.count ? starts[index + 1] : nil)
    }
  }
}
