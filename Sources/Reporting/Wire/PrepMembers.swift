// Today's sheet as an event: the same members as `prep.json`.

import Codec
import SyncModel

extension JSONWriter {
  mutating func members(of sheet: PrepSheet) {
    let day = sheet.scores
    member("date", day.date)
    key("scores")
    object { json in
      json.key("recovery")
      json.value(day.recovery)
      json.key("sleep")
      json.value(day.sleep)
      json.key("strain")
      json.value(day.strain)
    }
    figure("load", day.load)
    figure("fitness", day.fitness)
    figure("fatigue", day.fatigue)
    figure("form", day.form)
    key("zones")
    array { json in
      for zone in sheet.zones {
        json.object { json in
          json.member("name", zone.name)
          json.member("from_w", zone.fromWatts)
          json.member("to_w", zone.toWatts)
        }
      }
    }
    member("ftp_w", sheet.ftpWatts)
    key("suggested_strain")
    object { json in
      let suggested = sheet.suggestedStrain
      json.member("from", suggested.range?.lowerBound)
      json.member("to", suggested.range?.upperBound)
      json.figure("low_load", suggested.loads?.lowerBound)
      json.figure("high_load", suggested.loads?.upperBound)
      json.member("reason", suggested.reason?.name)
    }
  }

  private mutating func value(_ score: Score) {
    object { json in
      json.valueOrNull("value", score.value)
      json.member("band", score.band?.rawValue)
      json.member("inputs_used", score.inputsUsed)
      json.member("inputs_total", score.inputsTotal)
      json.member("at_least", score.atLeast)
      json.member("reason", score.reason?.name)
    }
  }

  private mutating func figure(_ name: StaticString, _ value: Double?) {
    if let value { member(name, value, decimals: 2) }
  }
}
