// A day of health data as one line of `wellness/SOURCE/YEAR.ndjson`.

package import Codec
package import Model

extension WellnessDay {
  static let fields = RecordTable<WellnessDay>([
    .given("id", "Name of the record: the source and the date.") {
      "\($0.source.rawValue):\($0.date)"
    },
    .given("source", "Where the record comes from.") { $0.source.rawValue },
    .given("date", "The local day.") { $0.date.description },
    .figure(
      "resting_heart_rate_bpm", "Heart rate at rest.",
      { $0.restingHeartRate }, { $0.restingHeartRate = $1 }),
    .figure(
      "hrv_rmssd_ms", "Heart rate variability as rMSSD, in milliseconds.",
      { $0.hrvRMSSD }, { $0.hrvRMSSD = $1 }),
    .figure(
      "hrv_sdnn_ms", "Heart rate variability as SDNN, in milliseconds.",
      { $0.hrvSDNN }, { $0.hrvSDNN = $1 }),
    .integer(
      "sleep_s", "Seconds asleep.", in: StoredRange.seconds,
      { $0.sleepSeconds }, { $0.sleepSeconds = $1 }
    ).filled(.deciding(.night)),
    .localTime(
      "sleep_start", "When the night began, by the local clock.",
      { $0.sleepStart }, { $0.sleepStart = $1 }
    ).filled(.deciding(.night)),
    .localTime(
      "sleep_end", "When the night ended, by the local clock.",
      { $0.sleepEnd }, { $0.sleepEnd = $1 }
    ).filled(.deciding(.night)),
    .integer(
      "awake_s", "Seconds awake during the night.", in: StoredRange.seconds,
      { $0.awakeSeconds }, { $0.awakeSeconds = $1 }
    ).filled(.following(.night)),
    .figure(
      "sleep_score", "The source's own score of the night.",
      { $0.sleepScore }, { $0.sleepScore = $1 }
    ).filled(.completing(.night)),
    .figure(
      "respiration_bpm", "Breaths a minute.", { $0.respiration }, { $0.respiration = $1 }),
    .figure(
      "weight_kg", "Body mass in kilograms.",
      { $0.weightKilograms }, { $0.weightKilograms = $1 }),
    .object(
      "from", "Where a record from a file was first seen.", FilePlace.fields,
      from: FilePlace(file: ""), { $0.from }, { $0.from = $1 }
    ).role(.origin).lenient,
  ])

  /// Reads a line; nil when it is no day of that source.
  ///
  /// - Parameter source: whose file it is in; nil for any.
  package init?(_ line: JSONValue, of source: Source?) {
    guard let members = line.members, let date = line["date"]?.day,
      let own = line["source"]?.string.flatMap({ Source(rawValue: $0) }),
      source == nil || source == own
    else { return nil }
    self.init(source: own, date: date)
    guard Self.fields.read(members, into: &self) else { return nil }
  }

  /// Writes the members in which a difference is a change.
  package func writeMembers(to json: inout JSONWriter) { Self.fields.writeCounted(self, to: &json) }

  /// Writes where the record was first seen; nothing for one from a service.
  package func writeOrigin(to json: inout JSONWriter) { Self.fields.writeOrigin(self, to: &json) }

  /// Whether a member is one of the fields.
  package static func knows(_ key: JSONKey) -> Bool { fields.has(key) }

  /// Whether both say the same in the fields in which a difference is a change.
  package func agrees(with other: WellnessDay) -> Bool { Self.fields.agree(self, other) }

  /// Whether all numbers may be stored.
  package var isBounded: Bool { Self.fields.isBounded(self) }

  /// The day without the numbers that no record may hold.
  package var bounded: WellnessDay {
    if isBounded { return self }
    var copy = self
    Self.fields.bound(&copy)
    return copy
  }

  /// This day with what only an earlier record of it has, and the place that was seen first.
  package func filled(from earlier: WellnessDay) -> WellnessDay {
    var day = self
    Self.fields.fill(&day, from: earlier)
    day.from = earlier.from ?? from
    return day
  }
}
