// The event stream: what happened, and when. Every renderer and the wire format are folds over it.

/// Something that happened. Producers post a kind; the inbox stamps it on arrival.
package struct SyncEvent: Sendable {
  package let at: Moment
  package let kind: Kind
  /// The line it was read from, when it came from outside and will be passed on.
  package let received: Received?

  package init(at: Moment, kind: Kind, received: Received? = nil) {
    (self.at, self.kind, self.received) = (at, kind, received)
  }

  /// What happened. Switches over it have no `default`, so that a new case stops every renderer and
  /// the wire encoder from compiling, and nothing else.
  ///
  /// Large, rare payloads are indirect: inline they would make every event two or three times as
  /// large.
  package enum Kind: Sendable {
    indirect case runStarted(RunStart)
    case stageStarted(Stage)
    case stageFinished(Stage)
    case status(SyncStatus)
    /// A measurable piece of work begins; the loop reads its gauge from now on.
    case work(Work)
    /// Progress reported by another program or by an earlier run.
    case progress(ReportedProgress)
    case sourceFinished(SourceResult)
    indirect case score(ScoreReport)
    indirect case prep(PrepSheet)
    indirect case fitness(FitnessReport)
    indirect case power(PowerReport)
    indirect case chart(ChartSeries)
    indirect case activity(ListedRide)
    indirect case total(RideTotal)
    indirect case routine(Routine)
    case waiting(Wait)
    case notice(Notice)
    case warning(Warning)
    case failure(SyncFailure)
    indirect case request(RequestTrace)
    /// A line of a wrapped command's own output.
    case log(LogLine)
    indirect case source(SourceReport)
    case signIn(SignIn)
    /// An event of a type that this version does not know, or one with too few members: it is
    /// passed on and changes nothing.
    case foreign(type: DisplayText)
    /// Always the last event.
    indirect case summary(RunSummary)
  }
}
