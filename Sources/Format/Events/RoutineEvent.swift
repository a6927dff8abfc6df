// routine: the weekly routine, with the same members as `routine.json`.

package import Codec
package import Model

enum HabitObject: EventObjectMember {
  typealias Model = Routine.Habit

  static let name = "habit"
  static let about = "A weekday and its usual activity."
  static let weekday = EventRow<Weekday>(required: "weekday", "The weekday.")
  static let share = EventRow<Share>(
    required: "share", "Fraction of the six weeks with an activity on this weekday.")
  static let activities = EventRow<Figure>(
    "activities_median", "Median number of activities on days with an activity.")
  static let duration = EventRow<SecondsFigure>(
    "duration_s", "Median seconds of activity on days with an activity.")
  static let load = EventRow<Figure>("load", "Median load of days with an activity.")
  static let usual = EventRow<Bool>(required: "usual", "Whether share is at least 0.5.")

  static let rows = entries(weekday, share, activities, duration, load, usual)

  static func read(_ members: inout EventObjectFields) -> Routine.Habit? {
    guard let weekday = members.read(weekday) else { return nil }
    return Routine.Habit(
      weekday: weekday, share: members.read(share) ?? 0,
      activitiesMedian: members.read(activities), durationSeconds: members.read(duration),
      load: members.read(load), usual: members.read(usual) ?? false)
  }

  static func write(_ habit: Routine.Habit, to json: inout JSONWriter) {
    json.put(weekday, habit.weekday)
    json.put(share, habit.share)
    json.put(activities, habit.activitiesMedian)
    json.put(duration, habit.durationSeconds)
    json.put(load, habit.load)
    json.put(usual, habit.usual)
  }
}

enum WeekDayObject: EventObjectMember {
  typealias Model = Routine.WeekDay

  static let name = "week_day"
  static let about = "A day of this week."
  static let date = EventRow<Day>(required: "date", "The day.")
  static let done = EventRow<Bool>(required: "done", "Whether the day has an activity.")
  static let planned = EventRow<Bool>(
    required: "planned", "Whether the day usually has an activity and is not over.")

  static let rows = entries(date, done, planned)

  static func read(_ members: inout EventObjectFields) -> Routine.WeekDay? {
    guard let date = members.read(date) else { return nil }
    return Routine.WeekDay(
      date: date, done: members.read(done) ?? false, planned: members.read(planned) ?? false)
  }

  static func write(_ day: Routine.WeekDay, to json: inout JSONWriter) {
    json.put(date, day.date)
    json.put(done, day.done)
    json.put(planned, day.planned)
  }
}

enum RoutineEvent {
  static let reason = EventRow<DisplayText>(
    "reason", "Why there is no routine; days and week are absent then.")
  static let from = EventRow<Day>(required: "from", "First day of the six weeks.")
  static let to = EventRow<Day>(required: "to", "Last day of the six weeks.")
  static let days = EventRow<[HabitObject]>("days", "The seven weekdays, from Monday.")
  static let week = EventRow<[WeekDayObject]>("week", "The seven days of this week.")

  static let type = EventType(
    "routine", "Weekly routine of the last six weeks, and the current week.",
    entries(reason, from, to, days, week)
  ) { fields throws(EventError) in
    .routine(
      Routine(
        reason: try fields.read(reason).map { ScoreGap(named: $0) },
        from: try fields.required(from), to: try fields.required(to),
        days: try fields.read(days) ?? [], week: try fields.read(week) ?? []))
  }
}

// MARK: Writing

extension JSONWriter {
  /// Writes the members of `routine`, as in `routine.json`.
  package mutating func members(of routine: Routine) {
    put(RoutineEvent.reason, routine.reason?.name)
    put(RoutineEvent.from, routine.from)
    put(RoutineEvent.to, routine.to)
    if routine.reason != nil { return }
    put(RoutineEvent.days, routine.days)
    put(RoutineEvent.week, routine.week)
  }
}
