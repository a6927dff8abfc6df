// The end of a run.

/// What `status` reports in several events, in one.
package struct StoreOverview: Hashable, Sendable {
  package var lastSync: Timestamp?
  package var sources: [SourceReport] = []
  /// Only those that have a value.
  package var scores: [ScoreKind: Int] = [:]
  package var fitness: FitnessDay?
  package var week: [Routine.WeekDay] = []
  package var latestRide: ListedRide?
  /// When the sync began that is running; nil when none is.
  package var runningSince: Timestamp?

  package init() {}
}

/// How a run ended as a whole.
package struct RunSummary: Hashable, Sendable {
  package enum Outcome: String, CaseIterable, Sendable { case ok, partial, failed, interrupted }

  package let outcome: Outcome
  package let exit: ExitStatus
  /// What was received and stored, one ride from two services counted once; nil when nothing was
  /// counted.
  package let counts: Counts?
  /// Further content of another program's own summary; nil for our own runs.
  package let given: Given?
  /// The recording stops here: how the run ended is not known.
  package let isCut: Bool

  /// What only a summary from outside contains.
  package struct Given: Hashable, Sendable {
    package var dryRun: Bool?
    /// Only scores that have a value; nil when it had none.
    package var scores: [ScoreKind: Int]?
    package var store: DisplayText?
    package var overview: StoreOverview?

    package init() {}
  }

  package init(
    outcome: Outcome, exit: ExitStatus, counts: Counts?, given: Given? = nil, isCut: Bool = false
  ) {
    self.outcome = outcome
    self.exit = exit
    self.counts = counts
    self.given = given
    self.isCut = isCut
  }

  /// The same summary with another outcome.
  package func ending(_ outcome: Outcome, _ exit: ExitStatus) -> RunSummary {
    RunSummary(outcome: outcome, exit: exit, counts: counts, given: given, isCut: isCut)
  }
}
