// The members of each event type beyond the common ones.

import Format
import Codec
import Model

extension SyncEvent.Kind {
  /// The name of the type; nil for what only the inside knows.
  var type: StaticString? {
    switch self {
    case .runStarted: "run_started"
    case .stageStarted: "stage_started"
    case .stageFinished: "stage_finished"
    case .status(.initial): nil
    case .status: "status"
    case .work: nil
    case .progress: "progress"
    case .sourceFinished: "source_finished"
    case .score: "score"
    case .prep: "prep"
    case .fitness: "fitness"
    case .routine: "routine"
    case .waiting: "waiting"
    case .notice: "notice"
    case .warning: "warning"
    case .failure: "error"
    case .request: "request"
    case .log: "log"
    case .source: "source"
    case .signIn: "sign_in"
    // Its type is another program's own word.
    case .foreign: nil
    case .summary: "summary"
    }
  }
}

extension JSONWriter {
  mutating func members(
    of event: SyncEvent, _ state: RunState, _ messages: Messages,
    _ statuses: inout StatusMembers,
    now: Timestamp
  ) {
    switch event.kind {
    case .runStarted(let start): members(of: start)
    case .stageStarted(let stage): member("stage", stage.rawValue)
    case .stageFinished(let stage):
      member("stage", stage.rawValue)
      member("duration_ms", (event.at - state.stageSince).milliseconds)
    case .status(let status): statuses.write(status, messages, now: now, to: &self)
    case .work, .foreign: break
    case .progress(let report): members(of: report)
    case .sourceFinished(let result):
      members(of: result, tally: state.tallies[result.source], at: event.at)
    case .score(let report): members(of: report)
    case .prep(let sheet): members(of: sheet)
    case .fitness(let report): members(of: report)
    case .routine(let routine): members(of: routine)
    case .waiting(let wait): members(of: wait)
    case .log(let line):
      switch line.stream {
      case .standardOutput: member("stream", word: "stdout")
      case .standardError: member("stream", word: "stderr")
      }
      member("text", line.text)
    case .notice(let notice):
      member("code", notice.code)
      member("message", messages.text(notice))
    case .warning(let warning):
      member("code", warning.code)
      member("message", messages.message(warning))
      member("hint", messages.hint(warning)?.description)
      member("source", warning.source?.rawValue)
    case .failure(let failure): members(of: failure, messages)
    case .request(let trace): members(of: trace)
    case .source(let report): members(of: report)
    case .signIn(let signIn):
      member("source", signIn.source.rawValue)
      member("url", signIn.url)
      member("until", signIn.until)
    case .summary(let summary): members(of: summary, state, at: event.at)
    }
  }

  private mutating func members(of start: RunStart) {
    member("run_id", start.id)
    member("command", start.command)
    member("arguments", start.arguments.map(\.description))
    if let scope = start.scope {
      member("dry_run", scope.dryRun)
      member("sample", scope.sample)
      member("sources", scope.sources.map(\.rawValue))
      member("store", scope.store)
    }
    member("attempt", start.attempt)
  }

  private mutating func members(of report: ReportedProgress) {
    member("stage", report.stage?.rawValue)
    member("source", report.source?.rawValue)
    member("unit", report.unit?.rawValue)
    member("fraction", report.fraction ?? report.share ?? 0, decimals: 4)
    member("done", report.done)
    member("total", report.total)
    member("eta_s", report.left.map { Int($0.inSeconds.rounded(.up)) })
  }

  private mutating func members(of result: SourceResult, tally: SourceTally?, at moment: Moment) {
    member("source", result.source.rawValue)
    member("outcome", result.outcome.rawValue)
    members(of: result.counts)
    member("requests", tally?.requests ?? 0)
    member("bytes", tally?.bytes ?? 0)
    member("duration_ms", tally?.duration(at: moment).milliseconds ?? 0)
  }

  private mutating func members(of counts: Counts) {
    member("new", counts.new)
    member("changed", counts.changed)
    member("unchanged", counts.unchanged)
    member("deleted", counts.deleted)
    member("days_new", counts.daysNew)
    member("days_changed", counts.daysChanged)
  }

  private mutating func members(of report: ScoreReport) {
    member("score", report.kind.rawValue)
    valueOrNull("value", report.score.value)
    member("band", report.score.band?.rawValue)
    member("inputs_used", report.score.inputsUsed)
    member("inputs_total", report.score.inputsTotal)
    if report.score.atLeast { member("at_least", true) }
    member("reason", report.score.reason?.name)
    member("date", report.date)
    member("cached", report.cached)
  }

  private mutating func members(of wait: Wait) {
    switch wait.reason {
    case .rateLimit: member("reason", "rate_limit")
    case .retry: member("reason", "retry")
    case .locked: member("reason", "locked")
    }
    member("source", wait.source?.rawValue)
    member("until", wait.until)
    member("seconds", Int(wait.duration.inSeconds.rounded(.up)))
    if case .retry(let attempt, let tries) = wait.reason {
      member("attempt", attempt)
      member("tries", tries)
    }
  }

  private mutating func members(of failure: SyncFailure, _ messages: Messages) {
    member("code", failure.code)
    member("title", messages.title(failure))
    member("message", messages.message(failure))
    member("hint", messages.hint(failure))
    member("source", failure.source?.rawValue)
    member("retryable", failure.isRetryable)
    member("retry_at", failure.retryAt)
    member("exit_code", Int(ExitStatus(failure).code))
  }

  private mutating func members(of trace: RequestTrace) {
    member("source", trace.source.rawValue)
    member("method", trace.method)
    member("url", trace.url)
    member("status", trace.status)
    member("bytes", trace.bytes)
    member("attempt", trace.attempt)
    member("duration_ms", trace.duration.milliseconds)
  }

  private mutating func members(of report: SourceReport) {
    member("source", report.source.rawValue)
    member("state", report.state.rawValue)
    member("last_sync", report.lastSync)
    member("last_error", report.lastError)
    member("activities", report.activities)
    member("days", report.days)
  }

  /// Before a run has started, and of a program that is not ours, all that a summary can tell is how
  /// it ended, and what the program told itself.
  private mutating func members(of summary: RunSummary, _ state: RunState, at moment: Moment) {
    let scope = state.run?.scope
    member("outcome", summary.outcome.rawValue)
    member("exit_code", Int(summary.exit.code))
    member("dry_run", summary.given?.dryRun ?? scope?.dryRun)
    if state.run != nil, let counts = summary.counts {
      object("counts") { $0.members(of: counts) }
    }
    if let scores = summary.given?.scores {
      object("scores") { json in
        json.valueOrNull("recovery", scores[.recovery])
        json.valueOrNull("sleep", scores[.sleep])
        json.valueOrNull("strain", scores[.strain])
      }
    } else if scope != nil {
      object("scores") { json in
        json.valueOrNull("recovery", state.scores[.recovery]?.score.value)
        json.valueOrNull("sleep", state.scores[.sleep]?.score.value)
        json.valueOrNull("strain", state.scores[.strain]?.score.value)
      }
    }
    member("duration_ms", (moment - state.started).milliseconds)
    member("store", (summary.given?.store ?? scope?.store)?.description)
  }

  mutating func valueOrNull(_ name: StaticString, _ number: Int?) {
    if let number { member(name, number) } else { nullMember(name) }
  }
}
