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
    case prep(PrepSheet)
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

/// What a run sets out to do.
package struct RunStart: Hashable, Sendable {
  package let id: String
  package let command: String
  /// As given, without secrets.
  package let arguments: [DisplayText]
  package let dryRun: Bool
  package let sample: Bool
  package let sources: [Source]
  /// The store's folder.
  package let store: DisplayText
  /// From 1; a retry is the next one.
  package let attempt: Int

  package init(
    id: String, command: String, arguments: [DisplayText], dryRun: Bool, sample: Bool,
    sources: [Source], store: DisplayText, attempt: Int = 1
  ) {
    self.id = id
    self.command = command
    self.arguments = arguments
    self.dryRun = dryRun
    self.sample = sample
    self.sources = sources
    self.store = store
    self.attempt = attempt
  }
}

/// A measurable piece of work and its share of the run.
package struct Work: Sendable {
  /// What is counted.
  package enum Unit: String, Sendable { case activities, nights, records, bytes, requests }

  package let stage: Stage
  /// The share of the whole run, 0…1. The weights of a stage add up to its span at most.
  package let weight: Double
  package let source: Source?
  package let unit: Unit?
  package let gauge: Gauge

  package init(stage: Stage, weight: Double, source: Source?, unit: Unit?, gauge: Gauge) {
    self.stage = stage
    self.weight = weight
    self.source = source
    self.unit = unit
    self.gauge = gauge
  }
}

/// How a source ended.
package enum SourceOutcome: String, Sendable {
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

/// How many records came in.
package struct Counts: Hashable, Sendable {
  package var new = 0
  package var changed = 0
  package var unchanged = 0
  package var deleted = 0
  package var daysNew = 0
  package var daysChanged = 0

  package init() {}

  /// Whether anything differs from before.
  package var hasChanges: Bool {
    new + changed + deleted + daysNew + daysChanged > 0
  }

  package static func + (left: Counts, right: Counts) -> Counts {
    var sum = left
    sum.new += right.new
    sum.changed += right.changed
    sum.unchanged += right.unchanged
    sum.deleted += right.deleted
    sum.daysNew += right.daysNew
    sum.daysChanged += right.daysChanged
    return sum
  }
}

/// A score as it becomes known.
package struct ScoreReport: Hashable, Sendable {
  package let kind: ScoreKind
  package let score: Score
  package let date: Day
  /// True for a score saved by an earlier run.
  package let cached: Bool

  package init(kind: ScoreKind, score: Score, date: Day, cached: Bool) {
    self.kind = kind
    self.score = score
    self.date = date
    self.cached = cached
  }
}

/// Waiting for somebody else.
package struct Wait: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    case rateLimit
    /// The `attempt`th of `of` tries comes next.
    case retry(attempt: Int, of: Int)
    case locked
  }

  package let reason: Reason
  package let source: Source?
  package let until: Timestamp
  /// How long from now.
  package let duration: Duration

  package init(reason: Reason, source: Source?, until: Timestamp, duration: Duration) {
    self.reason = reason
    self.source = source
    self.until = until
    self.duration = duration
  }
}

/// What a person may want to know and need not mend.
package enum Notice: Hashable, Sendable {
  /// Nothing is connected: this is a rehearsal on the sample athlete.
  case rehearsal
  /// The sample athlete was asked for.
  case sampleData
  /// Records without an id or a start were left out.
  case recordsSkipped(Source, count: Int)
}

/// What a person may have to mend.
package enum Warning: Hashable, Sendable {
  /// `live` was set by the environment or the config file, and cannot be here.
  case liveUnavailable
  /// The service did not confirm that the connection was revoked.
  case notRevoked(Source)
}

/// One request, for `--verbose`.
package struct RequestTrace: Hashable, Sendable {
  package let source: Source
  package let method: String
  /// Without secrets.
  package let url: DisplayText
  /// nil when no answer came.
  package let status: Int?
  package let bytes: Int?
  /// From 1.
  package let attempt: Int
  package let duration: Duration

  package init(
    source: Source, method: String, url: DisplayText, status: Int?, bytes: Int?, attempt: Int,
    duration: Duration
  ) {
    self.source = source
    self.method = method
    self.url = url
    self.status = status
    self.bytes = bytes
    self.attempt = attempt
    self.duration = duration
  }
}

/// A source and how it stands.
package struct SourceReport: Hashable, Sendable {
  package enum State: String, Sendable {
    case connected, imported
    case notConnected = "not_connected"
    case expired, unavailable
  }

  package let source: Source
  package let state: State
  /// Whose account it is.
  package let athlete: DisplayText?
  package let lastSync: Timestamp?
  /// The code of the last failure, when the last sync failed.
  package let lastError: String?
  package let activities: Int
  package let days: Int

  package init(
    source: Source, state: State, athlete: DisplayText? = nil, lastSync: Timestamp? = nil,
    lastError: String? = nil, activities: Int = 0, days: Int = 0
  ) {
    self.source = source
    self.state = state
    self.athlete = athlete
    self.lastSync = lastSync
    self.lastError = lastError
    self.activities = activities
    self.days = days
  }
}

/// The page on which a person signs in.
package struct SignIn: Hashable, Sendable {
  package let source: Source
  package let url: DisplayText
  /// Until when it is waited for.
  package let until: Timestamp

  package init(source: Source, url: DisplayText, until: Timestamp) {
    self.source = source
    self.url = url
    self.until = until
  }
}

/// How a run ended as a whole.
package struct RunSummary: Hashable, Sendable {
  package enum Outcome: String, Sendable { case ok, partial, failed, interrupted }

  package let outcome: Outcome
  package let exit: ExitStatus
  /// One ride from two services counts once.
  package let counts: Counts

  package init(outcome: Outcome, exit: ExitStatus, counts: Counts) {
    self.outcome = outcome
    self.exit = exit
    self.counts = counts
  }
}
