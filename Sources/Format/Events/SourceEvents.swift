// source_finished and source: what a source brought, and its state between runs.

package import Model

/// The members of `source_finished`.
package struct SourceFinishedMembers: Sendable {
  var result: SourceResult
  var requests = 0
  var bytes = 0
  var duration = Duration.zero

  /// - Parameters:
  ///   - requests: how many were sent.
  ///   - bytes: how many were received.
  package init(
    _ result: SourceResult, requests: Int = 0, bytes: Int = 0, duration: Duration = .zero
  ) {
    self.result = result
    self.requests = requests
    self.bytes = bytes
    self.duration = duration
  }
}

extension Events {
  package static let sourceFinished = EventTable<SourceFinishedMembers>(
    "source_finished", "A source is done or has failed.",
    from: SourceFinishedMembers(SourceResult(source: .strava, outcome: .ok, counts: Counts())),
    [
      .init(
        "source", "The source.",
        .word({ $0.result.source }, { $0.result.source = $1 ?? $0.result.source }),
        isRequired: true),
      .init(
        "outcome", "Result; skipped means that the source was not contacted.",
        .word({ $0.result.outcome }, { $0.result.outcome = $1 ?? $0.result.outcome }),
        isRequired: true),
    ] + Counts.table.fields.map { $0.within({ $0.result.counts }, { $0.result.counts = $1 }) } + [
      .init(
        "requests", "Requests sent.", .count({ $0.requests }, { $0.requests = $1 ?? 0 }),
        isAlways: true),
      .init(
        "bytes", "Bytes received.", .count({ $0.bytes }, { $0.bytes = $1 ?? 0 }), isAlways: true),
      .init(
        "duration_ms", "Time spent on the source.",
        .milliseconds({ $0.duration }, { $0.duration = $1 ?? .zero }), isAlways: true),
    ]
  ) { members, _ in .sourceFinished(members.result) }

  package static let source = EventTable<SourceReport>(
    "source", "State of a source.", from: SourceReport(source: .strava, state: .connected),
    [
      .init(
        "source", "The source.", .word({ $0.source }, { $0.source = $1 ?? $0.source }),
        isRequired: true),
      .init(
        "state", "State of the connection.", .word({ $0.state }, { $0.state = $1 ?? $0.state }),
        isRequired: true),
      .init(
        "last_sync", "End of the last sync.",
        .time(within: EventRange.times, { $0.lastSync }, { $0.lastSync = $1 })),
      .init(
        "last_error", "Error code of the last sync, if it failed.",
        .anyWord(
          of: FailureCode.self, { $0.lastError.map { DisplayText($0) } },
          { $0.lastError = $1?.description })),
      .init(
        "activities", "Activities in the store.",
        .count({ $0.activities }, { $0.activities = $1 ?? 0 }), isAlways: true),
      .init(
        "rides", "Activities of which no earlier source has the same ride.",
        .count({ $0.rides }, { $0.rides = $1 })),
      .init(
        "days", "Days of health data in the store.", .count({ $0.days }, { $0.days = $1 ?? 0 }),
        isAlways: true),
      .init(
        "since", "First day of the activities that are fetched, remembered from --since.",
        .day({ $0.since }, { $0.since = $1 })),
      .init(
        "shared_sign_in", "True for a sign-in of the default store that another store uses.",
        .flag({ $0.isShared ? true : nil }, { $0.isShared = $1 ?? false })),
      .init(
        "folders", "Connected folders, where they are listed or were just connected.",
        .list(
          SourceReport.Folder.table, from: SourceReport.Folder(path: ""),
          { $0.folders.isEmpty ? nil : $0.folders }, { $0.folders = $1 })),
    ]
  ) { report, _ in .source(report) }
}

extension SourceReport.Folder {
  fileprivate static let table = RecordTable<SourceReport.Folder>(
    [
      .init(
        "path", "The folder.", .displayText({ $0.path }, { $0.path = $1 ?? "" }), isRequired: true),
      .init(
        "ride_files", "Files in it that may hold rides, by their names; absent while it is away.",
        .count({ $0.rideFiles }, { $0.rideFiles = $1 })),
    ], name: "folder", about: "A connected folder.")
}
