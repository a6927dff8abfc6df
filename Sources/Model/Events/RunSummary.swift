// The end of a run, and how many records it received.

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
    (self.outcome, self.exit, self.counts) = (outcome, exit, counts)
    (self.given, self.isCut) = (given, isCut)
  }

  /// The same summary with another outcome.
  package func ending(_ outcome: Outcome, _ exit: ExitStatus) -> RunSummary {
    RunSummary(outcome: outcome, exit: exit, counts: counts, given: given, isCut: isCut)
  }
}

/// How many records were new, changed, unchanged and deleted.
package struct Counts: Hashable, Sendable {
  package var new = 0
  package var changed = 0
  package var unchanged = 0
  package var deleted = 0
  package var daysNew = 0
  package var daysChanged = 0
  /// Those of the days whose night says nothing new: a weigh-in is no night.
  package var daysWithoutNight = 0

  package init() {}

  /// Whether anything is new, changed or deleted.
  package var hasChanges: Bool { new + changed + deleted + daysNew + daysChanged > 0 }

  package static func + (left: Counts, right: Counts) -> Counts {
    var sum = left
    sum.new += right.new
    sum.changed += right.changed
    sum.unchanged += right.unchanged
    sum.deleted += right.deleted
    sum.daysNew += right.daysNew
    sum.daysChanged += right.daysChanged
    sum.daysWithoutNight += right.daysWithoutNight
    return sum
  }
}
