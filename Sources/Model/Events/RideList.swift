// What `rides` reports besides the activities: what they add up to, and what it leaves out.

/// What rides are added up by. The raw values are the words of the event stream.
package enum RideGrouping: String, CaseIterable, Hashable, Sendable {
  case week, month, year, sport, gear
}

/// What several rides add up to. What is unknown of a ride counts as zero.
package struct RideTotal: Hashable, Sendable {
  package var by: RideGrouping
  /// The Monday of a week, `2026-11`, `2026`, a kind of sport or the name of gear; nil for rides that
  /// have none.
  package var label: DisplayText?
  package var rides = 0
  package var distanceMetres = 0.0
  /// Moving time; the whole time of rides without one.
  package var durationSeconds = 0
  package var elevationGainMetres = 0.0
  /// 100 = one hour at threshold.
  package var load = 0.0

  package init(by: RideGrouping, label: DisplayText? = nil) {
    self.by = by
    self.label = label
  }

  /// - Parameter ride: its figures are bounded as stored ones are, so that no sum overflows.
  package mutating func add(_ ride: Activity) {
    rides += 1
    distanceMetres += ride.distanceMetres ?? 0
    durationSeconds += ride.durationSeconds ?? ride.elapsedSeconds ?? 0
    elevationGainMetres += ride.elevationGainMetres ?? 0
    load += ride.load ?? 0
  }

  package mutating func add(_ other: RideTotal) {
    rides += other.rides
    distanceMetres += other.distanceMetres
    durationSeconds += other.durationSeconds
    elevationGainMetres += other.elevationGainMetres
    load += other.load
  }
}

/// What a list of rides leaves out, or why it is empty.
package enum RideListNote: Hashable, Sendable {
  /// Activities of the same time that are of other sports.
  case otherSports(count: Int)
  /// Nothing is stored.
  case nothingStored
  /// There is none since this day; `latest` is the day of the latest one before it.
  case noneSince(Day, latest: Day)
  /// There is none that the options ask for.
  case noneFound
}
