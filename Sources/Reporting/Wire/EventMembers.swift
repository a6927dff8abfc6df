// The members of each event type beyond the common ones.

import Codec
import SyncModel

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
    case .sourceFinished: "source_finished"
    case .score: "score"
    case .prep: "prep"
    case .waiting: "waiting"
    case .notice: "notice"
    case .warning: "warning"
    case .failure: "error"
    case .request: "request"
    case .source: "source"
    case .signIn: "sign_in"
    case .summary: "summary"
    }
  }
}

extension JSONWriter {
  mutating func members(
    of event: SyncEvent, _ board: Board, _ words: Words, _ statuses: inout StatusMembers,
    now: Timestamp
  ) {
    switch event.kind {
    case .runStarted(let start): members(of: start)
    case .stageStarted(let stage): member("stage", stage.rawValue)
    case .stageFinished(let stage):
      member("stage", stage.rawValue)
      member("duration_ms", (event.at - board.stageSince).milliseconds)
    case .status(let status): statuses.write(status, words, now: now, to: &self)
    case .work: break
    case .sourceFinished(let result):
      members(of: result, tally: board.tallies[result.source], at: event.at)
    case .score(let report): members(of: report)
    case .prep(let sheet): members(of: sheet)
    case .waiting(let wait): members(of: wait)
    case .notice(let notice):
      member("code", notice.code)
      member("message", words.text(notice))
    case .warning(let warning):
      member("code", warning.code)
      member("message", words.text(warning))
      member("source", warning.source?.rawValue)
    case .failure(let failure): members(of: failure, words)
    case .request(let trace): members(of: trace)
    case .source(let report): members(of: report)
    case .signIn(let signIn):
      member("source", signIn.source.rawValue)
      member("url", signIn.url)
      member("until", time: signIn.until.seconds)
    case .summary(let summary): members(of: summary, board, at: event.at)
    }
  }

  private mutating func members(of start: RunStart) {
    member("run_id", start.id)
    member("command", start.command)
    member("arguments", start.arguments.map(\.description))
    member("dry_run", start.dryRun)
    member("sample", start.sample)
    member("sources", start.sources.map(\.rawValue))
    member("store", start.store)
    member("attempt", start.attempt)
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
    member("until", time: wait.until.seconds)
    member("seconds", Int(wait.duration.inSeconds.rounded(.up)))
    if case .retry(let attempt, _) = wait.reason { member("attempt", attempt) }
  }

  private mutating func members(of failure: SyncFailure, _ words: Words) {
    member("code", failure.code)
    member("title", words.title(failure))
    member("message", words.message(failure))
    member("hint", words.hint(failure))
    member("source", failure.source?.rawValue)
    member("retryable", failure.isRetryable)
    member("retry_at", time: failure.retryAt?.seconds)
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
    member("last_sync", time: report.lastSync?.seconds)
    member("last_error", report.lastError)
    member("activities", report.activities)
    member("days", report.days)
  }

  /// Before a run has started, all that a summary can tell is how it ended.
  private mutating func members(of summary: RunSummary, _ board: Board, at moment: Moment) {
    member("outcome", summary.outcome.rawValue)
    member("exit_code", Int(summary.exit.code))
    if let run = board.run {
      member("dry_run", run.dryRun)
      object("counts") { $0.members(of: summary.counts) }
      object("scores") { json in
        json.valueOrNull("recovery", board.scores[.recovery]?.score.value)
        json.valueOrNull("sleep", board.scores[.sleep]?.score.value)
        json.valueOrNull("strain", board.scores[.strain]?.score.value)
      }
    }
    member("duration_ms", (moment - board.started).milliseconds)
    if let run = board.run { member("store", run.store) }
  }

  mutating func valueOrNull(_ name: StaticString, _ number: Int?) {
    if let number { member(name, number) } else { nullMember(name) }
  }
}
