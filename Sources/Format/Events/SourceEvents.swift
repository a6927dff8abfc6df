// source_finished and source: what a source brought, and its state between runs.

package import Codec
package import Model

enum SourceFinishedEvent {
  static let source = EventRow<Source>(required: "source", "The source.")
  static let outcome = EventRow<SourceOutcome>(
    required: "outcome", "Result; skipped means that the source was not contacted.")
  static let requests = EventRow<Int>(required: "requests", "Requests sent.")
  static let bytes = EventRow<Int>(required: "bytes", "Bytes received.")
  static let duration = EventRow<Milliseconds>(
    required: "duration_ms", "Time spent on the source.")

  static let type = EventType(
    "source_finished", "A source is done or has failed.",
    entries(source, outcome) + CountsObject.rows + entries(requests, bytes, duration)
  ) { fields throws(EventError) in
    let source = try fields.required(source)
    let outcome = try fields.required(outcome)
    var counts = Counts()
    for (row, path) in CountsObject.figures {
      counts[keyPath: path] = try fields.read(row) ?? 0
    }
    _ = try fields.read(requests)
    _ = try fields.read(bytes)
    _ = try fields.read(duration)
    guard let source, let outcome else { return fields.foreign }
    return .sourceFinished(SourceResult(source: source, outcome: outcome, counts: counts))
  }
}

enum SourceEvent {
  static let source = EventRow<Source>(required: "source", "The source.")
  static let state = EventRow<SourceReport.State>(required: "state", "State of the connection.")
  static let lastSync = EventRow<Timestamp>("last_sync", "End of the last sync.")
  static let lastError = EventRow<FailureCode>(
    "last_error", "Error code of the last sync, if it failed.")
  static let activities = EventRow<Int>(required: "activities", "Activities in the store.")
  static let days = EventRow<Int>(required: "days", "Days of health data in the store.")

  static let type = EventType(
    "source", "State of a source.", entries(source, state, lastSync, lastError, activities, days)
  ) { fields throws(EventError) in
    let source = try fields.required(source)
    let state = try fields.required(state)
    let lastSync = try fields.read(lastSync)
    let lastError = try fields.text(of: lastError)?.description
    let activities = try fields.read(activities) ?? 0
    let days = try fields.read(days) ?? 0
    guard let source, let state else { return fields.foreign }
    return .source(
      SourceReport(
        source: source, state: state, lastSync: lastSync, lastError: lastError,
        activities: activities, days: days))
  }
}

// MARK: Writing

extension JSONWriter {
  /// Writes the members of `source_finished`.
  ///
  /// - Parameters:
  ///   - requests: how many were sent.
  ///   - bytes: how many were received.
  package mutating func members(
    of result: SourceResult, requests: Int, bytes: Int, duration: Duration
  ) {
    put(SourceFinishedEvent.source, result.source)
    put(SourceFinishedEvent.outcome, result.outcome)
    CountsObject.write(result.counts, to: &self)
    put(SourceFinishedEvent.requests, requests)
    put(SourceFinishedEvent.bytes, bytes)
    put(SourceFinishedEvent.duration, duration)
  }

  /// Writes the members of `source`.
  package mutating func members(of report: SourceReport) {
    put(SourceEvent.source, report.source)
    put(SourceEvent.state, report.state)
    put(SourceEvent.lastSync, report.lastSync)
    put(SourceEvent.lastError, text: report.lastError)
    put(SourceEvent.activities, report.activities)
    put(SourceEvent.days, report.days)
  }
}
