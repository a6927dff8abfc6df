// What `rides` and `ride` report: rides, what they add up to, and what is left out.

/// What rides are added up by. The raw values are the words of the event stream.
package enum RideGrouping: String, CaseIterable, Hashable, Sendable {
  case day, week, month, year, sport, gear
}

/// What several rides add up to. A figure that none of them has is nil, never zero.
package struct RideTotal: Hashable, Sendable {
  package var by: RideGrouping
  /// A day, the Monday of a week, `2026-11`, `2026`, a kind of sport or the name of gear; nil for
  /// rides that have none.
  package var label: DisplayText?
  package var rides = 0
  package var distanceMetres: Double?
  /// Moving time; the whole time of rides without one.
  package var durationSeconds: Int?
  package var elevationGainMetres: Double?
  /// 100 = one hour at threshold.
  package var load: Double?

  package init(by: RideGrouping, label: DisplayText? = nil) { (self.by, self.label) = (by, label) }

  /// - Parameter ride: its figures are bounded as stored ones are, so that no sum overflows.
  package mutating func add(_ ride: Activity) {
    var one = RideTotal(by: by)
    (one.rides, one.load) = (1, ride.load)
    one.durationSeconds = ride.durationSeconds ?? ride.elapsedSeconds
    (one.distanceMetres, one.elevationGainMetres) = (ride.distanceMetres, ride.elevationGainMetres)
    add(one)
  }

  package mutating func add(_ other: RideTotal) {
    rides += other.rides
    distanceMetres = sum(distanceMetres, other.distanceMetres)
    durationSeconds = sum(durationSeconds, other.durationSeconds)
    elevationGainMetres = sum(elevationGainMetres, other.elevationGainMetres)
    load = sum(load, other.load)
  }
}

/// The sum of what is known; nil when nothing is.
private func sum<Value: AdditiveArithmetic>(_ one: Value?, _ other: Value?) -> Value? {
  guard let one, let other else { return one ?? other }
  return one + other
}

/// What a list of rides leaves out, or why it is empty.
package enum RideListNote: Hashable, Sendable {
  /// Activities of the same time that are of other sports.
  case otherSports(count: Int)
  /// Nothing is stored; a sync would bring something if a source is connected.
  case nothingStored(isConnected: Bool)
  /// The latest ones are listed, because there is none since this day.
  case latest(count: Int, since: Day)
  /// There is none since this day, or up to another one; `latest` is the day, month or year of the
  /// latest one before.
  ///
  /// `options` are those to give again.
  case noneSince(Day, until: Day? = nil, latest: DisplayText, options: DisplayText)
  /// A chart is empty because the latest ride is from before it begins, or after its end; `until`
  /// is the end of a chart that has it, nil for today.
  case noneToDraw(Chart, latest: Day, until: Day? = nil)
  /// A chart is empty because the rides lack settings, or the FTP that they suggest.
  case loadsMissing(LoadShortage)
  case zonesMissing(PowerReport?, areOfFiles: Bool)
  /// A chart is empty because no ride has power.
  case powerMissing
  /// All rides are left out, or all that a chart could draw, this one among them.
  case nothingCounts(ActivityID, of: Chart? = nil)
  /// There is none that the options ask for.
  case noneFound(options: DisplayText)
  /// The Eddington number of the rides that are listed, in each system of units.
  case eddington([Units: EddingtonNumber])
}

/// On so many days a rider rode at least so many units of distance, the rides of a day added up.
package struct EddingtonNumber: Hashable, Sendable {
  package let number: Int
  /// That of the rides of this year alone.
  package let thisYear: Int
  /// The days of `number` + 1 units or more that are missing for the next number; at least 1.
  package let missing: Int

  package init(number: Int, thisYear: Int, missing: Int) {
    (self.number, self.thisYear, self.missing) = (number, thisYear, missing)
  }
}

/// An activity of the store with what other rides say of it.
package struct ListedRide: Hashable, Sendable {
  /// Among which rides a best power is the best.
  package enum Rank: String, CaseIterable, Hashable, Sendable {
    /// Those of the six weeks up to the ride.
    case sixWeeks = "six_weeks"
    /// All.
    case allTime = "all_time"
  }

  package var activity: Activity
  /// The rank of each of the best powers, in their order; nil where others are better. Empty in a
  /// list.
  package var ranks: [Rank?]
  /// Nothing in a list.
  package var effort: RideEffort
  /// Whether this run has brought it.
  package var isNew: Bool

  package init(
    _ activity: Activity, ranks: [Rank?] = [], effort: RideEffort = RideEffort(),
    isNew: Bool = false
  ) {
    (self.activity, self.ranks, self.effort, self.isNew) = (activity, ranks, effort, isNew)
  }
}

/// What the measured power of a ride says beside other figures; nil where one of them is unknown.
package struct RideEffort: Hashable, Sendable {
  /// Normalized power by the functional threshold power of the day.
  package var intensity: Double?
  /// Normalized power by average power.
  package var variability: Double?
  /// Normalized power by average heart rate, in watts a beat a minute.
  package var efficiency: Double?
  /// How much efficiency falls from the first to the second half of the ride, in percent; negative
  /// where it rises.
  package var decoupling: Double?

  package init() {}
}
