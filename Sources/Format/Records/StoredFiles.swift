// What the files of the store hold, as the manual page and the schema tell it.

import Model

/// A kind of file in the store, one record a line.
package struct StoredFiles: Sendable {
  /// Below the data folder.
  package let path: String
  /// What the schema calls a record.
  let record: String
  package let about: String
  /// The fields in the order in which they are written. Absent means unknown.
  package let fields: [MemberDescription]

  package static let all = [
    StoredFiles(
      path: "activities/SOURCE/YEAR.ndjson", record: "activity",
      about: """
        One activity a line, by start. Fields that velo-sync computes, from load on, are kept until \
        --full.
        """,
      fields: withRaw(Activity.fields.kind.rows)),
    StoredFiles(
      path: "wellness/SOURCE/YEAR.ndjson", record: "wellness",
      about: "One day of health data a line, by date.",
      fields: withRaw(WellnessDay.fields.kind.rows)),
    StoredFiles(
      path: "scores/YEAR.ndjson", record: "score",
      about: """
        One day a line, by date. The scores have the members of the scores in the event prep, \
        described in velo-sync-events(5).
        """,
      fields: ScoreDay.fields.kind.rows),
  ]

  /// Fields of a record, before the last one with what the service sent, which no table has: it is
  /// kept byte for byte.
  private static func withRaw(_ rows: [MemberDescription]) -> [MemberDescription] {
    let raw = MemberDescription(
      name: "raw", isRequired: false, about: "The record as the service sent it.",
      kind: .object(ObjectKind(name: "", about: "", rows: [])))
    return rows.dropLast() + [raw] + rows.suffix(1)
  }
}

let athletesMembers = Source.allCases.filter { !$0.isFiles }.map { source in
  MemberDescription(
    name: source.rawValue, isRequired: false, about: "The id of the store's rider there.",
    kind: .text)
}

/// The members of a file of second-by-second data, by Strava's names
/// (https://developers.strava.com/docs/reference/#api-models-StreamSet).
let streamsMembers: [MemberDescription] = {
  func series(_ name: String, _ about: String, _ kind: ValueKind) -> ObjectKind {
    ObjectKind(
      name: name, about: about,
      rows: [
        MemberDescription(
          name: "data", isRequired: true, about: "One entry for each entry of time, null for none.",
          kind: .list(.orNull(kind))),
        MemberDescription(
          name: "series_type", isRequired: false, about: "What the entries are a series over.",
          kind: .text),
        MemberDescription(
          name: "original_size", isRequired: false, about: "The number of entries recorded.",
          kind: .integer(0 ... .max)),
        MemberDescription(
          name: "resolution", isRequired: false, about: "Whether all of them are there: high.",
          kind: .text),
      ])
  }
  let number = ValueKind.number(-1e9...1e9, decimals: nil)
  let numbers = series("numbers", "A series of numbers.", number)
  let positions = series("positions", "A series of positions.", .list(number))
  let flags = series("flags", "A series of true and false.", .flag)
  func row(_ name: String, _ kind: ObjectKind, _ about: String) -> MemberDescription {
    MemberDescription(name: name, isRequired: false, about: about, kind: .object(kind))
  }
  return [
    row("time", numbers, "Seconds since the start, with gaps."),
    row("latlng", positions, "Latitude and longitude in degrees; empty for none."),
    row("distance", numbers, "Metres since the start."),
    row("altitude", numbers, "Metres above the sea."),
    row("velocity_smooth", numbers, "Metres a second."),
    row("heartrate", numbers, "Beats a minute."),
    row("cadence", numbers, "Turns of the cranks a minute."),
    row("watts", numbers, "Watts; 0 while coasting."),
    row("temp", numbers, "Degrees Celsius."),
    row("grade_smooth", numbers, "The slope in per cent."),
    row("moving", flags, "Whether the rider moved; a gap after false is a pause of the recorder."),
  ]
}()
