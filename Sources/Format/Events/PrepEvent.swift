// prep: today's sheet, with the same members as `prep.json`.

package import Codec
package import Model

enum SheetScoreObject: EventObjectMember {
  typealias Model = Score

  static let name = "sheet_score"
  static let about = "A score, or the reason why there is none."
  static let value = EventRow<Int>("value", "0 to 100.")
  static let band = EventRow<Band>("band", "Named range of the value.")
  static let inputsUsed = EventRow<Int>(required: "inputs_used", "Number of inputs used.")
  static let inputsTotal = EventRow<Int>(required: "inputs_total", "Number of possible inputs.")
  static let atLeast = EventRow<Bool>(
    required: "at_least", "Whether some activities have no load, so that the score may be higher.")
  static let reason = EventRow<DisplayText>("reason", "Why there is no score.")

  static let rows = entries(value, band, inputsUsed, inputsTotal, atLeast, reason)

  static func read(_ members: inout EventObjectFields) -> Score? {
    Score(
      value: members.read(value), band: members.read(band),
      inputsUsed: members.read(inputsUsed) ?? 0, inputsTotal: members.read(inputsTotal) ?? 0,
      atLeast: members.read(atLeast) ?? false,
      reason: members.read(reason).map { ScoreGap(named: $0) })
  }

  static func write(_ score: Score, to json: inout JSONWriter) {
    Score.fields.write(score, to: &json)
  }
}

enum SheetScoresObject: EventObjectMember {
  /// The scores of a row, without its date and its other figures.
  typealias Model = ScoreDay

  static let name = "sheet_scores"
  static let about = "The three daily scores in full."
  static let recovery = EventRow<SheetScoreObject>(required: "recovery", "The recovery score.")
  static let sleep = EventRow<SheetScoreObject>(required: "sleep", "The sleep score.")
  static let strain = EventRow<SheetScoreObject>(required: "strain", "The strain score.")

  static let rows = entries(recovery, sleep, strain)

  static func read(_ members: inout EventObjectFields) -> ScoreDay? {
    ScoreDay(
      date: Day(number: 0), recovery: members.read(recovery) ?? .blank,
      sleep: members.read(sleep) ?? .blank, strain: members.read(strain) ?? .blank)
  }

  static func write(_ day: ScoreDay, to json: inout JSONWriter) {
    json.put(recovery, day.recovery)
    json.put(sleep, day.sleep)
    json.put(strain, day.strain)
  }
}

enum ZoneObject: EventObjectMember {
  typealias Model = PowerZone

  static let name = "zone"
  static let about = "A power zone."
  static let label = EventRow<DisplayText>(required: "name", "Name of the zone.")
  static let from = EventRow<Int>(required: "from_w", "Lower limit in watts.")
  static let to = EventRow<Int>("to_w", "Upper limit in watts; absent for the highest zone.")

  static let rows = entries(label, from, to)

  static func read(_ members: inout EventObjectFields) -> PowerZone? {
    guard let name = members.read(label), let from = members.read(from) else { return nil }
    return PowerZone(name: name.description, fromWatts: from, toWatts: members.read(to))
  }

  static func write(_ zone: PowerZone, to json: inout JSONWriter) {
    json.put(label, zone.name)
    json.put(from, zone.fromWatts)
    json.put(to, zone.toWatts)
  }
}

enum SuggestedStrainObject: EventObjectMember {
  typealias Model = SuggestedStrain

  static let name = "suggested_strain"
  static let about = "Suggested strain for the day, or the reason why there is none."
  static let from = EventRow<Int>("from", "Lowest strain, 0 to 100.")
  static let to = EventRow<Int>("to", "Highest strain, 0 to 100.")
  static let lowLoad = EventRow<Figure>("low_load", "Training load for the lowest strain.")
  static let highLoad = EventRow<Figure>("high_load", "Training load for the highest strain.")
  static let reason = EventRow<DisplayText>("reason", "Why there is no suggestion.")

  static let rows = entries(from, to, lowLoad, highLoad, reason)

  static func read(_ members: inout EventObjectFields) -> SuggestedStrain? {
    SuggestedStrain(
      range: ordered(members.read(from), members.read(to)),
      loads: ordered(members.read(lowLoad), members.read(highLoad)),
      reason: members.read(reason).map { ScoreGap(named: $0) })
  }

  static func write(_ suggestion: SuggestedStrain, to json: inout JSONWriter) {
    json.put(from, suggestion.range?.lowerBound)
    json.put(to, suggestion.range?.upperBound)
    json.put(lowLoad, suggestion.loads?.lowerBound)
    json.put(highLoad, suggestion.loads?.upperBound)
    json.put(reason, suggestion.reason?.name)
  }

  /// nil unless both ends are there, in order.
  private static func ordered<Bound: Comparable>(
    _ low: Bound?, _ high: Bound?
  ) -> ClosedRange<Bound>? {
    guard let low, let high, low <= high else { return nil }
    return low...high
  }
}

enum PrepEvent {
  static let date = EventRow<Day>(required: "date", "The day.")
  static let scores = EventRow<SheetScoresObject>(required: "scores", "The three daily scores.")
  static let zones = EventRow<[ZoneObject]>(
    required: "zones", "Power zones; empty without an FTP.")
  static let ftp = EventRow<Int>("ftp_w", "Functional threshold power in watts.")
  static let suggestion = EventRow<SuggestedStrainObject>(
    required: "suggested_strain", "Suggested strain for the day.")

  static let type = EventType(
    "prep", "Today's sheet: scores, fitness, power zones and suggested strain.",
    entries(date, scores) + FitnessMembers.rows + entries(zones, ftp, suggestion)
  ) { fields throws(EventError) in
    let date = try fields.required(date)
    var day = try fields.read(scores) ?? .blank
    day.date = date
    day.load = try fields.read(FitnessMembers.load)
    day.fitness = try fields.read(FitnessMembers.fitness)
    day.fatigue = try fields.read(FitnessMembers.fatigue)
    day.form = try fields.read(FitnessMembers.form)
    return .prep(
      PrepSheet(
        scores: day, zones: try fields.read(zones) ?? [], ftpWatts: try fields.read(ftp),
        suggestedStrain: try fields.read(suggestion)
          ?? SuggestedStrain(range: nil, loads: nil, reason: nil)))
  }
}

// MARK: Writing

extension JSONWriter {
  /// Writes the members of `prep`, as in `prep.json`.
  package mutating func members(of sheet: PrepSheet) {
    put(PrepEvent.date, sheet.scores.date)
    put(PrepEvent.scores, sheet.scores)
    fitnessMembers(of: FitnessDay(sheet.scores))
    put(PrepEvent.zones, sheet.zones)
    put(PrepEvent.ftp, sheet.ftpWatts)
    put(PrepEvent.suggestion, sheet.suggestedStrain)
  }
}
