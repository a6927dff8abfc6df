// The weekly routine as `routine.json`, and as an event.

package import Codec
package import Model

extension Routine {
  static let fields = RecordTable<Routine>([
    .init(
      "reason", "Why there is no routine; days and week are absent then.",
      .gap({ $0.reason }, { $0.reason = $1 }), isLenient: true),
    .init(
      "from", "First day of the six weeks.", .day({ $0.from }, { $0.from = $1 ?? $0.from }),
      isRequired: true),
    .init(
      "to", "Last day of the six weeks.", .day({ $0.to }, { $0.to = $1 ?? $0.to }),
      isRequired: true),
    .init(
      "days", "The seven weekdays, from Monday.",
      .list(
        Habit.fields, from: .blank, { $0.reason == nil ? $0.days : nil }, { $0.days = $1 })),
    .init(
      "week", "The seven days of this week.",
      .list(
        WeekDay.fields, from: .blank, { $0.reason == nil ? $0.week : nil }, { $0.week = $1 })),
  ])

  /// Reads what was written; nil when it is no routine.
  package init?(_ json: JSONValue) {
    let blank = Routine(reason: nil, from: Day(number: 0), to: Day(number: 0))
    guard let routine = Self.fields.read(json, from: blank) else { return nil }
    self = routine
    if reason != nil {
      (days, week) = ([], [])
    } else if json["days"]?.elements == nil || json["week"]?.elements == nil {
      return nil
    }
  }

  /// The bytes of `routine.json`.
  package var file: [UInt8] { Self.fields.file(self) }
}

extension Routine.Habit {
  static let fields = RecordTable<Routine.Habit>([
    .init(
      "weekday", "The weekday.",
      .word(isOpen: false, { $0.weekday }, { $0.weekday = $1 ?? $0.weekday }), isRequired: true),
    .init(
      "share", "Fraction of the six weeks with an activity on this weekday.",
      .number(0...1, decimals: 2, { $0.share }, { $0.share = $1 ?? 0 }), isRequired: true),
    .init(
      "activities_median", "Median number of activities on days with an activity.",
      .number(
        StoredRange.figure, decimals: 2, { $0.activitiesMedian }, { $0.activitiesMedian = $1 })),
    .init(
      "duration_s", "Median seconds of activity on days with an activity.",
      .number(
        StoredRange.figure, decimals: 2, { $0.durationSeconds }, { $0.durationSeconds = $1 })),
    .init(
      "load", "Median load of days with an activity.",
      .number(StoredRange.load, decimals: 2, { $0.load }, { $0.load = $1 })),
    .init(
      "usual", "Whether share is at least 0.5.", .flag({ $0.usual }, { $0.usual = $1 ?? false }),
      isRequired: true),
  ])

  static let blank = Routine.Habit(
    weekday: .mon, share: 0, activitiesMedian: nil, durationSeconds: nil, load: nil, usual: false)
}

extension Routine.WeekDay {
  static let fields = RecordTable<Routine.WeekDay>([
    .init("date", "The day.", .day({ $0.date }, { $0.date = $1 ?? $0.date }), isRequired: true),
    .init(
      "done", "Whether the day has an activity.", .flag({ $0.done }, { $0.done = $1 ?? false }),
      isRequired: true),
    .init(
      "planned", "Whether the day usually has an activity and is not over.",
      .flag({ $0.planned }, { $0.planned = $1 ?? false }), isRequired: true),
  ])

  static let blank = Routine.WeekDay(date: Day(number: 0), done: false, planned: false)
}
