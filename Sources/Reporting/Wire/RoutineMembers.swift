// The weekly routine and the day's fitness as events: the same members as in the store.

import Format
import Codec
import Model

extension JSONWriter {
  mutating func members(of routine: Routine) {
    member("reason", routine.reason?.name)
    member("from", routine.from)
    member("to", routine.to)
    if routine.reason != nil { return }
    array("days") { json in
      for habit in routine.days {
        json.object { json in
          json.member("weekday", habit.weekday.rawValue)
          json.member("share", habit.share, decimals: 2)
          json.member("activities_median", habit.activitiesMedian, decimals: 2)
          json.member("duration_s", habit.durationSeconds, decimals: 2)
          json.member("load", habit.load, decimals: 2)
          json.member("usual", habit.usual)
        }
      }
    }
    array("week") { json in
      for day in routine.week {
        json.object { json in
          json.member("date", day.date)
          json.member("done", day.done)
          json.member("planned", day.planned)
        }
      }
    }
  }

  /// A day, and those before it where there are any.
  mutating func members(of report: FitnessReport) {
    member("date", report.day.date)
    fitnessMembers(of: report.day)
    if report.history.isEmpty { return }
    array("history") { json in
      for day in report.history {
        json.object { json in
          json.member("date", day.date)
          json.fitnessMembers(of: day)
        }
      }
    }
  }

  /// Load, fitness, fatigue and form of a day.
  mutating func fitnessMembers(of day: FitnessDay) {
    member("load", day.load, decimals: 2)
    member("fitness", day.fitness, decimals: 2)
    member("fatigue", day.fatigue, decimals: 2)
    member("form", day.form, decimals: 2)
  }
}
