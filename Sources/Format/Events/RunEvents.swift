// How a stream and its runs begin and end: version, run_started, stages, summary.

package import Codec
package import Model

/// The first line of a stream.
package enum VersionEvent {
  /// The version of the format: a new minor version only adds.
  package static let current = "1.0"

  static let format = EventRow<FormatVersion>(
    required: "format", "Version of this format; a minor version only adds.")
  static let program = EventRow<DisplayText>(required: "velo_sync", "Version of velo-sync.")

  package static let type = EventType(
    "version", "First line of every stream.", entries(format, program)
  ) { fields throws(EventError) in
    guard let version = try fields.read(format) else { throw fields.missing(format) }
    let numbers = version.description.split(separator: ".", omittingEmptySubsequences: false)
    guard numbers.count == 2, let major = Int(numbers[0]), Int(numbers[1]) != nil else {
      throw .wrong(format.name, expected: .version)
    }
    guard major == 1 else { throw .unknownVersion(version) }
    _ = try fields.read(program)
    return fields.foreign
  }
}

enum RunStartedEvent {
  static let id = EventRow<DisplayText>(required: "run_id", "Unique for each run.")
  static let command = EventRow<DisplayText>(required: "command", "The velo-sync command.")
  static let arguments = EventRow<[DisplayText]>(
    required: "arguments", "Command-line arguments, without secrets.")
  static let dryRun = EventRow<Bool>("dry_run", "Whether nothing is written; absent in wrap.")
  static let sample = EventRow<Bool>(
    "sample", "Whether the data is the sample athlete's; absent in wrap.")
  static let sources = EventRow<[Source]>("sources", "Sources of the run; absent in wrap.")
  static let store = EventRow<DisplayText>("store", "Path of the store; absent in wrap.")
  static let attempt = EventRow<Ordinal>(
    required: "attempt", "Number of the attempt; each retry adds 1.")

  static let type = EventType(
    "run_started", "A run begins; a retry begins another run in the same stream.",
    entries(id, command, arguments, dryRun, sample, sources, store, attempt)
  ) { fields throws(EventError) in
    let id = try fields.read(id)?.description ?? ""
    let command = try fields.required(command).description
    let arguments = try fields.read(arguments) ?? []
    let dryRun = try fields.read(dryRun) ?? false
    let sample = try fields.read(sample) ?? false
    let sources = try fields.read(sources)
    let store = try fields.read(store)
    let scope = RunStart.Scope(
      dryRun: dryRun, sample: sample, sources: sources ?? [], store: store ?? "")
    return .runStarted(
      RunStart(
        id: id, command: command, arguments: arguments,
        scope: store != nil || sources != nil ? scope : nil,
        attempt: try fields.read(attempt) ?? 1))
  }
}

enum StageEvent {
  static let stage = EventRow<Stage>(required: "stage", "The stage.")
  static let duration = EventRow<Milliseconds>(required: "duration_ms", "Duration of the stage.")

  static let started = EventType("stage_started", "A stage begins.", entries(stage)) {
    fields throws(EventError) in
    guard let stage = try fields.required(stage) else { return fields.foreign }
    return .stageStarted(stage)
  }

  static let finished = EventType("stage_finished", "A stage ends.", entries(stage, duration)) {
    fields throws(EventError) in
    let stage = try fields.required(stage)
    _ = try fields.read(duration)
    return stage.map { .stageFinished($0) } ?? fields.foreign
  }
}

/// How many records came in.
enum CountsObject: EventObjectMember {
  typealias Model = Counts

  static let name = "counts"
  static let about = "Numbers of records; one ride from two services counts once."
  static let figures: [(row: EventRow<Int>, path: any WritableKeyPath<Counts, Int> & Sendable)] = [
    (.init(required: "new", "New activities."), \.new),
    (.init(required: "changed", "Changed activities."), \.changed),
    (.init(required: "unchanged", "Unchanged activities."), \.unchanged),
    (.init(required: "deleted", "Deleted activities."), \.deleted),
    (.init(required: "days_new", "New days of health data."), \.daysNew),
    (.init(required: "days_changed", "Changed days of health data."), \.daysChanged),
  ]

  static let rows = figures.flatMap { entries($0.row) }

  static func read(_ members: inout EventObjectFields) -> Counts? {
    var counts = Counts()
    for (row, path) in figures { counts[keyPath: path] = members.read(row) ?? 0 }
    return counts
  }

  static func write(_ counts: Counts, to json: inout JSONWriter) {
    for (row, path) in figures { json.put(row, counts[keyPath: path]) }
  }
}

/// The values of the three scores.
enum ScoresObject: EventObjectMember {
  typealias Model = [ScoreKind: Int]

