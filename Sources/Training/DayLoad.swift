// The total load of one day.

import Model

/// The load of one day, and whether it is complete.
package struct DayLoad: Hashable, Sendable {
  /// Activities of the day, one ride from several services counted once.
  package private(set) var activities = 0
  /// The number of activities that have a load.
  package private(set) var withLoad = 0
  /// The sum of the known loads; 100 = one hour at threshold.
  package private(set) var sum = 0.0

  /// A day of rest.
  package init() {}

  /// Adds an activity of this day with its load; nil for an unknown load.
  package mutating func add(_ load: Double?) {
    activities += 1
    if let load, Load.plausible.contains(load) {
      withLoad += 1
      sum += load
    }
  }

  /// The day's load: zero on a day of rest, nil when there were activities but none has a load.
  package var load: Double? { activities > 0 && withLoad == 0 ? nil : sum }

  /// Whether the real load may be higher because some activities have none.
  package var isAtLeast: Bool { withLoad > 0 && withLoad < activities }
}
