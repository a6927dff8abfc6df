// Power and heart rate zones, and the time spent in them.

package import Model

/// Zones whose edges are percentages of a reference. Each edge belongs to the zone above it.
struct PercentZones: Hashable, Sendable {
  /// The lower edge of every zone but the first, ascending.
  let edges: [Int]

  /// The zone of a value, counted from 0. Compares `value·100 ≥ percent·reference`, because
  /// 0.55·200 is more than 110 in floating point.
  func index(of value: Double, reference: Double) -> Int {
    edges.firstIndex { value * 100 < Double($0) * reference } ?? edges.count
  }

  /// The seconds of a stream in each zone. Seconds without a value are in none.
  func seconds<Quantity>(of stream: ActivityStream<Quantity>, reference: Double) -> [Int] {
    var seconds = Array(repeating: 0, count: edges.count + 1)
    for run in stream.runs {
      for value in run.values { seconds[index(of: value, reference: reference)] += 1 }
    }
    return seconds
  }
}

/// Coggan's power levels (2001) with continuous edges. Each edge belongs to the zone above it.
package enum PowerZones {
  /// The lower edge of each zone in percent of the functional threshold power.
  static let edges: [(name: String, percent: Int)] = [
    ("Active recovery", 0), ("Endurance", 55), ("Tempo", 75), ("Threshold", 90), ("VO2max", 105),
    ("Anaerobic", 120), ("Neuromuscular", 150),
  ]

  private static let shares = PercentZones(edges: edges.dropFirst().map(\.percent))

  /// The seconds of a ride in each of the seven zones; coasting counts for the first. nil without
  /// values or a plausible FTP.
  static func seconds(of stream: ActivityStream<Watts>, rider: RiderSettings) -> [Int]? {
    guard !stream.isEmpty, let ftp = try? rider.checked(.ftp) else { return nil }
    return shares.seconds(of: stream, reference: ftp)
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

/// Heart rate zones. Each edge belongs to the zone above it.
enum HeartRateZones {
  /// The lower edges of zones 2 to 5, in percent of the threshold heart rate.
  private static let friel = PercentZones(edges: [81, 90, 94, 100])
  /// The lower edges of zones 1 to 5, in percent of the maximum heart rate.
  private static let edwards = PercentZones(edges: [50, 60, 70, 80, 90])

  /// The seconds of a ride in each of five zones: Friel's for cycling (5a to 5c as one), by the
  /// threshold heart rate; without one Edwards', by the maximum, where what is below half of it is
  /// in no zone. nil without values or any of the two.
  static func seconds(of stream: ActivityStream<BeatsPerMinute>, rider: RiderSettings) -> [Int]? {
    if stream.isEmpty { return nil }
    if let threshold = try? rider.checked(.thresholdHeartRate) {
      return friel.seconds(of: stream, reference: threshold)
    }
    guard let most = try? rider.checked(.maxHeartRate) else { return nil }
    return Array(edwards.seconds(of: stream, reference: most).dropFirst())
  }
}
