// How a stream and its runs begin and end: version, run_started, stages, summary.

package import Model

// MARK: version

/// The first line of a stream.
package struct StreamVersion: Sendable {
  /// The version of the format: a new minor version only adds.
  package static let current = "1.0"

  var format: DisplayText = ""
  var program: DisplayText = ""

  fileprivate init() {}

  package init(program: String) {
    format = DisplayText(Self.current)
    self.program = DisplayText(program)
  }
}

extension Events {
  package static let version = EventTable<StreamVersion>(
    "version", "First line of every stream.", from: StreamVersion(),
    [
      .init(
        "format", "Version of this format; a minor version only adds.",
        .displayText(.version).at(\.format), isRequired: true),
      .init("velo_sync", "Version of velo-sync.", .displayText.at(\.program), isAlways: true),
    ]
  ) { version, _ throws(EventError) in
    let numbers = version.format.description.split(separator: ".", omittingEmptySubsequences: false)
    let major = Int(numbers[0])
    if let major, major != 1 { throw .unknownVersion(version.format) }
    guard major != nil, numbers.count == 2, Int(numbers[1]) != nil else { throw .badVersion }
    return nil
  }
}

// MARK: run_started

/// The members of `run_started`.
package struct RunStartMembers: Sendable {
  var id: DisplayText = ""
  var command: DisplayText = ""
  var arguments: [DisplayText] = []
  var dryRun: Bool?
  var sample: Bool?
  var sources: [Source]?
  var store: DisplayText?
  var attempt = 1

  fileprivate init() {}

  package init(_ start: RunStart) {
    id = DisplayText(start.id)
    command = DisplayText(start.command)
    arguments = start.arguments
    dryRun = start.scope?.dryRun
    sample = start.scope?.sample
    sources = start.scope?.sources
    store = start.scope?.store
    attempt = start.attempt
  }

  fileprivate var start: RunStart {
    let scope = RunStart.Scope(
      dryRun: dryRun ?? false, sample: sample ?? false, sources: sources ?? [], store: store ?? "")
    return RunStart(
      id: id.description,
      subject: RunSubject(
        command: command.description, arguments: arguments.map(\.description)),
      arguments: arguments,
      scope: store != nil || sources != nil ? scope : nil, attempt: attempt)
  }
}

extension Events {
  package static let runStarted = EventTable<RunStartMembers>(
    "run_started", "A run begins; a retry begins another run in the same stream.",
    from: RunStartMembers(),
    [
      .init("run_id", "Unique for each run.", .displayText.at(\.id), isAlways: true),
      .init("command", "The velo-sync command.", .displayText.at(\.command), isRequired: true),
      .init(
        "arguments", "Command-line arguments, without secrets.",
        .displayTexts.at(\.arguments), isAlways: true),
      .init("dry_run", "Whether nothing is written; absent in wrap.", .flag.at(\.dryRun)),
      .init(
        "sample", "Whether the data is the sample athlete's; absent in wrap.", .flag.at(\.sample)),
      .init("sources", "Sources of the run; absent in wrap.", .words().at(\.sources)),
      .init("store", "Path of the store; absent in wrap.", .displayText.at(\.store)),
      .init(
        "attempt", "Number of the attempt; each retry adds 1.",
        .ordinal.at(\.attempt), isAlways: true),
    ]
  ) { members, _ in .runStarted(members.start) }
}

// MARK: stage_started, stage_finished

/// The members of `stage_started` and `stage_finished`.
package struct StageMembers: Sendable {
  var stage: Stage
  var duration: Duration?

  /// - Parameter duration: how long it took; nil for a stage that begins.
  package init(_ stage: Stage, duration: Duration? = nil) {
    (self.stage, self.duration) = (stage, duration)
  }

  fileprivate static let row = Field<StageMembers>(
    "stage", "The stage.", .word().at(\.stage), isRequired: true)
}

extension Events {
  package static let stageStarted = EventTable<StageMembers>(
    "stage_started", "A stage begins.", from: StageMembers(.routine), [StageMembers.row]
  ) { members, _ in .stageStarted(members.stage) }

  package static let stageFinished = EventTable<StageMembers>(
    "stage_finished", "A stage ends.", from: StageMembers(.routine),
    [
      StageMembers.row,
      .init("duration_ms", "Duration of the stage.", .milliseconds.at(\.duration), isAlways: true),
    ]
  ) { members, _ in .stageFinished(members.stage) }
}

// MARK: summary

