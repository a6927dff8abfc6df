// What the second-by-second data of a ride say, and what charts need of a ride.

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

  /// How many best powers there are; in the higher byte, whether there are times in zones.
  private var head: UInt16 { figures[0] }
  /// The head, the best powers, then the times in power zones and in heart rate zones: those take
  /// two numbers each, the higher half first.
  private var figures: [UInt16]

  private static let power: UInt16 = 0x100
  private static let heartRate: UInt16 = 0x200

  /// - Parameters:
  ///   - bestPowers: in whole watts, one for each of ``durations`` as far as the ride is long.
  ///   - powerZoneSeconds: in each of the seven zones, the lowest first; nil without a threshold.
  ///   - heartRateZoneSeconds: in each of the five zones, the lowest first; nil without a
  ///     reference.
  package init(
    bestPowers: [Int] = [], powerZoneSeconds: [Int]? = nil, heartRateZoneSeconds: [Int]? = nil
  ) {
    let bests = bestPowers.prefix(Self.durations.count)
    let power = powerZoneSeconds.flatMap { $0.count == Self.powerZones ? $0 : nil }
    let heartRate = heartRateZoneSeconds.flatMap { $0.count == Self.heartRateZones ? $0 : nil }
    let zones = (power ?? []) + (heartRate ?? [])
    figures = []
    figures.reserveCapacity(1 + bests.count + 2 * zones.count)
    figures.append(
      UInt16(truncatingIfNeeded: bests.count) | (power == nil ? 0 : Self.power)
        | (heartRate == nil ? 0 : Self.heartRate))
    for watts in bests { figures.append(UInt16(clamping: watts)) }
    for seconds in zones {
      let seconds = UInt32(clamping: seconds)
      figures.append(UInt16(truncatingIfNeeded: seconds >> 16))
      figures.append(UInt16(truncatingIfNeeded: seconds))
    }
  }

  private var bestCount: Int { Int(head & 0xFF) }

  /// The best mean powers in whole watts, one for each of ``durations`` as far as the ride is long;
  /// empty without power.
  package var bestPowers: [Int] {
    get { figures[1...].prefix(bestCount).map { Int($0) } }
    set {
      self = RideAnalysis(
        bestPowers: newValue, powerZoneSeconds: powerZoneSeconds,
        heartRateZoneSeconds: heartRateZoneSeconds)
    }
  }

  /// Seconds in each power zone, the lowest first.
  package var powerZoneSeconds: [Int]? {
    get {
      head & Self.power == 0
        ? nil : (0..<Self.powerZones).map { seconds(at: 1 + bestCount + 2 * $0) }
    }
    set {
      self = RideAnalysis(
        bestPowers: bestPowers, powerZoneSeconds: newValue,
        heartRateZoneSeconds: heartRateZoneSeconds)
    }
  }

  /// Seconds in each heart rate zone, the lowest first.
  package var heartRateZoneSeconds: [Int]? {
    get {
      let start = figures.count - 2 * Self.heartRateZones
      return head & Self.heartRate == 0
        ? nil : (0..<Self.heartRateZones).map { seconds(at: start + 2 * $0) }
    }
    set {
      self = RideAnalysis(
        bestPowers: bestPowers, powerZoneSeconds: powerZoneSeconds, heartRateZoneSeconds: newValue)
    }
  }

  /// The best mean power in watts over one of ``durations``; nil when the ride is shorter.
  package func bestPower(seconds: Int) -> Int? {
    guard let index = Self.durations.firstIndex(of: seconds), index < bestCount else { return nil }
    return Int(figures[1 + index])
  }

  /// Whether there is any figure.
  package var isEmpty: Bool { figures.count == 1 }

  private func seconds(at place: Int) -> Int { Int(figures[place]) << 16 | Int(figures[place + 1]) }
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
