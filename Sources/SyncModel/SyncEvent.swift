// The event stream: what happened, and when. Every face and the wire format are folds over it.

/// Something that happened. Producers post a kind; the inbox stamps it on arrival.
package struct SyncEvent: Sendable {
  package let at: Moment
  package let kind: Kind

  package init(at: Moment, kind: Kind) {
    self.at = at
    self.kind = kind
  }

  /// What happened. Switches over it have no `default`, so that a new case stops every face and
  /// the wire encoder from compiling, and nothing else.
  package enum Kind: Sendable {
    case runStarted(RunStart)
    case stageStarted(Stage)
    case stageFinished(Stage)
    case status(SyncStatus)
    /// A measurable piece of work begins; the loop reads its gauge from now on.
    case work(Work)
    case sourceFinished(SourceResult)
    case score(ScoreReport)
    /// Indirect, because it alone would make every event three times as large.
    indirect case prep(PrepSheet)
    case waiting(Wait)
    case notice(Notice)
    case warning(Warning)
    case failure(SyncFailure)
    case request(RequestTrace)
    case source(SourceReport)
    case signIn(SignIn)
    /// Always the last.
    case summary(RunSummary)
  }
}
