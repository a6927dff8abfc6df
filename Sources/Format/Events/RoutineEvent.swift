// routine: the weekly routine, with the same members as `routine.json`.

package import Model

extension Events {
  package static let routine = EventTable<Routine>(
    "routine", "Weekly routine of the last six weeks, and the current week.",
    from: Routine(reason: nil, from: Day(number: 0), to: Day(number: 0)),
    [
      .init("reason", "Why there is no routine; days and week are absent then.", .gap.at(\.reason)),
      .init("from", "First day of the six weeks.", .eventDay.at(\.from), isRequired: true),
      .init("to", "Last day of the six weeks.", .eventDay.at(\.to), isRequired: true),
      .init(
        "days", "The seven weekdays, from Monday.",
        .list(Routine.Habit.table, from: .blank).at(
          { $0.reason == nil ? $0.days : nil }, { $0.days = $1 ?? [] })),
      .init(
        "week", "The seven days of this week.",
        .list(Routine.WeekDay.table, from: .blank).at(
          { $0.reason == nil ? $0.week : nil }, { $0.week = $1 ?? [] })),
    ]
  ) { routine, _ in .routine(routine) }
}

extension Routine.Habit {
  fileprivate static let blank = Routine.Habit(
    weekday: .mon, share: 0, activitiesMedian: nil, durationSeconds: nil, load: nil, usual: false)

  fileprivate static let table = RecordTable<Routine.Habit>(
    [
      .init("weekday", "The weekday.", .word().at(\.weekday), isRequired: true),
      .init(
        "share", "Fraction of the six weeks with an activity on this weekday.",
        .fraction(decimals: 2).at(\.share), isAlways: true),
      .init(
        "activities_median", "Median number of activities on days with an activity.",
        .eventFigure.at(\.activitiesMedian)),
      .init(
        "duration_s", "Median seconds of activity on days with an activity.",
        .number(EventRange.seconds, decimals: 2).at(\.durationSeconds)),
      .init("load", "Median load of days with an activity.", .eventFigure.at(\.load)),
      .init("usual", "Whether share is at least 0.5.", .flag.at(\.usual), isAlways: true),
    ], name: "habit", about: "A weekday and its usual activity.")
}

extension Routine.WeekDay {
  static let blank = Routine.WeekDay(
    date: Day(number: 0), done: false, planned: false)

  static let table = RecordTable<Routine.WeekDay>(
    [
      .init("date", "The day.", .eventDay.at(\.date), isRequired: true),
      .init("done", "Whether the day has an activity.", .flag.at(\.done), isAlways: true),
      .init(
        "planned", "Whether the day usually has an activity and is not over.",
        .flag.at(\.planned), isAlways: true),
    ], name: "week_day", about: "A day of this week.")
}
