// Each type of event: what it says, member by member.

extension WireType {
  /// What an event of this type says.
  var about: String {
    switch self {
    case .version: "The first line of every stream."
    case .runStarted: "A run begins; a retry is another run of the same stream."
    case .stageStarted: "A stage begins."
    case .stageFinished: "A stage is done."
    case .status: "What the run is doing from now on."
    case .progress: "How far a source, or the run as a whole, is; at most one a second for each."
    case .sourceFinished: "A source is done, or has failed."
    case .score: "One of the day's three scores became known."
    case .waiting: "The run waits: for a service's limit, before a retry, or for another run."
    case .notice: "What a person may want to know and need not mend."
    case .source: "How a source stands."
    case .fitness: "Load of a day, and what follows from it."
    case .routine: "The weekly routine of the last six weeks, and this week beside it."
    case .prep: "Today's sheet."
    case .signIn: "A person has to open a page to sign in."
    case .request: "One request to a service; with --verbose."
    case .log: "A line of a wrapped command's own output."
    case .warning: "What a person may have to mend."
    case .error: "Something failed."
    case .summary: "How the run ended: the last line. A stream without one is a crashed run."
    }
  }

  /// The members of this type.
  var fields: [EventField] {
    switch self {
    case .version:
      [
        .always(.format, .version, "The version of this format: a minor version only adds."),
        .always(.veloSync, .text, "The version of velo-sync."),
      ]
    case .runStarted:
      [
        .always(.runID, .text, "Another one for every run."),
        .always(.command, .text, "The command of velo-sync."),
        .always(.arguments, .list(.text), "As given, without secrets."),
        .maybe(.dryRun, .flag, "Nothing is written. Absent in wrap."),
        .maybe(.sample, .flag, "The data are the sample athlete's. Absent in wrap."),
        .maybe(.sources, .list(.word(.sources)), "Those that are asked. Absent in wrap."),
        .maybe(.store, .text, "The path of the store. Absent in wrap."),
        .always(.attempt, .ordinal, "From 1; a retry is the next one."),
      ]
    case .stageStarted:
      [.always(.stage, .word(.stages), "The stage.")]
    case .stageFinished:
      [
        .always(.stage, .word(.stages), "The stage."),
        .always(.durationMS, .count, "How long it took."),
      ]
    case .status: Self.statusFields
    case .progress: Self.progressFields
    case .sourceFinished: Self.sourceFinishedFields
    case .score: Self.scoreFields
    case .waiting:
      [
        .always(.reason, .word(.waitReasons), "What is waited for."),
        .maybe(.source, .word(.sources), "Whose fault or limit it is."),
        .always(.until, .time, "When it goes on."),
        .always(.seconds, .count, "How long that is from ts."),
        .maybe(.attempt, .ordinal, "The try that comes next, of a retry."),
        .maybe(.tries, .ordinal, "How many tries there are, of a retry."),
      ]
    case .notice:
      [
        .always(.code, .text, "A short name for the message."),
        .always(.message, .text, "A sentence."),
      ]
    case .source:
      [
        .always(.source, .word(.sources), "The source."),
        .always(.state, .word(.sourceStates), "How it stands."),
        .maybe(.lastSync, .time, "The end of its last sync."),
        .maybe(.lastError, .word(.codes), "Why its last sync failed."),
        .always(.activities, .count, "Activities in the store."),
        .always(.days, .count, "Days of health data in the store."),
      ]
    case .fitness:
      [.always(.date, .date, "The day.")] + Self.fitnessFields + [
        .maybe(.history, .list(.object(.fitnessDay)), "The days up to this one, oldest first.")
      ]
    case .routine:
      [
        .maybe(.reason, .text, "Why there is none; days and week are absent then."),
        .always(.from, .date, "The first day looked at."),
        .always(.to, .date, "The last day looked at."),
        .maybe(.days, .list(.object(.habit)), "The seven weekdays, from Monday."),
        .maybe(.week, .list(.object(.weekDay)), "This week's seven days."),
      ]
    case .prep:
      [
        .always(.date, .date, "The day."),
        .always(.scores, .object(.sheetScores), "The three scores."),
      ] + Self.fitnessFields + [
        .always(.zones, .list(.object(.zone)), "Power zones; empty without an FTP."),
        .maybe(.ftpW, .count, "Functional threshold power in watts."),
        .always(.suggestedStrain, .object(.suggestion), "A rule of thumb for today."),
      ]
    case .signIn:
      [
        .always(.source, .word(.sources), "Where."),
        .always(.url, .text, "The page."),
        .always(.until, .time, "Until when it is waited for."),
      ]
    case .request:
      [
        .always(.source, .word(.sources), "Whom it went to."),
        .always(.method, .text, "GET, POST, DELETE."),
        .always(.url, .text, "Without secrets."),
        .maybe(.status, .count, "The HTTP status; absent when no answer came."),
        .maybe(.bytes, .count, "The length of the answer."),
        .always(.attempt, .ordinal, "From 1."),
        .always(.durationMS, .count, "How long it took."),
      ]
    case .log:
      [
        .always(.stream, .word(.streams), "Where it was written."),
        .always(.text, .text, "The line, without control characters."),
      ]
    case .warning:
      [
        .always(.code, .text, "A short name for the message."),
        .always(.message, .text, "A sentence."),
        .maybe(.hint, .text, "The next step."),
        .maybe(.source, .word(.sources), "The source it is about."),
      ]
    case .error: Self.errorFields
    case .summary: Self.summaryFields
    }
  }
}

