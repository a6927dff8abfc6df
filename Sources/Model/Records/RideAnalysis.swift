// What the second-by-second data of a ride say, and what charts need of a ride.

/// The best powers of a ride and the time it spent in each zone. Computed once, when the data are
/// read, because only the figures are kept.
package struct RideAnalysis: Hashable, Sendable {
  /// The durations of the best powers, in seconds, ascending.
  package static let durations = [
    5, 15, 30, 60, 120, 180, 300, 480, 600, 720, 1200, 1800, 2400, 3600, 5400, 7200,
  ]
  /// The duration whose best power tells most about the threshold, in seconds.
  package static let thresholdTest = 1200
  /// Coggan's levels.
  package static let powerZones = 7
  /// Friel's zones with the fifth as one, or Edwards'.
  package static let heartRateZones = 5

  /// The best mean powers in whole watts, one for each of ``durations`` as far as the ride is long;
  /// empty without power.
  package var bestPowers: [Int]
  /// Seconds in each of the seven power zones, the lowest first; nil without a threshold.
  package var powerZoneSeconds: [Int]?
  /// Seconds in each of the five heart rate zones, the lowest first; nil without a reference.
  package var heartRateZoneSeconds: [Int]?

  /// Leaves out more powers than there are durations, and zones of another number.
  package init(
    bestPowers: [Int] = [], powerZoneSeconds: [Int]? = nil, heartRateZoneSeconds: [Int]? = nil
  ) {
    self.bestPowers = Array(bestPowers.prefix(Self.durations.count))
    self.powerZoneSeconds = powerZoneSeconds?.count == Self.powerZones ? powerZoneSeconds : nil
    self.heartRateZoneSeconds =
      heartRateZoneSeconds?.count == Self.heartRateZones ? heartRateZoneSeconds : nil
  }

  /// The best mean power in watts over one of ``durations``; nil when the ride is shorter.
  package func bestPower(seconds: Int) -> Int? {
    guard let index = Self.durations.firstIndex(of: seconds), index < bestPowers.count else {
      return nil
    }
    return bestPowers[index]
  }

  /// This one, with what another one of the same ride says of power or heart rate, if this one says
  /// nothing of it.
  package func filled(from other: RideAnalysis?) -> RideAnalysis {
    guard let other else { return self }
    let power = bestPowers.isEmpty ? other : self
    return RideAnalysis(
      bestPowers: power.bestPowers, powerZoneSeconds: power.powerZoneSeconds,
      heartRateZoneSeconds: heartRateZoneSeconds ?? other.heartRateZoneSeconds)
  }

  /// What several records of one ride say together: of power and of heart rate, the first that says
  /// something of it.
  package static func joined(_ analyses: [RideAnalysis?]) -> RideAnalysis? {
    analyses.compactMap(\.self).reduce(nil) { $0?.filled(from: $1) ?? $1 }
  }

  /// Whether there is any figure.
  package var isEmpty: Bool { self == RideAnalysis() }
}

/// The figures of one stored ride that charts and bests are made from.
package struct RideSummary: Hashable, Sendable {
  /// The local day.
  package var day: Day
  /// Moving time; the whole time where there is none.
  package var durationSeconds: Int?
  package var distanceMetres: Double?
  /// 100 = one hour at threshold.
  package var load: Double?
  package var analysis: RideAnalysis?

  package init(day: Day) { self.day = day }

  package init(_ activity: Activity) {
    day = activity.day
    durationSeconds = activity.durationSeconds ?? activity.elapsedSeconds
    distanceMetres = activity.distanceMetres
    load = activity.load
    analysis = activity.analysis
  }
}