  static let name = "scores"
  static let about = "Values of the three daily scores."
  static let figures: [(kind: ScoreKind, row: EventRow<CountOrNull>)] = [
    (.recovery, .init(required: "recovery", "0 to 100; null if there is none.")),
    (.sleep, .init(required: "sleep", "0 to 100; null if there is none.")),
    (.strain, .init(required: "strain", "0 to 100; null if there is none.")),
  ]

  static let rows = figures.flatMap { entries($0.row) }

  static func read(_ members: inout EventObjectFields) -> [ScoreKind: Int]? {
    var scores: [ScoreKind: Int] = [:]
    for (kind, row) in figures { scores[kind] = members.read(row) }
    return scores
  }

  static func write(_ scores: [ScoreKind: Int], to json: inout JSONWriter) {
    for (kind, row) in figures { json.put(row, scores[kind]) }
  }
}

enum SummaryEvent {
  static let outcome = EventRow<RunSummary.Outcome>(required: "outcome", "Result of the run.")
  static let exitCode = EventRow<ExitCode>(
    required: "exit_code", "Exit code; 128 plus the signal number for an interrupted run.")
  static let dryRun = EventRow<Bool>(
    "dry_run", "Whether nothing was written; absent if no run had started.")
  static let counts = EventRow<CountsObject>(
    "counts",
    "Records stored, or for a dry run those that would be; absent if no run had started.")
  static let scores = EventRow<ScoresObject>(
    "scores", "The day's scores; absent if no run had started.")
  static let duration = EventRow<Milliseconds>(required: "duration_ms", "Duration of the run.")
  static let store = EventRow<DisplayText>(
    "store", "Path of the store; absent if no run had started.")

  static let type = EventType(
    "summary", "The run ends; always the last line, and a stream without it is a crashed run.",
    entries(outcome, exitCode, dryRun, counts, scores, duration, store)
  ) { fields throws(EventError) in
    let known = try fields.read(outcome)
    let code = try fields.read(exitCode).map { Int32(truncatingIfNeeded: $0) }
    let outcome = known ?? (code ?? 0 == 0 ? .ok : .failed)
    _ = try fields.read(duration)
    let dryRun = try fields.read(dryRun)
    let counts = try fields.read(counts)
    let scores = try fields.read(scores)
    return .summary(
      RunSummary(
        outcome: outcome,
        exit: code.map { ExitStatus(code: $0) } ?? (outcome == .ok ? .ok : .failed),
        counts: counts,
        given: RunSummary.Given(dryRun: dryRun, scores: scores, store: try fields.read(store))))
  }
}

// MARK: Writing

extension JSONWriter {
  /// Writes the members of `version`.
  ///
  /// - Parameter program: the version of velo-sync.
  package mutating func versionMembers(program: String) {
    put(VersionEvent.format, DisplayText(VersionEvent.current))
    put(VersionEvent.program, program)
  }

  /// Writes the members of `run_started`.
  package mutating func members(of start: RunStart) {
    put(RunStartedEvent.id, start.id)
    put(RunStartedEvent.command, start.command)
    put(RunStartedEvent.arguments, start.arguments)
    if let scope = start.scope {
      put(RunStartedEvent.dryRun, scope.dryRun)
      put(RunStartedEvent.sample, scope.sample)
      put(RunStartedEvent.sources, scope.sources)
      put(RunStartedEvent.store, scope.store)
    }
    put(RunStartedEvent.attempt, start.attempt)
  }

  /// Writes the members of `stage_started` or `stage_finished`.
  ///
  /// - Parameter duration: how long it took; nil for a stage that begins.
  package mutating func members(of stage: Stage, duration: Duration?) {
    put(StageEvent.stage, stage)
    put(StageEvent.duration, duration)
  }

  /// Writes the members of `summary`. Before a run has started, and of a program that is not ours, it
  /// says only how the run ended, and what the program told itself.
  ///
  /// - Parameters:
  ///   - run: the run that ends, if one had started.
  ///   - scores: those of the run that have a value.
  package mutating func members(
    of summary: RunSummary, run: RunStart?, scores: [ScoreKind: Int], duration: Duration
  ) {
    put(SummaryEvent.outcome, summary.outcome)
    put(SummaryEvent.exitCode, Int(summary.exit.code))
    put(SummaryEvent.dryRun, summary.given?.dryRun ?? run?.scope?.dryRun)
    put(SummaryEvent.counts, run == nil ? nil : summary.counts)
    put(SummaryEvent.scores, summary.given?.scores ?? (run?.scope == nil ? nil : scores))
    put(SummaryEvent.duration, duration)
    put(SummaryEvent.store, summary.given?.store ?? run?.scope?.store)
  }
}
