// `routine.json` and `prep.json`: what a run derived, for people and jq.

import Format
import Codec
import Model

extension Routine {
  /// The bytes of `routine.json`.
  var bytes: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("reason", reason?.name)
      json.member("from", from)
      json.member("to", to)
      if reason != nil { return }
      json.array("days") { json in
        for habit in days {
          json.object { json in
            json.member("weekday", habit.weekday.rawValue)
            json.rounded("share", habit.share)
            json.rounded("activities_median", habit.activitiesMedian)
            json.rounded("duration_s", habit.durationSeconds)
            json.rounded("load", habit.load)
            json.member("usual", habit.usual)
          }
        }
      }
      json.array("week") { json in
        for day in week {
          json.object { json in
            json.member("date", day.date)
            json.member("done", day.done)
            json.member("planned", day.planned)
          }
        }
      }
    }
    json.endLine()
    return json.take()
  }
}

extension PrepSheet {
  /// The bytes of `prep.json`.
  var bytes: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("date", scores.date)
      json.object("scores") { scores.writeScores(to: &$0) }
      scores.writeFitness(to: &json)
      json.array("zones") { json in
        for zone in zones {
          json.object { json in
            json.member("name", zone.name)
            json.member("from_w", zone.fromWatts)
            json.member("to_w", zone.toWatts)
          }
        }
      }
      json.member("ftp_w", ftpWatts)
      json.object("suggested_strain") { json in
        json.member("from", suggestedStrain.range?.lowerBound)
        json.member("to", suggestedStrain.range?.upperBound)
        json.rounded("low_load", suggestedStrain.loads?.lowerBound)
        json.rounded("high_load", suggestedStrain.loads?.upperBound)
        json.member("reason", suggestedStrain.reason?.name)
      }
    }
    json.endLine()
    return json.take()
  }
}
