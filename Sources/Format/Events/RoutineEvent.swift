// routine: the weekly routine, with the same members as `routine.json`.

package import Model

extension Events {
  package static let routine = EventTable<Routine>(
    "routine", "Weekly routine of the last six weeks, and the current week.",
    from: Routine(reason: nil, from: Day(number: 0), to: Day(number: 0)),
    [
      .init(
        "reason", "Why there is no routine; days and week are absent then.",
        .gap({ $0.reason }, { $0.reason = $1 })),
      .init(
        "from", "First day of the six weeks.",
        .day(within: EventRange.days, { $0.from }, { $0.from = $1 ?? $0.from }),
        isRequired: true),
      .init(
        "to", "Last day of the six weeks.",
        .day(within: EventRange.days, { $0.to }, { $0.to = $1 ?? $0.to }), isRequired: true),
      .init(
        "days", "The seven weekdays, from Monday.",
        .list(
          Routine.Habit.table, from: .blank, { $0.reason == nil ? $0.days : nil },
          { $0.days = $1 })),
      .init(
        "week", "The seven days of this week.",
        .list(
          Routine.WeekDay.table, from: .blank, { $0.reason == nil ? $0.week : nil },
          { $0.week = $1 })),
    ]
  ) { routine, _ in .routine(routine) }
}

extension Routine.Habit {
  fileprivate static let blank = Routine.Habit(
    weekday: .mon, share: 0, activitiesMedian: nil, durationSeconds: nil, load: nil, usual: false)

  fileprivate static let table = RecordTable<Routine.Habit>(
    [
      .init(
        "weekday", "The weekday.", .word({ $0.weekday }, { $0.weekday = $1 ?? $0.weekday }),
        isRequired: true),
      .init(
        "share", "Fraction of the six weeks with an activity on this weekday.",
        .fraction(decimals: 2, { $0.share }, { $0.share = $1 ?? 0 }), isAlways: true),
      .init(
        "activities_median", "Median number of activities on days with an activity.",
        .number(
          EventRange.figure, decimals: 2, { $0.activitiesMedian }, { $0.activitiesMedian = $1 })),
      .init(
        "duration_s", "Median seconds of activity on days with an activity.",
        .number(
          EventRange.seconds, decimals: 2, { $0.durationSeconds }, { $0.durationSeconds = $1 })),
      .init(
        "load", "Median load of days with an activity.",
        .number(EventRange.figure, decimals: 2, { $0.load }, { $0.load = $1 })),
      .init(
        "usual", "Whether share is at least 0.5.",
        .flag({ $0.usual }, { $0.usual = $1 ?? false }), isAlways: true),
    ], name: "habit", about: "A weekday and its usual activity.")
}

extension Routine.WeekDay {
  static let blank = Routine.WeekDay(
    date: Day(number: 0), done: false, planned: false)

  static let table = RecordTable<Routine.WeekDay>(
    [
      .init(
        "date", "The day.",
        .day(within: EventRange.days, { $0.date }, { $0.date = $1 ?? $0.date }),
        isRequired: true),
      .init(
        "done", "Whether the day has an activity.",
        .flag({ $0.done }, { $0.done = $1 ?? false }), isAlways: true),
      .init(
        "planned", "Whether the day usually has an activity and is not over.",
        .flag({ $0.planned }, { $0.planned = $1 ?? false }), isAlways: true),
    ], name: "week_day", about: "A day of this week.")
}
