// Scores, fitness, the weekly routine and today's sheet.

package import Model

extension WireEvent {
  /// A score as it becomes known.
  package struct Score: Hashable, Sendable {
    package let kind: OpenEnum<ScoreKind>
    /// 0…100; nil when there is none.
    package let value: Int?
    package let band: OpenEnum<Band>?
    package let inputsUsed: Int?
    package let inputsTotal: Int?
    /// Some activities have no load, so that the real value may be higher.
    package let atLeast: Bool?
    /// Why there is none.
    package let reason: DisplayText?
    package let date: Day?
    /// Saved by an earlier run.
    package let cached: Bool?

    init(_ fields: inout WireFields) throws(WireError) {
      kind = try fields.word(.score, WireLists.scores).required(.score, of: .score)
      value = try fields.count(.value)
      band = try fields.word(.band, WireLists.bands)
      inputsUsed = try fields.count(.inputsUsed)
      inputsTotal = try fields.count(.inputsTotal)
      atLeast = try fields.flag(.atLeast)
      reason = try fields.text(.reason)
      date = try fields.date(.date)
      cached = try fields.flag(.cached)
    }
  }

  /// Load and what follows from it, for one day.
  package struct Fitness: Hashable, Sendable {
    package let date: Day
    package let load: Double?
    package let fitness: Double?
    package let fatigue: Double?
    package let form: Double?
    package let history: [FitnessDay]

    init(_ fields: inout WireFields) throws(WireError) {
      date = try fields.date(.date).required(.date, of: .fitness)
      load = try fields.figure(.load)
      fitness = try fields.figure(.fitness)
      fatigue = try fields.figure(.fatigue)
      form = try fields.figure(.form)
      history =
        try fields.list(.history) { day in
          day.date("date").map {
            FitnessDay(
              date: $0, load: day.figure("load"), fitness: day.figure("fitness"),
              fatigue: day.figure("fatigue"), form: day.figure("form"))
          }
        } ?? []
    }
  }

  /// The weekly routine.
  package struct Routine: Hashable, Sendable {
    /// Why there is none; there are no days and no week then.
    package let reason: DisplayText?
    package let from: Day
    package let to: Day
    package let days: [Model.Routine.Habit]
    package let week: [Model.Routine.WeekDay]

    init(_ fields: inout WireFields) throws(WireError) {
      reason = try fields.text(.reason)
      from = try fields.date(.from).required(.from, of: .routine)
      to = try fields.date(.to).required(.to, of: .routine)
      days =
        try fields.list(.days) { day in
          guard let weekday = day.word("weekday", WireLists.weekdays)?.known else { return nil }
          return Model.Routine.Habit(
            weekday: weekday, share: day.fraction("share") ?? 0,
            activitiesMedian: day.figure("activities_median"),
            durationSeconds: day.seconds("duration_s"), load: day.figure("load"),
            usual: day.flag("usual") ?? false)
        } ?? []
      week =
        try fields.list(.week) { day in
          guard let date = day.date("date") else { return nil }
          return Model.Routine.WeekDay(
            date: date, done: day.flag("done") ?? false, planned: day.flag("planned") ?? false)
        } ?? []
    }
  }

  /// Today's sheet.
  package struct Prep: Hashable, Sendable {
    /// One score of the sheet.
    package struct Entry: Hashable, Sendable {
      /// 0…100; nil when there is none.
      package let value: Int?
      package let band: OpenEnum<Band>?
      package let inputsUsed: Int?
      package let inputsTotal: Int?
      /// Some activities have no load, so that the real value may be higher.
      package let atLeast: Bool?
      /// Why there is none.
      package let reason: DisplayText?
    }

    /// The suggested strain; nil where there is none.
    package struct Suggestion: Hashable, Sendable {
      package let from: Int?
      package let to: Int?
      package let lowLoad: Double?
      package let highLoad: Double?
      /// Why there is none.
      package let reason: DisplayText?
    }

    package let date: Day
    package let scores: [ScoreKind: Entry]
    package let load: Double?
    package let fitness: Double?
    package let fatigue: Double?
    package let form: Double?
    package let zones: [PowerZone]
    package let ftpWatts: Int?
    package let suggested: Suggestion?

    init(_ fields: inout WireFields) throws(WireError) {
      date = try fields.date(.date).required(.date, of: .prep)
      scores =
        try fields.object(.scores) { scores in
          var entries: [ScoreKind: Entry] = [:]
          entries[.recovery] = scores.object("recovery") { Entry(&$0) }
          entries[.sleep] = scores.object("sleep") { Entry(&$0) }
          entries[.strain] = scores.object("strain") { Entry(&$0) }
          return entries
        } ?? [:]
      load = try fields.figure(.load)
      fitness = try fields.figure(.fitness)
      fatigue = try fields.figure(.fatigue)
      form = try fields.figure(.form)
      zones =
        try fields.list(.zones) { zone in
          guard let name = zone.text("name"), let from = zone.count("from_w") else { return nil }
          return PowerZone(
            name: name.description, fromWatts: from, toWatts: zone.count("to_w"))
        } ?? []
      ftpWatts = try fields.count(.ftpW)
      suggested = try fields.object(.suggestedStrain) { Suggestion(&$0) }
    }
  }
}

extension WireEvent.Prep.Entry {
  fileprivate init(_ object: inout WireObject) {
    value = object.count("value")
    band = object.word("band", WireLists.bands)
    inputsUsed = object.count("inputs_used")
    inputsTotal = object.count("inputs_total")
    atLeast = object.flag("at_least")
    reason = object.text("reason")
  }
}

extension WireEvent.Prep.Suggestion {
  fileprivate init(_ object: inout WireObject) {
    from = object.count("from")
    to = object.count("to")
    lowLoad = object.figure("low_load")
    highLoad = object.figure("high_load")
    reason = object.text("reason")
  }
}
