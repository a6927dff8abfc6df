// What the files of the store hold, as the manual page tells it.

import Model

/// A kind of file in the store, one record a line.
package struct StoredFiles: Sendable {
  /// Below the data folder.
  package let path: String
  package let about: String
  /// The fields in the order in which they are written. Absent means unknown.
  package let fields: [MemberDescription]

  package static let all = [
    StoredFiles(
      path: "activities/SOURCE/YEAR.ndjson",
      about: """
        One activity a line, by start. Fields that velo-sync computes, from load on, are kept until \
        --full. raw is the record as the service sent it.
        """,
      fields: Activity.fields.kind.rows),
    StoredFiles(
      path: "wellness/SOURCE/YEAR.ndjson", about: "One day of health data a line, by date.",
      fields: WellnessDay.fields.kind.rows),
    StoredFiles(
      path: "scores/YEAR.ndjson",
      about: """
        One day a line, by date. The scores have the members of the scores in the event prep, \
        described in velo-sync-events(5).
        """,
      fields: ScoreDay.fields.kind.rows),
  ]
}
