// The scores of a day as one line of `scores/YEAR.ndjson`.

package import Codec
package import Model

extension Score {
  static let table = Table<Score>(
    rows(isEvent: false), name: "sheet_score", about: "A score, or the reason why there is none.")

  /// - Parameter isEvent: for the event `score`, which has `null` for no value and tells only of a
  ///   score that may be higher; else for the store and the sheet of the day.
  static func rows(isEvent: Bool) -> [Field<Score>] {
    [
      isEvent
        ? .init(
          "value", "0 to 100; null if there is no score.",
          .count.at(\.value).orNull, isAlways: true)
        : .init("value", "0 to 100.", .integer(StoredRange.score).at(\.value)),
      .init("band", "Named range of the value.", .word().at(\.band)),
      .init(
        "inputs_used", "Number of inputs used.", .integer(StoredRange.count).at(\.inputsUsed),
        isAlways: true),
      .init(
        "inputs_total", "Number of possible inputs.", .integer(StoredRange.count).at(\.inputsTotal),
        isAlways: true),
      .init(
        "at_least", "Whether some activities have no load, so that the score may be higher.",
        .flag.at({ isEvent && !$0.atLeast ? nil : $0.atLeast }, { $0.atLeast = $1 ?? false }),
        isAlways: !isEvent),
      .init("reason", "Why there is no score.", .gap.at(\.reason)),
    ]
  }

  static let blank = Score(value: nil, band: nil, inputsUsed: 0, inputsTotal: 0)
}

extension ScoreDay {
  package static let fields = Table<ScoreDay>(
    [.init("date", "The day.", .day.at(\.date), isRequired: true)] + scores(isRequired: true) + [
      .init("load", "The day's training load.", .number(StoredRange.load, decimals: 2).at(\.load)),
      .init(
        "fitness", "Load averaged over 42 days.",
        .number(StoredRange.load, decimals: 2).at(\.fitness)),
      .init(
        "fatigue", "Load averaged over 7 days.",
        .number(StoredRange.load, decimals: 2).at(\.fatigue)),
      .init("form", "Fitness minus fatigue.", .number(StoredRange.form, decimals: 2).at(\.form)),
    ])

  /// - Parameter isRequired: whether a day without them is refused.
  static func scores(isRequired: Bool) -> [Field<ScoreDay>] {
    [
      .init(
        "recovery", "The recovery score.",
        .object(Score.table, from: .blank).at(\.recovery), isRequired: isRequired,
        isAlways: true),
      .init(
        "sleep", "The sleep score.", .object(Score.table, from: .blank).at(\.sleep),
        isRequired: isRequired, isAlways: true),
      .init(
        "strain", "The strain score.", .object(Score.table, from: .blank).at(\.strain),
        isRequired: isRequired, isAlways: true),
    ]
  }

  static let blank = ScoreDay(date: Day(number: 0), recovery: .blank, sleep: .blank, strain: .blank)

  /// Reads a line; nil when it is no row of scores.
  package init?(_ line: JSONValue, of source: Source?) {
    guard let day = Self.fields.read(line, from: .blank) else { return nil }
    self = day
  }
}
