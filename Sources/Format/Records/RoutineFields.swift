// The weekly routine as `routine.json`, and as an event.

package import Codec
package import Model

extension Routine {
  static let fields = RecordTable<Routine>([
    .text(
      "reason", "Why there is no routine; days and week are absent then.",
      { $0.reason?.name }, { $0.reason = $1.map { ScoreGap(named: DisplayText($0)) } }
    ).lenient,
    .day("from", "First day of the six weeks.", { $0.from }, { $0.from = $1 ?? $0.from }).required,
    .day("to", "Last day of the six weeks.", { $0.to }, { $0.to = $1 ?? $0.to }).required,
    .list(
      "days", "The seven weekdays, from Monday.", Habit.fields,
      from: Habit(
        weekday: .mon, share: 0, activitiesMedian: nil, durationSeconds: nil, load: nil,
        usual: false),
      { $0.reason == nil ? $0.days : nil }, { $0.days = $1 }),
    .list(
      "week", "The seven days of this week.", WeekDay.fields,
      from: WeekDay(date: Day(number: 0), done: false, planned: false),
      { $0.reason == nil ? $0.week : nil }, { $0.week = $1 }),
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
    .word("weekday", "The weekday.", { $0.weekday }, { $0.weekday = $1 ?? $0.weekday }).required,
    .rounded(
      "share", "Fraction of the six weeks with an activity on this weekday.", in: 0...1,
      { $0.share }, { $0.share = $1 ?? 0 }
    ).required,
    .rounded(
      "activities_median", "Median number of activities on days with an activity.",
      in: StoredRange.figure, { $0.activitiesMedian }, { $0.activitiesMedian = $1 }),
    .rounded(
      "duration_s", "Median seconds of activity on days with an activity.",
      in: StoredRange.figure, { $0.durationSeconds }, { $0.durationSeconds = $1 }),
    .rounded(
      "load", "Median load of days with an activity.", in: StoredRange.load,
      { $0.load }, { $0.load = $1 }),
    .flag("usual", "Whether share is at least 0.5.", { $0.usual }, { $0.usual = $1 ?? false })
      .required,
  ])
}

extension Routine.WeekDay {
  static let fields = RecordTable<Routine.WeekDay>([
    .day("date", "The day.", { $0.date }, { $0.date = $1 ?? $0.date }).required,
    .flag("done", "Whether the day has an activity.", { $0.done }, { $0.done = $1 ?? false })
      .required,
    .flag(
      "planned", "Whether the day usually has an activity and is not over.",
      { $0.planned }, { $0.planned = $1 ?? false }
    ).required,
  ])
}