/// The members of `summary`.
package struct SummaryMembers: Sendable {
  var outcome: RunSummary.Outcome?
  var exitCode: Int?
  var counts: Counts?
  var duration: Duration?
  var given = RunSummary.Given()

  fileprivate init() {}

  /// Before a run has started, and of a program that is not ours, a summary says only how the run
  /// ended, and what the program told itself.
  ///
  /// - Parameters:
  ///   - scores: those of the run that have a value.
  ///   - overview: that of `status`; nil for other commands.
  package init(
    _ summary: RunSummary, run: RunStart?, scores: [ScoreKind: Int], duration: Duration,
    overview: StoreOverview? = nil
  ) {
    outcome = summary.outcome
    exitCode = Int(summary.exit.code)
    counts = run == nil ? nil : summary.counts
    self.duration = duration
    given = summary.given ?? given
    given.dryRun = given.dryRun ?? run?.scope?.dryRun
    given.scores = given.scores ?? (run?.scope == nil ? nil : scores)
    given.store = given.store ?? run?.scope?.store
    given.overview = given.overview ?? overview
  }

  fileprivate var summary: RunSummary {
    let outcome = outcome ?? (exitCode ?? 0 == 0 ? .ok : .failed)
    let exit = exitCode.map { ExitStatus(code: Int32(truncatingIfNeeded: $0)) }
    return RunSummary(
      outcome: outcome, exit: exit ?? (outcome == .ok ? .ok : .failed), counts: counts,
      given: given)
  }
}

extension Events {
  package static let summary = EventTable<SummaryMembers>(
    "summary", "The run ends; always the last line, and a stream without it is a crashed run.",
    from: SummaryMembers(),
    [
      .init("outcome", "Result of the run.", .word().at(\.outcome), isAlways: true),
      .init(
        "exit_code", "Exit code; 128 plus the signal number for an interrupted run.",
        .exitCode.at(\.exitCode), isAlways: true),
      .init(
        "dry_run", "Whether nothing was written; absent if no run had started.",
        .flag.at(\.given.dryRun)),
      .init(
        "counts",
        "Records stored, or for a dry run those that would be; absent if no run had started.",
        .object(Counts.table, from: Counts()).at(\.counts)),
      .init(
        "scores", "The day's scores; absent if no run had started.",
        .object(scoreValues, from: [:]).at(\.given.scores)),
      .init("duration_ms", "Duration of the run.", .milliseconds.at(\.duration), isAlways: true),
      .init(
        "store", "Path of the store; absent if no run had started.", .displayText.at(\.given.store)),
      .init(
        "status", "status: what the events before it say, in one object.",
        .object(StoreOverview.table, from: StoreOverview()).at(\.given.overview)),
    ]
  ) { members, _ in .summary(members.summary) }

  fileprivate static let scoreValues = Table<[ScoreKind: Int]>(
    [
      scoreValue("recovery", .recovery), scoreValue("sleep", .sleep), scoreValue("strain", .strain),
    ],
    name: "scores", about: "Values of the three daily scores.")

  private static func scoreValue(
    _ key: StaticString, _ kind: ScoreKind
  ) -> Field<[ScoreKind: Int]> {
    Field(
      key, "0 to 100; null if there is none.", .count.at(\.[kind]).orNull,
      isAlways: true)
  }
}

extension StoreOverview {
  fileprivate static let table = Table<StoreOverview>(
    [
      .init("last_sync", "When a source was last synced.", .eventTime.at(\.lastSync)),
      .init(
        "sources", "All sources.",
        .list(
          Table(Events.source.members.fields, name: "status_source", about: "State of a source."),
          from: Events.source.blank
        ).at(\.sources)),
      .init("scores", "The last scores.", .object(Events.scoreValues, from: [:]).at(\.scores)),
      .init(
        "fitness", "Load and fitness of the last day.",
        .object(FitnessDay.table, from: .blank).at(\.fitness)),
      .init(
        "week", "The seven days of this week; absent without a routine.",
        .list(Routine.WeekDay.table, from: .blank).at(
          { $0.week.isEmpty ? nil : $0.week }, { $0.week = $1 ?? [] })),
      .init(
        "latest_ride", "The latest ride.",
        .object(
          Table(
            Events.activity.members.fields, name: "latest_ride",
            about: "A ride, the records of all sources as one."), from: Events.activity.blank
        ).at(\.latestRide)),
      .init(
        "running_since", "When the sync began that is running; absent when none is.",
        .eventTime.at(\.runningSince)),
    ], name: "store_status", about: "The state of a store.")
}

extension Counts {
  /// How many records came in.
  static let table = Table<Counts>(
    [
      .init("new", "New activities.", .count.at(\.new), isAlways: true),
      .init("changed", "Changed activities.", .count.at(\.changed), isAlways: true),
      .init("unchanged", "Unchanged activities.", .count.at(\.unchanged), isAlways: true),
      .init("deleted", "Deleted activities.", .count.at(\.deleted), isAlways: true),
      .init("days_new", "New days of health data.", .count.at(\.daysNew), isAlways: true),
      .init(
        "days_changed", "Changed days of health data.", .count.at(\.daysChanged), isAlways: true),
      .init(
        "days_without_night",
        "Those of the new and changed days whose night says nothing new: a weigh-in.",
        .count.at(
          { $0.daysWithoutNight > 0 ? $0.daysWithoutNight : nil }, { $0.daysWithoutNight = $1 ?? 0 }
        )),
    ], name: "counts", about: "Numbers of records; one ride from two services counts once.")
}
