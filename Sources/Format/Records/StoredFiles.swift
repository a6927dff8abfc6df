// What the files of the store hold, as the manual page tells it.

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
