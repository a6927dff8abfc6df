// What is said aloud about results and failures.

import Model

extension Messages {
  /// "Strava is done: 12 new activities, 1 changed activity and 14 nights, in 18 seconds."
  func spoken(_ result: SourceResult, took: Duration) -> DisplayText {
    let counts = result.counts
    var parts = news(counts)
    if counts.unchanged > 0 {
      parts.append(count(counts.unchanged, "unchanged activity", "unchanged activities"))
    }
    if let nights = nights(counts) { parts.append(nights) }
    let end = result.outcome == .partial ? "ended early" : "is done"
    let what = parts.isEmpty ? "nothing new" : listInWords(parts)
    return "\(name(result.source)) \(end): \(what), in \(tookInWords(took))."
  }

  /// "Recovery 71, Good."; "Sleep is not available: no sleep recorded for last night."
  func spoken(_ report: ScoreReport, now: Timestamp) -> DisplayText {
    let name = name(report.kind)
    guard let value = report.score.value else {
      let reason = report.score.reason.map { ": \(text($0).description)" } ?? ""
      return "\(name) is not available\(reason)."
    }
    let least = report.score.atLeast ? "at least " : ""
    let band = report.score.band.map { ", \(self.name($0))" } ?? ""
    let date = report.date == day(of: now) ? "" : ", on \(dateInWords(report.date))"
    return "\(name) \(least)\(value)\(band)\(date)."
  }

  /// The suggested strain for today; nil for none.
  func spoken(_ prep: PrepSheet) -> DisplayText? {
    prep.suggestedStrain.range.map {
      """
      The suggested strain for today is \(range($0)), as a rule of thumb.
      """
    }
  }

  /// How a sync ended, and how long it took.
  func spokenResult(_ summary: RunSummary, _ state: RunState, took: Duration) -> DisplayText {
    let time = "It took \(tookInWords(took))."
    if summary.isCut, summary.outcome != .interrupted { return sentence(cut) }
    if state.endsAsProgram, summary.outcome != .interrupted {
      return "\(ended(summary, state).description). \(time)"
    }
    let sample = state.isSample ? " This was sample data." : ""
    let brought = brought(summary.counts ?? Counts(), state)
    let dryRun = summary.given?.dryRun ?? state.run?.dryRun ?? false
    switch summary.outcome {
    case .ok where dryRun:
      return "Dry run, nothing written: \(brought).\(sample) \(time)"
    case .ok:
      return "The \(kind(of: state)) brought \(brought).\(sample) \(time)"
    case .partial:
      let failed = state.results.filter { $0.outcome == .failed }.map { name($0.source) }
      let failures = failed.isEmpty ? "" : " \(listInWords(failed)) failed."
      let verdict = dryRun ? "Dry run, nothing written" : "Partly updated"
      return "\(verdict): \(brought).\(failures)\(sample) \(time)"
    case .failed:
      return "The \(kind(of: state)) failed after \(tookInWords(took))."
    case .interrupted:
      return stopped(state)
    }
  }

  private func kind(of state: RunState) -> String {
    state.run?.isImport == true ? "import" : "sync"
  }

  private func brought(_ counts: Counts, _ state: RunState) -> String {
    let parts = news(counts) + nights(state)
    return parts.isEmpty ? "nothing new" : listInWords(parts)
  }

  private func news(_ counts: Counts) -> [String] {
    [
      counts.new > 0 ? count(counts.new, "new activity", "new activities") : nil,
      counts.changed > 0 ? count(counts.changed, "changed activity", "changed activities") : nil,
      counts.deleted > 0 ? count(counts.deleted, "deleted activity", "deleted activities") : nil,
    ].compactMap { $0 }
  }
}

extension Messages {
  /// What went wrong and what to do next, as sentences.
  func spoken(_ failure: SyncFailure) -> DisplayText {
    let hint = hint(failure).description
    // A hint that begins in lower case is a command.
    let advice = hint.first?.isLowercase == true ? "Run \(hint)" : hint
    let sentences = [message(failure), sentence(DisplayText(advice))].map(\.description)
    return DisplayText("Error: \(sentences.joined(separator: " "))")
  }

  func spoken(_ warning: Warning) -> DisplayText {
    sentence("Warning: \(text(warning).description)")
  }

  /// Said after the first Ctrl-C or signal.
  func spokenStopping(_ signal: Signal) -> DisplayText {
    if case .interrupt = signal { return "Stopping. Press Control C again to leave at once." }
    return "Stopping."
  }

  /// What can be typed about a failure.
  func spokenPrompt(_ remedy: RetryOption) -> DisplayText {
    switch remedy {
    case .retry: "Type retry or cancel and press Enter."
    case .signIn: "Type sign in or cancel and press Enter."
    }
  }

  /// Whether a typed answer accepts the remedy; nil if it is not understood.
  package static func answer(_ typed: String) -> Bool? {
    switch typed.lowercased().split(separator: " ").joined(separator: " ") {
    case "retry", "r", "yes", "y", "sign in", "signin", "sign-in": true
    case "cancel", "c", "q", "quit", "no", "n": false
    default: nil
    }
  }
}
