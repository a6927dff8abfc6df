// The rider's weekly routine (`routine.json`).

/// What the last six weeks say about each weekday, and this week beside it.
package struct Routine: Hashable, Sendable {
  /// What one weekday usually holds.
  package struct Habit: Hashable, Sendable {
    package let weekday: Weekday
    /// Weeks of the six with at least one activity, 0…1.
    package let share: Double
    /// Medians over the days that had an activity; nil when there was none.
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

  /// One day of this week.
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

  /// Why there is no routine; the days and the week are empty then.
  package let reason: ScoreGap?
  /// The first and the last day looked at.
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
