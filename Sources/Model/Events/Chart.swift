// A chart as values: what it shows, its series, their points. Renderers draw it.

/// What can be drawn.
package enum Chart: String, CaseIterable, Hashable, Sendable {
  /// Fitness, fatigue and form a day, and the load of each day.
  case fitness
  /// Load a week.
  case load
  /// Hours and distance a week.
  case hours
  /// Recovery, sleep and strain a day.
  case scores
  /// The best mean power over each duration.
  case power
  /// Hours in each power zone a week.
  case zones
  /// Power, heart rate and altitude over the time of one ride.
  case trace

  /// What `velo-sync chart` offers: the trace is a part of `velo-sync ride`.
  package static let offered = allCases.filter { $0 != .trace }
}

/// One series of a chart.
package struct ChartSeries: Hashable, Sendable {
  /// What a series is. The raw values are the words of the event stream.
  package enum Name: String, CaseIterable, Hashable, Sendable {
    case fitness, fatigue, form, load
    case hours, distance
    case recovery, sleep, strain
    /// The best powers of the last six weeks.
    case sixWeeks = "six_weeks"
    /// The best powers of all rides.
    case allTime = "all_time"
    case zone1 = "zone_1", zone2 = "zone_2", zone3 = "zone_3", zone4 = "zone_4"
    case zone5 = "zone_5", zone6 = "zone_6", zone7 = "zone_7"
    case power
    case heartRate = "heart_rate"
    case altitude

    /// The power zones, the lowest first.
    package static let zones: [Name] = [.zone1, .zone2, .zone3, .zone4, .zone5, .zone6, .zone7]
  }

  /// The unit of the values. The raw values are the words of the event stream.
  package enum Unit: String, CaseIterable, Hashable, Sendable {
    /// Training load: 100 is one hour at threshold.
    case load
    case hours = "h"
    case kilometres = "km"
    /// A score from 0 to 100.
    case score
    case watts = "W"
    case beatsPerMinute = "bpm"
    case metres = "m"
  }

  /// The values in order of their places on the horizontal axis; nil is a gap.
  package enum Points: Hashable, Sendable {
    /// A value a day, or a value a week at its Monday.
    case days([DayPoint])
    /// A value for each duration in seconds; in a trace, for seconds since the start. A value there
    /// lasts until the next point.
    case durations([DurationPoint])
  }

  package struct DayPoint: Hashable, Sendable {
    package let day: Day
    package let value: Double?

    package init(_ day: Day, _ value: Double?) {
      self.day = day
      self.value = value
    }
  }

  package struct DurationPoint: Hashable, Sendable {
    package let seconds: Int
    package let value: Double?
    /// The day of the ride that has the value; nil when it is not known.
    package var day: Day?

    package init(_ seconds: Int, _ value: Double?, day: Day? = nil) {
      self.seconds = seconds
      self.value = value
      self.day = day
    }
  }

  package var chart: Chart
  package var name: Name
  package var unit: Unit
  package var points: Points
  /// The rider's weight in kilograms where W/kg follow from the values; nil when it is not known.
  package var weight: Double?

  package init(
    chart: Chart, name: Name, unit: Unit, points: Points, weight: Double? = nil
  ) {
    self.chart = chart
    self.name = name
    self.unit = unit
    self.points = points
    self.weight = weight
  }
}
