// routine and prep: events with the members of `routine.json` and `prep.json`, and these files.

package import Codec
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

  fileprivate static let table = Table<Routine.Habit>(
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
  static let blank = Routine.WeekDay(date: Day(number: 0), done: false, planned: false)

  static let table = Table<Routine.WeekDay>(
    [
      .init("date", "The day.", .eventDay.at(\.date), isRequired: true),
      .init("done", "Whether the day has an activity.", .flag.at(\.done), isAlways: true),
      .init(
        "planned", "Whether the day usually has an activity and is not over.",
        .flag.at(\.planned), isAlways: true),
    ], name: "week_day", about: "A day of this week.")
}

extension Events {
  package static let prep = EventTable<PrepSheet>(
    "prep", "Today's prep plan: scores, fitness, power zones and suggested strain.",
    from: PrepSheet(
      scores: .blank, zones: [], ftpWatts: nil,
      suggestedStrain: SuggestedStrain(range: nil, loads: nil, reason: nil)),
    [
      .init("date", "The day.", .eventDay.at(\.scores.date), isRequired: true),
      .init(
        "scores", "The three daily scores.",
        .object(sheetScores, from: .blank).at({ $0.scores }, { $0.scores.set($1) }), isAlways: true),
    ] + FitnessDay.rows.map { $0.within({ FitnessDay($0.scores) }, { $0.scores.set($1) }) } + [
      .init(
        "zones", "Power zones; empty without an FTP.",
        .list(PowerZone.table, from: .blank).at(\.zones), isAlways: true),
      .init("ftp_w", "Functional threshold power in watts.", .count.at(\.ftpWatts)),
      .init(
        "suggested_strain", "Suggested strain for the day.",
        .object(StrainMembers.table, from: StrainMembers()).at(
          { StrainMembers($0.suggestedStrain) },
          { $0.suggestedStrain = ($1 ?? StrainMembers()).suggestion }), isAlways: true),
    ]
  ) { sheet, _ in .prep(sheet) }

  private static let sheetScores = Table<ScoreDay>(
    ScoreDay.scores(isRequired: false), name: "sheet_scores",
    about: "The three daily scores in full.")
}

extension ScoreDay {
  /// Takes the scores of a day, whichever it is.
  fileprivate mutating func set(_ scores: ScoreDay?) {
    guard let scores else { return }
    (recovery, sleep, strain) = (scores.recovery, scores.sleep, scores.strain)
  }

  fileprivate mutating func set(_ day: FitnessDay) {
    (load, fitness, fatigue, form) = (day.load, day.fitness, day.fatigue, day.form)
  }
}

extension PowerZone {
  fileprivate static let blank = PowerZone(name: "", fromWatts: 0, toWatts: nil)

  fileprivate static let table = Table<PowerZone>(
    [
      .init(
        "name", "Name of the zone.",
        .displayText.at({ DisplayText($0.name) }, { $0.name = $1?.description ?? "" }),
        isRequired: true),
      .init("from_w", "Lower limit in watts.", .count.at(\.fromWatts), isRequired: true),
      .init("to_w", "Upper limit in watts; absent for the highest zone.", .count.at(\.toWatts)),
    ], name: "zone", about: "A power zone.")
}

/// A suggested strain by its ends, which count only in pairs.
private struct StrainMembers: Equatable {
  var from: Int?
  var to: Int?
  var lowLoad: Double?
  var highLoad: Double?
  var reason: ScoreGap?

  init() {}

  init(_ suggestion: SuggestedStrain) {
    (from, to) = (suggestion.range?.lowerBound, suggestion.range?.upperBound)
    (lowLoad, highLoad) = (suggestion.loads?.lowerBound, suggestion.loads?.upperBound)
    reason = suggestion.reason
  }

  var suggestion: SuggestedStrain {
    SuggestedStrain(
      range: Self.range(from, to), loads: Self.range(lowLoad, highLoad), reason: reason)
  }

  /// nil unless both ends are there, in order.
  private static func range<Bound: Comparable>(
    _ low: Bound?, _ high: Bound?
  ) -> ClosedRange<Bound>? {
    guard let low, let high, low <= high else { return nil }
    return low...high
  }

  static let table = Table<StrainMembers>(
    [
      .init("from", "Lowest strain, 0 to 100.", .count.at(\.from)),
      .init("to", "Highest strain, 0 to 100.", .count.at(\.to)),
      .init("low_load", "Training load for the lowest strain.", .eventFigure.at(\.lowLoad)),
      .init("high_load", "Training load for the highest strain.", .eventFigure.at(\.highLoad)),
      .init("reason", "Why there is no suggestion.", .gap.at(\.reason)),
    ], name: "suggested_strain",
    about: "Suggested strain for the day, or the reason why there is none.")
}

extension Routine {
  /// Reads what was written; nil when it is no routine.
  package init?(_ json: JSONValue) {
    guard let routine = Events.routine.sheet(json) else { return nil }
    self = routine
    if reason != nil {
      (days, week) = ([], [])
    } else if json["days"]?.elements == nil || json["week"]?.elements == nil {
      return nil
    }
  }

  /// The bytes of `routine.json`.
  package var file: [UInt8] { Events.routine.members.file(self) }
}

extension PrepSheet {
  /// Reads what was written; nil when it is no sheet.
  package init?(_ json: JSONValue) {
    guard let sheet = Events.prep.sheet(json) else { return nil }
    self = sheet
  }

  /// The bytes of `prep.json`.
  package var file: [UInt8] { Events.prep.members.file(self) }
}

extension EventTable {
  /// The members of an object; nil when one is of another kind, or always there and absent. A
  /// number out of range counts as absent.
  fileprivate func sheet(_ json: JSONValue) -> Members? {
    var sheet = blank
    let reading = json.view { members.read($0, into: &sheet) }
    let isWhole =
      reading.isObject && reading.wrong.isEmpty && reading.damaged.isEmpty
      && reading.incomplete.isEmpty && members.always.isSubset(of: reading.read)
    return isWhole ? sheet : nil
  }
}
