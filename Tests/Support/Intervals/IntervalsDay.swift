// A day of health data in Intervals.icu's format: every key, most of them null.

/// A wellness record.
package struct IntervalsDay: Sendable {
  /// `YYYY-MM-DD`.
  package var date: String
  /// Keys with their values as JSON text, known or not.
  package var values: [String: String]

  package init(_ date: String, _ values: [String: String] = [:]) {
    self.date = date
    self.values = values
  }

  /// Nights that end on this day and the days before, oldest first, without gaps.
  package static func nights(_ count: Int, until end: Int) -> [IntervalsDay] {
    (0..<count).map { index in
      let epoch = end - (count - 1 - index) * 86_400
      return IntervalsDay(
        String(Civil(epoch: epoch).text.prefix(10)),
        [
          "hrv": "\(50 + index % 9).5", "restingHR": "\(46 + index % 5)",
          "sleepSecs": "\(25_000 + index % 11 * 300)", "weight": "61.5",
        ])
    }
  }

  private static let keys = [
    "ctl", "atl", "rampRate", "ctlLoad", "atlLoad", "sportInfo", "updated", "weight", "restingHR",
    "hrv", "hrvSDNN", "menstrualPhase", "menstrualPhasePredicted", "kcalConsumed", "sleepSecs",
    "sleepScore", "sleepQuality", "avgSleepingHR", "soreness", "fatigue", "stress", "mood",
    "motivation", "injury", "spO2", "systolic", "diastolic", "hydration", "hydrationVolume",
    "readiness", "baevskySI", "bloodGlucose", "lactate", "bodyFat", "abdomen", "vo2max", "comments",
    "steps", "respiration", "carbohydrates", "protein", "fatTotal", "locked", "tempWeight",
    "tempRestingHR",
  ]

  var json: String {
    JSONText.object([("id", "\"\(date)\"")] + Self.keys.map { ($0, "null") }, values)
  }
}
