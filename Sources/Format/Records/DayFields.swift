// A day of health data as one line of `wellness/SOURCE/YEAR.ndjson`, and its scores as one of
// `scores/YEAR.ndjson`.

package import Codec
package import Model

extension WellnessDay {
  package static let fields = Table<WellnessDay>([
    .init(
      "id", "The source and the date.", .given { "\($0.source.rawValue):\($0.date)" },
      isAlways: true),
    .init("source", "Where the record comes from.", .given { $0.source.rawValue }, isAlways: true),
    .init("date", "The local day.", .given { $0.date.description }, isAlways: true),
    .init(
      "resting_heart_rate_bpm", "Heart rate at rest.",
      .figure.at({ $0.restingHeartRate }, { $0.restingHeartRate = $1 })),
    .init(
      "hrv_rmssd_ms", "Heart rate variability as rMSSD, in milliseconds.",
      .figure.at({ $0.hrvRMSSD }, { $0.hrvRMSSD = $1 })),
    .init(
      "hrv_sdnn_ms", "Heart rate variability as SDNN, in milliseconds.",
      .figure.at({ $0.hrvSDNN }, { $0.hrvSDNN = $1 })),
    .init(
      "sleep_s", "Seconds asleep.",
      .integer(StoredRange.seconds).at({ $0.sleepSeconds }, { $0.sleepSeconds = $1 }),
      fills: .deciding(.night)),
    .init(
      "sleep_start", "When the night began, by the local clock.",
      .localTime.at({ $0.sleepStart }, { $0.sleepStart = $1 }), fills: .deciding(.night)),
    .init(
      "sleep_end", "When the night ended, by the local clock.",
      .localTime.at({ $0.sleepEnd }, { $0.sleepEnd = $1 }), fills: .deciding(.night)),
    .init(
      "awake_s", "Seconds awake during the night.",
      .integer(StoredRange.seconds).at({ $0.awakeSeconds }, { $0.awakeSeconds = $1 }),
      fills: .following(.night)),
    .init(
      "sleep_score", "The source's own score of the night.",
      .figure.at({ $0.sleepScore }, { $0.sleepScore = $1 }), fills: .completing(.night)),
    .init(
      "respiration_bpm", "Breaths a minute.",
      .figure.at({ $0.respiration }, { $0.respiration = $1 })),
    .init(
      "weight_kg", "Body mass in kilograms.",
      .figure.at({ $0.weightKilograms }, { $0.weightKilograms = $1 })),
    FileOrigin.field({ $0.from }, { $0.from = $1 }),
  ])

  /// Reads a line; nil when it is no day of that source.
  ///
  /// - Parameter source: whose file it is in; nil for any.
  package init?(_ line: JSONValue, of source: Source?) {
    guard let date = line["date"]?.day,
      let own = line["source"]?.string.flatMap({ Source(rawValue: $0) }),
      source == nil || source == own
    else { return nil }
    self.init(source: own, date: date)
    guard Self.fields.read(line, into: &self) else { return nil }
  }

  /// This day with what only an earlier record of it has, and the place that was seen first.
  package func filled(from earlier: WellnessDay) -> WellnessDay {
    var (day, earlier) = (self, earlier)
    // Of two nights that end on one date the longer one counts, with all that is known of it.
    if day.hasOtherNight(than: earlier) {
      if day.sleepSeconds ?? 0 < earlier.sleepSeconds ?? 0 {
        day.removeNight()
      } else {
        earlier.removeNight()
      }
    }
    Self.fields.fill(&day, from: earlier)
    day.from = earlier.from ?? from
    return day
  }
}

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
