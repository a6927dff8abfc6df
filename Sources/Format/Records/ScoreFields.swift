// The scores of a day as one line of `scores/YEAR.ndjson`.

package import Codec
package import Model

extension Score {
  static let fields = RecordTable<Score>([
    .integer("value", "0 to 100.", in: StoredRange.score, { $0.value }, { $0.value = $1 }),
    .word("band", "Named range of the value.", { $0.band }, { $0.band = $1 }),
    .integer(
      "inputs_used", "Number of inputs used.", in: StoredRange.count,
      { $0.inputsUsed }, { $0.inputsUsed = $1 ?? 0 }),
    .integer(
      "inputs_total", "Number of possible inputs.", in: StoredRange.count,
      { $0.inputsTotal }, { $0.inputsTotal = $1 ?? 0 }),
    .flag(
      "at_least", "Whether some activities have no load, so that the score may be higher.",
      { $0.atLeast }, { $0.atLeast = $1 ?? false }),
    .text(
      "reason", "Why there is no score.",
      { $0.reason?.name }, { $0.reason = $1.map { ScoreGap(named: DisplayText($0)) } }),
  ])

  static let blank = Score(value: nil, band: nil, inputsUsed: 0, inputsTotal: 0)
}

extension ScoreDay {
  static let fields = RecordTable<ScoreDay>(
    [.day("date", "The day.", { $0.date }, { $0.date = $1 ?? $0.date }).required]
      + scoreFields + fitnessFields)

  /// The three scores.
  static let scoreFields: [RecordField<ScoreDay>] = [
    .object(
      "recovery", "The recovery score.", Score.fields,
      { $0.recovery }, { $0.recovery = $1 }
    ).required,
    .object(
      "sleep", "The sleep score.", Score.fields, { $0.sleep }, { $0.sleep = $1 }
    ).required,
    .object(
      "strain", "The strain score.", Score.fields, { $0.strain }, { $0.strain = $1 }
    ).required,
  ]

  /// The figures beside the scores.
  static let fitnessFields: [RecordField<ScoreDay>] = [
    .rounded(
      "load", "The day's training load.", in: StoredRange.load, { $0.load }, { $0.load = $1 }),
    .rounded(
      "fitness", "Load averaged over 42 days.", in: StoredRange.load,
      { $0.fitness }, { $0.fitness = $1 }),
    .rounded(
      "fatigue", "Load averaged over 7 days.", in: StoredRange.load,
      { $0.fatigue }, { $0.fatigue = $1 }),
    .rounded(
      "form", "Fitness minus fatigue.", in: StoredRange.form, { $0.form }, { $0.form = $1 }),
  ]

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
