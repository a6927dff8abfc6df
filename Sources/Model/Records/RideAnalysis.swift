// What the second-by-second data of a ride say.

/// The best powers of a ride and the time it spent in each zone. Computed once, when the data are
/// read, because only the figures are kept.
///
/// An archive may hold many thousands of rides: all figures stand in one list.
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

  private var bests: UInt8
  private var hasPowerZones: Bool
  private var hasHeartRateZones: Bool
  /// The best powers, then the times in power zones, then those in heart rate zones.
  private var figures: [UInt32]

  /// - Parameters:
  ///   - bestPowers: in whole watts, one for each of ``durations`` as far as the ride is long.
  ///   - powerZoneSeconds: in each of the seven zones, the lowest first; nil without a threshold.
  ///   - heartRateZoneSeconds: in each of the five zones, the lowest first; nil without a reference.
  package init(
    bestPowers: [Int] = [], powerZoneSeconds: [Int]? = nil, heartRateZoneSeconds: [Int]? = nil
  ) {
    let bestPowers = bestPowers.prefix(Self.durations.count)
    bests = UInt8(truncatingIfNeeded: bestPowers.count)
    hasPowerZones = powerZoneSeconds?.count == Self.powerZones
    hasHeartRateZones = heartRateZoneSeconds?.count == Self.heartRateZones
    let zones =
      (hasPowerZones ? powerZoneSeconds ?? [] : [])
      + (hasHeartRateZones ? heartRateZoneSeconds ?? [] : [])
    figures = (bestPowers + zones).map { UInt32(clamping: $0) }
  }

  /// The best mean powers in whole watts, one for each of ``durations`` as far as the ride is long;
  /// empty without power.
  package var bestPowers: [Int] {
    get { figures.prefix(Int(bests)).map { Int($0) } }
    set {
      self = RideAnalysis(
        bestPowers: newValue, powerZoneSeconds: powerZoneSeconds,
        heartRateZoneSeconds: heartRateZoneSeconds)
    }
  }

  /// Seconds in each power zone, the lowest first.
  package var powerZoneSeconds: [Int]? {
    get {
      hasPowerZones
        ? figures.dropFirst(Int(bests)).prefix(Self.powerZones).map { Int($0) } : nil
    }
    set {
      self = RideAnalysis(
        bestPowers: bestPowers, powerZoneSeconds: newValue,
        heartRateZoneSeconds: heartRateZoneSeconds)
    }
  }

  /// Seconds in each heart rate zone, the lowest first.
  package var heartRateZoneSeconds: [Int]? {
    get { hasHeartRateZones ? figures.suffix(Self.heartRateZones).map { Int($0) } : nil }
    set {
      self = RideAnalysis(
        bestPowers: bestPowers, powerZoneSeconds: powerZoneSeconds,
        heartRateZoneSeconds: newValue)
    }
  }

  /// The best mean power in watts over one of ``durations``; nil when the ride is shorter.
  package func bestPower(seconds: Int) -> Int? {
    guard let index = Self.durations.firstIndex(of: seconds), index < bests else { return nil }
    return Int(figures[index])
  }

  /// Whether there is any figure.
  package var isEmpty: Bool { figures.isEmpty }
}
