// Today's sheet as `prep.json`, and as an event.

package import Codec
package import Model

extension PrepSheet {
  static let fields = RecordTable<PrepSheet>(
    [
      .init(
        "date", "The day.", .day({ $0.scores.date }, { $0.scores.date = $1 ?? $0.scores.date }),
        isRequired: true),
      .init(
        "scores", "The three daily scores.",
        .object(RecordTable(ScoreDay.scoreFields), { $0.scores }, { $0.scores = $1 }),
        isRequired: true),
    ]
      + ScoreDay.fitnessFields.map { $0.within({ $0.scores }, { $0.scores = $1 }) } + [
        .init(
          "zones", "Power zones; empty without an FTP.",
          .list(
            PowerZone.fields, from: PowerZone(name: "", fromWatts: 0, toWatts: nil),
            { $0.zones }, { $0.zones = $1 }), isRequired: true),
        .init(
          "ftp_w", "Functional threshold power in watts.",
          .integer(StoredRange.watts, { $0.ftpWatts }, { $0.ftpWatts = $1 })),
        .init(
          "suggested_strain", "Suggested strain for the day.",
          .object(
            StrainMembers.fields, { StrainMembers($0.suggestedStrain) },
            { $0.suggestedStrain = $1.suggestion }), isRequired: true),
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
    .init(
      "name", "Name of the zone.", .text({ $0.name }, { $0.name = $1 ?? "" }), isRequired: true),
    .init(
      "from_w", "Lower limit in watts.",
      .integer(StoredRange.watts, { $0.fromWatts }, { $0.fromWatts = $1 ?? 0 }),
      isRequired: true),
    .init(
      "to_w", "Upper limit in watts; absent for the highest zone.",
      .integer(StoredRange.watts, { $0.toWatts }, { $0.toWatts = $1 })),
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
    .init("from", "Lowest strain.", .integer(StoredRange.score, { $0.from }, { $0.from = $1 })),
    .init("to", "Highest strain.", .integer(StoredRange.score, { $0.to }, { $0.to = $1 })),
    .init(
      "low_load", "Training load for the lowest strain.",
      .number(StoredRange.load, decimals: 2, { $0.lowLoad }, { $0.lowLoad = $1 })),
    .init(
      "high_load", "Training load for the highest strain.",
      .number(StoredRange.load, decimals: 2, { $0.highLoad }, { $0.highLoad = $1 })),
    .init(
      "reason", "Why there is no suggestion.", .gap({ $0.reason }, { $0.reason = $1 }),
      isLenient: true),
  ])
}
