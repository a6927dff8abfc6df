// What a source has brought when it is done.

/// How a source ended.
package enum SourceOutcome: String, CaseIterable, Sendable {
  case ok, partial, failed
  /// Not asked.
  case skipped
}

/// What a source brought. Requests, bytes and the time it took are counted by the board.
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
