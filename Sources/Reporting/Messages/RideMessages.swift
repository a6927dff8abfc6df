// The texts of `rides`: figures of rides, sums and what is left out.

import Model

extension Messages {
  /// "81.2", "1,204.5": kilometres.
  func kilometres(_ metres: Double) -> DisplayText {
    let tenths = Int((max(0, min(metres, 1e15)) / 100).rounded())
    return "\(number(tenths / 10)).\(tenths % 10)"
  }

  /// "2:41": hours and minutes.
  func hours(_ seconds: Int) -> DisplayText {
    // Rounded to the minute.
    let minutes = (seconds + 30) / 60
    return "\(number(minutes / 60)):\(twoDigits(minutes % 60))"
  }

  /// The name of a ride in a list.
  func listed(_ ride: Activity) -> DisplayText {
    let name = ride.name.flatMap { $0.isEmpty ? nil : $0 } ?? ride.sport ?? ride.id.description
    return DisplayText(ride.isExcluded ? "\(name) (not counted)" : name)
  }

  /// "Strava, Garmin".
  func sources(of ride: Activity) -> DisplayText {
    let sources = ([ride.id.source] + ride.sameAs.map(\.source)).sorted()
    return DisplayText(sources.map { name($0) }.joined(separator: ", "))
  }

  /// "32 rides", "1,204 km", "41 h 12 min", "load 2,310".
  func sum(_ total: RideTotal, areRides: Bool) -> [DisplayText] {
    let minutes = (total.durationSeconds + 30) / 60
    return [
      DisplayText(
        areRides
          ? count(total.rides, "ride", "rides") : count(total.rides, "activity", "activities")),
      "\(rounded(total.distanceMetres / 1000)) km",
      "\(number(minutes / 60)) h \(minutes % 60) min",
      "load \(rounded(total.load))",
    ]
  }

  /// The header of the first column of totals.
  func header(_ grouping: RideGrouping?) -> DisplayText {
    switch grouping {
    case .week: "Week of"
    case .month: "Month"
    case .year, nil: "Year"
    case .sport: "Sport"
    case .gear: "Gear"
    }
  }

  func text(_ note: RideListNote) -> DisplayText {
    switch note {
    case .otherSports(let count):
      "\(self.count(count, "other activity", "other activities")): --sport all"
    case .nothingStored:
      "No rides are stored yet. To read ride files: velo-sync import PATH"
    case .noneSince(let day, let latest):
      "No rides since \(dateWithYear(day)). The latest: velo-sync rides --since \(latest)"
    case .noneFound: "No rides match. To list all: velo-sync rides --since 1970-01-01 --sport all"
    }
  }

  // MARK: Spoken

  /// A sentence for each ride or total, then their sum.
  func spoken(_ list: RideList, today: Day) -> [DisplayText] {
    let rides = list.rides.map { ride in
      let year = ride.day.year == today.year ? "" : " \(ride.day.year)"
      let parts = [
        ride.distanceMetres.map { "\(kilometres($0)) kilometres" },
        (ride.durationSeconds ?? ride.elapsedSeconds).map { inWords(.seconds($0)) },
        ride.elevationGainMetres.map { "\(rounded($0)) metres of climb" },
        ride.averagePowerWatts.map { "\(rounded($0)) watts" },
        ride.averageHeartRate.map { "\(rounded($0)) beats per minute" },
        ride.load.map { "load \(rounded($0))" },
      ].compactMap { $0 }
      let what = parts.isEmpty ? "" : ": " + parts.joined(separator: ", ")
      return DisplayText("\(dateInWords(ride.day))\(year), \(listed(ride))\(what)")
    }
    let totals = list.totals.map { spoken($0, $0.label.map { spokenLabel($0, list) } ?? "none") }
    if rides.isEmpty, totals.isEmpty { return list.notes.map { text($0) } }
    let noun = list.areRides ? "All rides" : "All activities"
    return rides + totals + [spoken(list.sum, DisplayText(noun))] + list.notes.map { text($0) }
  }

  private func spokenLabel(_ label: DisplayText, _ list: RideList) -> DisplayText {
    guard list.totals.first?.by == .week, let day = Day(label.description) else { return label }
    return "Week of \(dateInWords(day)) \(day.year)"
  }

  private func spoken(_ total: RideTotal, _ label: DisplayText) -> DisplayText {
    """
    \(label): \(count(total.rides, "activity", "activities")), \
    \(kilometres(total.distanceMetres)) kilometres, \(inWords(.seconds(total.durationSeconds))), \
    \(rounded(total.elevationGainMetres)) metres of climb, load \(rounded(total.load))
    """
  }
}
