// The scores of a day as one line of `scores/YEAR.ndjson`.

package import Codec
package import Model

extension Score {
  static let table = RecordTable<Score>(
    rows(isEvent: false), name: "sheet_score",
    about: "A score, or the reason why there is none.")

  /// - Parameter isEvent: for the event `score`, which has `null` for no value and tells only of a
  ///   score that may be higher; else for the store and the sheet of the day.
  static func rows(isEvent: Bool) -> [RecordField<Score>] {
    [
      isEvent
        ? .init(
          "value", "0 to 100; null if there is no score.",
          .countOrNull({ $0.value }, { $0.value = $1 }), isAlways: true)
        : .init("value", "0 to 100.", .integer(StoredRange.score, { $0.value }, { $0.value = $1 })),
      .init("band", "Named range of the value.", .word({ $0.band }, { $0.band = $1 })),
      .init(
        "inputs_used", "Number of inputs used.",
        .integer(StoredRange.count, { $0.inputsUsed }, { $0.inputsUsed = $1 ?? 0 }),
        isAlways: true),
      .init(
        "inputs_total", "Number of possible inputs.",
        .integer(StoredRange.count, { $0.inputsTotal }, { $0.inputsTotal = $1 ?? 0 }),
        isAlways: true),
      .init(
        "at_least", "Whether some activities have no load, so that the score may be higher.",
        .flag({ isEvent && !$0.atLeast ? nil : $0.atLeast }, { $0.atLeast = $1 ?? false }),
        isAlways: !isEvent),
      .init("reason", "Why there is no score.", .gap({ $0.reason }, { $0.reason = $1 })),
    ]
  }

  static let blank = Score(value: nil, band: nil, inputsUsed: 0, inputsTotal: 0)
}

extension ScoreDay {
  static let fields = RecordTable<ScoreDay>(
    [
      .init("date", "The day.", .day({ $0.date }, { $0.date = $1 ?? $0.date }), isRequired: true)
    ] + scores(isRequired: true) + [
      .init(
        "load", "The day's training load.",
        .number(StoredRange.load, decimals: 2, { $0.load }, { $0.load = $1 })),
      .init(
        "fitness", "Load averaged over 42 days.",
        .number(StoredRange.load, decimals: 2, { $0.fitness }, { $0.fitness = $1 })),
      .init(
        "fatigue", "Load averaged over 7 days.",
        .number(StoredRange.load, decimals: 2, { $0.fatigue }, { $0.fatigue = $1 })),
      .init(
        "form", "Fitness minus fatigue.",
        .number(StoredRange.form, decimals: 2, { $0.form }, { $0.form = $1 })),
    ])

  /// - Parameter isRequired: whether a day without them is refused.
  static func scores(isRequired: Bool) -> [RecordField<ScoreDay>] {
    [
      .init(
        "recovery", "The recovery score.",
        .object(Score.table, { $0.recovery }, { $0.recovery = $1 }), isRequired: isRequired,
        isAlways: true),
      .init(
        "sleep", "The sleep score.", .object(Score.table, { $0.sleep }, { $0.sleep = $1 }),
        isRequired: isRequired, isAlways: true),
      .init(
        "strain", "The strain score.", .object(Score.table, { $0.strain }, { $0.strain = $1 }),
        isRequired: isRequired, isAlways: true),
    ]
  }

  static let blank = ScoreDay(
    date: Day(number: 0), recovery: .blank, sleep: .blank, strain: .blank)

  /// Reads a line; nil when it is no row of scores.
  package init?(_ line: JSONValue, of source: Source?) {
    guard let day = Self.fields.read(line, from: .blank) else { return nil }
    self = day
  }

  package func writeMembers(to json: inout JSONWriter) { Self.fields.write(self, to: &json) }

  /// Whether a member is one of the fields.
  package static func knows(_ key: JSONKey) -> Bool { fields.has(key) }

  /// Whether both are written alike.
  package func agrees(with other: ScoreDay) -> Bool { Self.fields.agree(self, other) }
}
