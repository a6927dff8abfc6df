// The rider's weekly routine (`routine.json`).

/// What the last six weeks show for each weekday, and the current week.
package struct Routine: Hashable, Sendable {
  /// The usual activities of one weekday.
  package struct Habit: Hashable, Sendable {
    package let weekday: Weekday
    /// The share of the six weeks with at least one activity on this weekday, 0…1.
    package let share: Double
    /// Medians over the days with an activity; nil when there is none.
    package let activitiesMedian: Double?
    package let durationSeconds: Double?
    package let load: Double?
    /// Whether the share is at least one half.
    package let usual: Bool

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
    package let date: Day
    package let done: Bool
    package let planned: Bool

    package init(date: Day, done: Bool, planned: Bool) {
      self.date = date
      self.done = done
      self.planned = planned
    }
  }

  /// Why there is no routine; the days and the week are then empty.
  package let reason: ScoreGap?
  /// The first and the last day of the six weeks.
  package let from: Day
  package let to: Day
  package let days: [Habit]
  package let week: [WeekDay]

  package init(reason: ScoreGap?, from: Day, to: Day, days: [Habit] = [], week: [WeekDay] = []) {
    self.reason = reason
    self.from = from
    self.to = to
    self.days = days
    self.week = week
  }
}
