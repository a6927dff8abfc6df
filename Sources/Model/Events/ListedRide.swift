// A ride as `rides` and `ride` report it.

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
    self.activity = activity
    self.ranks = ranks
    self.effort = effort
    self.isNew = isNew
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
