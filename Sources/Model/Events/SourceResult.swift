// The result of one source in a run.

/// How a source ended.
package enum SourceOutcome: String, CaseIterable, Sendable {
  case ok, partial, failed
  /// Not contacted.
  case skipped
}

/// What a source delivered. Requests, bytes and time are counted by the reporter's state.
package struct SourceResult: Hashable, Sendable {
  package let source: Source
  package let outcome: SourceOutcome
  package let counts: Counts

  package init(source: Source, outcome: SourceOutcome, counts: Counts) {
    self.source = source
    self.outcome = outcome
    self.counts = counts
  }
}
