// prep: today's sheet, with the same members as `prep.json`.

package import Model

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

  private static let sheetScores = RecordTable<ScoreDay>(
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

  fileprivate static let table = RecordTable<PowerZone>(
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

  static let table = RecordTable<StrainMembers>(
    [
      .init("from", "Lowest strain, 0 to 100.", .count.at(\.from)),
      .init("to", "Highest strain, 0 to 100.", .count.at(\.to)),
      .init("low_load", "Training load for the lowest strain.", .eventFigure.at(\.lowLoad)),
      .init("high_load", "Training load for the highest strain.", .eventFigure.at(\.highLoad)),
      .init("reason", "Why there is no suggestion.", .gap.at(\.reason)),
    ], name: "suggested_strain",
    about: "Suggested strain for the day, or the reason why there is none.")
}
