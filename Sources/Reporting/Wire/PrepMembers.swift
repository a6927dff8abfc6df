// Today's sheet as an event: the same members as `prep.json`.

import Format
import Codec
import Model

extension JSONWriter {
  mutating func members(of sheet: PrepSheet) {
    let day = sheet.scores
    member("date", day.date)
    object("scores") { json in
      json.member("recovery", day.recovery)
      json.member("sleep", day.sleep)
      json.member("strain", day.strain)
    }
    fitnessMembers(of: FitnessDay(day))
    array("zones") { json in
      for zone in sheet.zones {
        json.object { json in
          json.member("name", zone.name)
          json.member("from_w", zone.fromWatts)
          json.member("to_w", zone.toWatts)
        }
      }
    }
    member("ftp_w", sheet.ftpWatts)
    object("suggested_strain") { json in
      let suggested = sheet.suggestedStrain
      json.member("from", suggested.range?.lowerBound)
      json.member("to", suggested.range?.upperBound)
      json.member("low_load", suggested.loads?.lowerBound, decimals: 2)
      json.member("high_load", suggested.loads?.upperBound, decimals: 2)
      json.member("reason", suggested.reason?.name)
    }
  }

  private mutating func member(_ name: StaticString, _ score: Score) {
    object(name) { json in
      json.member("value", score.value)
      json.member("band", score.band?.rawValue)
      json.member("inputs_used", score.inputsUsed)
      json.member("inputs_total", score.inputsTotal)
      json.member("at_least", score.atLeast)
      json.member("reason", score.reason?.name)
    }
  }
}