extension WireType {
  private static let statusFields: [EventField] = [
    .maybe(
      .status, .word(.statuses),
      "Its name. Absent when a wrapped command gave a text alone."),
    .maybe(.sources, .list(.word(.sources)), "contacting_integrations: those that are asked."),
    .maybe(.unavailable, .list(.word(.sources)), "contacting_integrations: those that are down."),
    .maybe(.source, .word(.sources), "downloading_activities: the source."),
    .maybe(.count, .count, "downloading_activities: how many, once it is known."),
    .maybe(.hasHealthData, .flag, "…_scores: whether there is any health data."),
    .maybe(.hasSleepData, .flag, "…_scores: whether last night's sleep is there."),
    .maybe(.destination, .text, "saving: the path of the store."),
    .maybe(.at, .time, "updated: when."),
    .always(.text, .text, "The text to see."),
    .always(.spoken, .text, "The text to hear."),
    .maybe(
      .stage, .word(.stages), "The stage it belongs to; absent for one that outlasts the run."),
  ]

  private static let progressFields: [EventField] = [
    .always(.fraction, .fraction, "Of the run; never goes back, 1 only when all is done."),
    .maybe(
      .stage, .word(.stages), "The stage under way. Absent in wrap when the command names none."),
    .maybe(.stageFraction, .fraction, "Of the stage."),
    .maybe(.source, .word(.sources), "Absent for the run as a whole."),
    .maybe(.done, .count, "Units done."),
    .maybe(.total, .count, "Units in all, once that is known."),
    .maybe(.unit, .word(.units), "What is counted."),
    .maybe(.etaS, .count, "Seconds left, once that can be told honestly."),
  ]

  private static let sourceFinishedFields: [EventField] =
    [
      .always(.source, .word(.sources), "The source."),
      .always(
        .outcome, .word(.sourceOutcomes),
        "How it ended; skipped: it was not asked."),
    ] + EventObject.counts.fields + [
      .always(.requests, .count, "Requests made."),
      .always(.bytes, .count, "Bytes received."),
      .always(.durationMS, .count, "How long it took."),
    ]

  private static let scoreFields: [EventField] = [
    .always(.score, .word(.scores), "Which one."),
    .always(.value, .orNull(.count), "0 to 100; null when there is none."),
    .maybe(.band, .word(.bands), "The named range it lies in."),
    .always(.inputsUsed, .count, "How many inputs it was made from."),
    .always(.inputsTotal, .count, "How many there could be."),
    .maybe(.atLeast, .flag, "Some activities have no load: it may be higher."),
    .maybe(.reason, .text, "Why there is none."),
    .always(.date, .date, "The day it is of."),
    .always(.cached, .flag, "Saved by an earlier run."),
  ]

  private static let fitnessFields: [EventField] = [
    .maybe(.load, .number, "The day's load; 100 is one hour at threshold."),
    .maybe(.fitness, .number, "Load averaged over 42 days."),
    .maybe(.fatigue, .number, "Load averaged over 7 days."),
    .maybe(.form, .number, "Fitness less fatigue."),
  ]

  private static let errorFields: [EventField] = [
    .always(.code, .word(.codes), "What happened, for machines."),
    .always(.title, .text, "Two or three words."),
    .always(.message, .text, "A sentence."),
    .always(.hint, .text, "The next step."),
    .maybe(.source, .word(.sources), "Where it happened."),
    .always(.retryable, .flag, "Whether running again, with nothing else changed, may succeed."),
    .maybe(.retryAt, .time, "When it may."),
    .always(.exitCode, .count, "The exit code of a run that ends by this error."),
  ]

  private static let summaryFields: [EventField] = [
    .always(.outcome, .word(.outcomes), "How it ended."),
    .always(
      .exitCode, .count, "The exit code; 128 and the signal's number for an interrupted run."),
    .maybe(.dryRun, .flag, "Nothing was written. Absent when no run had begun."),
    .maybe(
      .counts, .object(.counts),
      "What came in and is stored; of a dry run, what would be. Absent when no run had begun."),
    .maybe(.scores, .object(.scores), "The day's scores. Absent when no run had begun."),
    .always(.durationMS, .count, "How long it took."),
    .maybe(.store, .text, "The path of the store. Absent when no run had begun."),
  ]
}
