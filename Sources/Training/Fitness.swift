// Fitness, fatigue and form: what the loads of many days leave behind.

import Platform

/// Two exponential averages of the daily load, stepped once for every calendar day.
///
/// `x = x·e^(−1/T) + L·(1 − e^(−1/T))` with T = 42 days for fitness and 7 for fatigue: the form
/// that GoldenCheetah and Intervals.icu use. Form is fitness less fatigue of the same day.
package struct Fitness: Hashable, Sendable {
  /// Days after which fitness no longer depends much on where it began.
  package static let warmUpDays = 42

  /// Load averaged over 42 days.
  package private(set) var fitness: Double
  /// Load averaged over 7 days.
  package private(set) var fatigue: Double

  /// Begins before the first day; from zero, unless a service says otherwise.
  ///
  /// What is no number counts as zero.
  package init(fitness: Double = 0, fatigue: Double = 0) {
    self.fitness = fitness.isFinite ? fitness : 0
    self.fatigue = fatigue.isFinite ? fatigue : 0
  }

  /// Fitness less fatigue of the same day.
  package var form: Double { fitness - fatigue }

  /// Goes on by one calendar day.
  ///
  /// - Parameter load: The day's load; zero on a day of rest. What is no load counts as none.
  package mutating func advance(by load: Double) {
    let load = Load.believable.contains(load) ? load : 0
    fitness = fitness * Self.fitnessDecay + load * (1 - Self.fitnessDecay)
    fatigue = fatigue * Self.fatigueDecay + load * (1 - Self.fatigueDecay)
  }

  private static let fitnessDays = 42.0
  private static let fatigueDays = 7.0
  private static let fitnessDecay = Mathematics.exponential(-1 / fitnessDays)
  private static let fatigueDecay = Mathematics.exponential(-1 / fatigueDays)
}
