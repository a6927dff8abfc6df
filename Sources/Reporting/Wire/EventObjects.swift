// The objects inside events.

import Model

extension EventObject {
  static let counts = EventObject(
    name: "counts", about: "How many records came in; one ride from two services counts once.",
    fields: [
      .always(.new, .count, "Activities that were not there before."),
      .always(.changed, .count, "Activities that differ from before."),
      .always(.unchanged, .count, "Activities that are as before."),
      .always(.deleted, .count, "Activities that are gone."),
      .always(.daysNew, .count, "Days of health data that were not there before."),
      .always(.daysChanged, .count, "Days of health data that differ from before."),
    ])

  static let scores = EventObject(
    name: "scores", about: "The values of the day's three scores.",
    fields: ScoreKind.allCases.map {
      .inner($0.rawValue, .orNull(.count), "0 to 100; null when there is none.")
    })

  static let sheetScores = EventObject(
    name: "sheet_scores", about: "The day's three scores in full.",
    fields: ScoreKind.allCases.map { .inner($0.rawValue, .object(entry), "The score.") })

  private static let entry = EventObject(
    name: "sheet_score", about: "A score, or the reason why there is none.",
    fields: [
      .inner("value", .count, isRequired: false, "0 to 100."),
      .inner("band", .word(.bands), isRequired: false, "Its named range."),
      .inner("inputs_used", .count, "How many inputs it was made from."),
      .inner("inputs_total", .count, "How many there could be."),
      .inner("at_least", .flag, "Some activities have no load: it may be higher."),
      .inner("reason", .text, isRequired: false, "Why there is none."),
    ])

  static let zone = EventObject(
    name: "zone", about: "A power zone.",
    fields: [
      .inner("name", .text, "Its name."),
      .inner("from_w", .count, "Its first watt."),
      .inner("to_w", .count, isRequired: false, "Its end; absent for the highest."),
    ])

  static let suggestion = EventObject(
    name: "suggested_strain", about: "How hard the day may be, or the reason why that is not told.",
    fields: [
      .inner("from", .count, isRequired: false, "The least strain, 0 to 100."),
      .inner("to", .count, isRequired: false, "The most strain."),
      .inner("low_load", .number, isRequired: false, "The same as load."),
      .inner("high_load", .number, isRequired: false, "The same as load."),
      .inner("reason", .text, isRequired: false, "Why there is none."),
    ])

  static let habit = EventObject(
    name: "habit", about: "What a weekday usually holds.",
    fields: [
      .inner("weekday", .word(.weekdays), "The weekday."),
      .inner("share", .fraction, "Weeks of the six with an activity on it."),
      .inner("activities_median", .number, isRequired: false, "Of days with an activity."),
      .inner("duration_s", .number, isRequired: false, "Median of days with an activity."),
      .inner("load", .number, isRequired: false, "Median of days with an activity."),
      .inner("usual", .flag, "The share is at least one half."),
    ])

  static let fitnessDay = EventObject(
    name: "fitness_day", about: "Load of a day, and what follows from it.",
    fields: [
      .inner("date", .date, "The day."),
      .inner("load", .number, isRequired: false, "The day's load."),
      .inner("fitness", .number, isRequired: false, "Load averaged over 42 days."),
      .inner("fatigue", .number, isRequired: false, "Load averaged over 7 days."),
      .inner("form", .number, isRequired: false, "Fitness less fatigue."),
    ])

  static let weekDay = EventObject(
    name: "week_day", about: "A day of this week.",
    fields: [
      .inner("date", .date, "The day."),
      .inner("done", .flag, "It has an activity."),
      .inner("planned", .flag, "It usually has one and is not over."),
    ])
}
