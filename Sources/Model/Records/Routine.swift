// The rider's weekly routine (`routine.json`).

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
      self.weekday = weekday
      self.share = share
      self.activitiesMedian = activitiesMedian
      self.durationSeconds = durationSeconds
      self.load = load
      self.usual = usual
    }
  }

  /// One day of the current week.
  package struct WeekDay: Hashable, Sendable {
    package var date: Day
    package var done: Bool
    package var planned: Bool

    package init(date: Day, done: Bool, planned: Bool) {
      self.date = date
      self.done = done
      self.planned = planned
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
    self.reason = reason
    self.from = from
    self.to = to
    self.days = days
    self.week = week
  }
}
