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
    /// The best powers of all rides, or of those from the first day that was asked for.
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

  /// A value at its place on the horizontal axis.
  package struct Point: Hashable, Sendable {
    package enum Place: Hashable, Sendable {
      /// A day; for a value a week, its Monday.
      case day(Day)
      /// A duration, in a trace the time since the start.
      case seconds(Int)

      /// The number of the day, or the seconds.
      package var number: Int {
        switch self {
        case .day(let day): day.number
        case .seconds(let seconds): seconds
        }
      }
    }

    package let place: Place
    /// nil is a gap. In a trace a value lasts until the next point.
    package var value: Double?
    /// The day of the ride that has a best power; nil when it is not known.
    package var rideDay: Day?

    package init(_ place: Place, _ value: Double?, rideDay: Day? = nil) {
      (self.place, self.value, self.rideDay) = (place, value, rideDay)
    }
  }

  package var chart: Chart
  package var name: Name
  package var unit: Unit
  /// In order of their places, which are all days or all seconds.
  package var points: [Point]
  /// The rider's weight in kilograms where W/kg follow from the values; nil when it is not known.
  package var weight: Double?

  package init(chart: Chart, name: Name, unit: Unit, points: [Point], weight: Double? = nil) {
    (self.chart, self.name, self.unit) = (chart, name, unit)
    (self.points, self.weight) = (points, weight)
  }
}
