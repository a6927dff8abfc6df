// The weekly routine (`routine.json`) and today's prep sheet (`prep.json`).

/// What the last six weeks show for each weekday, and the current week.
package struct Routine: Hashable, Sendable {
  /// The usual activities of one weekday.
  package struct Habit: Hashable, Sendable {
    package var weekday: Weekday
    /// The share of the six weeks with at least one activity on this weekday, 0…1.
    package var share: Double
    /// Medians over the days with an activity; nil when there is none.
    package var activitiesMedian: Double?
    package var durationSeconds: Double?
    package var load: Double?
    /// Whether the share is at least one half.
    package var usual: Bool

    package init(
      weekday: Weekday, share: Double, activitiesMedian: Double?, durationSeconds: Double?,
      load: Double?, usual: Bool
    ) {
      (self.weekday, self.share, self.activitiesMedian) = (weekday, share, activitiesMedian)
      (self.durationSeconds, self.load, self.usual) = (durationSeconds, load, usual)
    }
  }

  /// One day of the current week.
  package struct WeekDay: Hashable, Sendable {
    package var date: Day
    package var done: Bool
    package var planned: Bool

    package init(date: Day, done: Bool, planned: Bool) {
      (self.date, self.done, self.planned) = (date, done, planned)
    }
  }

  /// Why there is no routine; the days and the week are then empty.
  package var reason: ScoreGap?
  /// The first and the last day of the six weeks.
  package var from: Day
  package var to: Day
  package var days: [Habit]
  package var week: [WeekDay]

  package init(reason: ScoreGap?, from: Day, to: Day, days: [Habit] = [], week: [WeekDay] = []) {
    (self.reason, self.from, self.to) = (reason, from, to)
    (self.days, self.week) = (days, week)
  }
}

/// A power zone in watts, the lower edge inclusive.
package struct PowerZone: Hashable, Sendable {
  package var name: String
  package var fromWatts: Int
  /// nil for the highest zone.
  package var toWatts: Int?

  package init(name: String, fromWatts: Int, toWatts: Int?) {
    (self.name, self.fromWatts, self.toWatts) = (name, fromWatts, toWatts)
  }
}

/// How hard today may be, by a rule of thumb, or why no suggestion is possible.
package struct SuggestedStrain: Hashable, Sendable {
  /// Strain, 0…100.
  package var range: ClosedRange<Int>?
  /// The same range as load; 100 = one hour at threshold.
  package var loads: ClosedRange<Double>?
  package var reason: ScoreGap?

  package init(range: ClosedRange<Int>?, loads: ClosedRange<Double>?, reason: ScoreGap?) {
    (self.range, self.loads, self.reason) = (range, loads, reason)
  }
}

/// The figures a rider needs in the morning.
package struct PrepSheet: Hashable, Sendable {
  package var scores: ScoreDay
  package var zones: [PowerZone]
  /// Functional threshold power in watts.
  package var ftpWatts: Int?
  package var suggestedStrain: SuggestedStrain

  package init(
    scores: ScoreDay, zones: [PowerZone], ftpWatts: Int?, suggestedStrain: SuggestedStrain
  ) {
    (self.scores, self.zones) = (scores, zones)
    (self.ftpWatts, self.suggestedStrain) = (ftpWatts, suggestedStrain)
  }
}
