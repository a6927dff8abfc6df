// source_finished and source: what a source brought, and its state between runs.

package import Model

/// The members of `source_finished`.
package struct SourceFinishedMembers: Sendable {
  var result: SourceResult
  var requests = 0
  var bytes = 0
  var duration = Duration.zero

  package init(
    _ result: SourceResult, requests: Int = 0, bytes: Int = 0, duration: Duration = .zero
  ) {
    (self.result, self.requests, self.bytes, self.duration) = (result, requests, bytes, duration)
  }
}

extension Events {
  package static let sourceFinished = EventTable<SourceFinishedMembers>(
    "source_finished", "A source is done or has failed.",
    from: SourceFinishedMembers(SourceResult(source: .strava, outcome: .ok, counts: Counts())),
    [
      .init("source", "The source.", .word().at(\.result.source), isRequired: true),
      .init(
        "outcome", "Result; skipped means that the source was not contacted.",
        .word().at(\.result.outcome), isRequired: true),
    ] + Counts.table.fields.map { $0.within({ $0.result.counts }, { $0.result.counts = $1 }) } + [
      .init("requests", "Requests sent.", .count.at(\.requests), isAlways: true),
      .init("bytes", "Bytes received.", .count.at(\.bytes), isAlways: true),
      .init(
        "duration_ms", "Time spent on the source.", .milliseconds.at(\.duration), isAlways: true),
    ]
  ) { members, _ in .sourceFinished(members.result) }

  package static let source = EventTable<SourceReport>(
    "source", "State of a source.", from: SourceReport(source: .strava, state: .connected),
    [
      .init("source", "The source.", .word().at(\.source), isRequired: true),
      .init("state", "State of the connection.", .word().at(\.state), isRequired: true),
      .init("last_sync", "End of the last sync.", .eventTime.at(\.lastSync)),
      .init(
        "last_error", "Error code of the last sync, if it failed.",
        .anyWord(of: FailureCode.self).at(
          { $0.lastError.map { DisplayText($0) } }, { $0.lastError = $1?.description })),
      .init("activities", "Activities in the store.", .count.at(\.activities), isAlways: true),
      .init(
        "rides", "Activities of which no earlier source has the same ride.", .count.at(\.rides)),
      .init("days", "Days of health data in the store.", .count.at(\.days), isAlways: true),
      .init(
        "since", "First day of the activities that are fetched, remembered from --since.",
        .day.at(\.since)),
      .init(
        "shared_sign_in", "True for a sign-in of the default store that another store uses.",
        .flag.at({ $0.isShared ? true : nil }, { $0.isShared = $1 ?? false })),
      .init(
        "folders", "Connected folders, where they are listed or were just connected.",
        .list(SourceReport.Folder.table, from: SourceReport.Folder(path: "")).at(
          { $0.folders.isEmpty ? nil : $0.folders }, { $0.folders = $1 ?? [] })),
    ]
  ) { report, _ in .source(report) }
}

extension SourceReport.Folder {
  fileprivate static let table = Table<SourceReport.Folder>(
    [
      .init("path", "The folder.", .displayText.at(\.path), isRequired: true),
      .init(
        "ride_files", "Files in it that may hold rides, by their names; absent while it is away.",
        .count.at(\.rideFiles)),
    ], name: "folder", about: "A connected folder.")
}
