// Today's sheet as `prep.json`, and as an event.

package import Codec
package import Model

extension PrepSheet {
  static let fields = RecordTable<PrepSheet>(
    [
      .day(
        "date", "The day.", { $0.scores.date }, { $0.scores.date = $1 ?? $0.scores.date }
      ).required,
      .object(
        "scores", "The three daily scores.", RecordTable(ScoreDay.scoreFields),
        { $0.scores }, { $0.scores = $1 }
      ).required,
    ]
      + ScoreDay.fitnessFields.map { $0.within({ $0.scores }, { $0.scores = $1 }) } + [
        .list(
          "zones", "Power zones; empty without an FTP.", PowerZone.fields,
          from: PowerZone(name: "", fromWatts: 0, toWatts: nil),
          { $0.zones }, { $0.zones = $1 }
        ).required,
        .integer(
          "ftp_w", "Functional threshold power in watts.", in: StoredRange.watts,
          { $0.ftpWatts }, { $0.ftpWatts = $1 }),
        .object(
          "suggested_strain", "Suggested strain for the day.", StrainMembers.fields,
          { StrainMembers($0.suggestedStrain) }, { $0.suggestedStrain = $1.suggestion }
        ).required,
      ])

  /// Reads what was written; nil when it is no sheet.
  package init?(_ json: JSONValue) {
    let blank = PrepSheet(
      scores: .blank, zones: [], ftpWatts: nil,
      suggestedStrain: SuggestedStrain(range: nil, loads: nil, reason: nil))
    guard let sheet = Self.fields.read(json, from: blank) else { return nil }
    self = sheet
  }

  /// The bytes of `prep.json`.
  package var file: [UInt8] { Self.fields.file(self) }
}

extension PowerZone {
  static let fields = RecordTable<PowerZone>([
    .text("name", "Name of the zone.", { $0.name }, { $0.name = $1 ?? "" }).required,
    .integer(
      "from_w", "Lower limit in watts.", in: StoredRange.watts,
      { $0.fromWatts }, { $0.fromWatts = $1 ?? 0 }
    ).required,
    .integer(
      "to_w", "Upper limit in watts; absent for the highest zone.", in: StoredRange.watts,
      { $0.toWatts }, { $0.toWatts = $1 }),
  ])
}

/// A suggested strain with the ends of its ranges apart.
struct StrainMembers: Sendable {
  var from: Int?
  var to: Int?
  var lowLoad: Double?
  var highLoad: Double?
  var reason: ScoreGap?

  init(_ suggestion: SuggestedStrain) {
    from = suggestion.range?.lowerBound
    to = suggestion.range?.upperBound
    lowLoad = suggestion.loads?.lowerBound
    highLoad = suggestion.loads?.upperBound
    reason = suggestion.reason
  }

  /// A range is nil unless both ends are there, in order.
  var suggestion: SuggestedStrain {
    var suggestion = SuggestedStrain(range: nil, loads: nil, reason: reason)
    if let from, let to, from <= to { suggestion.range = from...to }
    if let lowLoad, let highLoad, lowLoad <= highLoad { suggestion.loads = lowLoad...highLoad }
    return suggestion
  }

  static let fields = RecordTable<StrainMembers>([
    .integer("from", "Lowest strain.", in: StoredRange.score, { $0.from }, { $0.from = $1 }),
    .integer("to", "Highest strain.", in: StoredRange.score, { $0.to }, { $0.to = $1 }),
    .rounded(
      "low_load", "Training load for the lowest strain.", in: StoredRange.load,
      { $0.lowLoad }, { $0.lowLoad = $1 }),
    .rounded(
      "high_load", "Training load for the highest strain.", in: StoredRange.load,
      { $0.highLoad }, { $0.highLoad = $1 }),
    .text(
      "reason", "Why there is no suggestion.",
      { $0.reason?.name }, { $0.reason = $1.map { ScoreGap(named: DisplayText($0)) } }
    ).lenient,
  ])
}
