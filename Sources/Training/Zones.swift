// Zones in percent of a threshold, and the time spent in them.

import Model

/// How long a stream stayed in each zone.
package struct ZoneTimes: Hashable, Sendable {
  /// Seconds in each zone, the lowest first.
  package let seconds: [Int]
  /// Recorded seconds without a value, which belong to no zone.
  package let missingSeconds: Int
}

/// Zones whose edges are percentages of a reference. Each edge belongs to the zone above it.
struct PercentZones: Hashable, Sendable {
  /// The lower edge of every zone but the first, ascending.
  let edges: [Int]

  /// The zone of a value, counted from 0. Compares `value·100 ≥ percent·reference`, because
  /// 0.55·200 is more than 110 in floating point.
  func index(of value: Double, reference: Double) -> Int {
    edges.firstIndex { value * 100 < Double($0) * reference } ?? edges.count
  }

  /// The time a stream stayed in each zone.
  func times<Quantity>(in stream: ActivityStream<Quantity>, reference: Double) -> ZoneTimes {
    var seconds = Array(repeating: 0, count: edges.count + 1)
    for run in stream.runs {
      for value in run.values { seconds[index(of: value, reference: reference)] += 1 }
    }
    return ZoneTimes(seconds: seconds, missingSeconds: stream.missingSeconds)
  }
}
