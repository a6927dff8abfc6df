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
  /// Whether this run has brought it.
  package var isNew: Bool

  package init(_ activity: Activity, ranks: [Rank?] = [], isNew: Bool = false) {
    self.activity = activity
    self.ranks = ranks
    self.isNew = isNew
  }
}
