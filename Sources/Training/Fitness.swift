// Daily loads, and the fitness, fatigue and form computed from them.

import Platform

/// Two exponential averages of the daily load, advanced once for every calendar day.
///
/// `x = x·e^(−1/T) + L·(1 − e^(−1/T))` with T = 42 days for fitness and 7 for fatigue: the form
/// used by GoldenCheetah and Intervals.icu. Form is fitness minus fatigue of the same day.
struct Fitness: Hashable, Sendable {
  /// Days after which fitness hardly depends on its initial value.
  static let warmUpDays = 42

  private(set) var fitness = 0.0
  private(set) var fatigue = 0.0

  var form: Double { fitness - fatigue }

  /// Advances by one calendar day.
  ///
  /// - Parameter load: the day's load; zero on a day of rest. An implausible load counts as zero.
  mutating func advance(by load: Double) {
    let load = Load.plausible.contains(load) ? load : 0
    fitness = fitness * Self.fitnessDecay + load * (1 - Self.fitnessDecay)
    fatigue = fatigue * Self.fatigueDecay + load * (1 - Self.fatigueDecay)
  }

  private static let fitnessDays = 42.0
  private static let fatigueDays = 7.0
  private static let fitnessDecay = Mathematics.exponential(-1 / fitnessDays)
  private static let fatigueDecay = Mathematics.exponential(-1 / fatigueDays)
}

/// The load of one day, and whether it is complete.
struct DayLoad: Hashable, Sendable {
  /// Activities of the day, one ride from several services counted once.
  private(set) var activities = 0
  private(set) var withLoad = 0
  /// The sum of the known loads; 100 = one hour at threshold.
  private var sum = 0.0

  /// Adds an activity of this day with its load; nil for an unknown load.
  mutating func add(_ load: Double?) {
    activities += 1
    if let load, Load.plausible.contains(load) {
      withLoad += 1
      sum += load
    }
  }

  /// The day's load: zero on a day of rest, nil when there were activities but none has a load.
  var load: Double? { activities > 0 && withLoad == 0 ? nil : sum }
}
