// The texts of results: what came in, and the day's scores.

package import Model

extension Messages {
  /// The result of a complete or partial sync, without mark and duration: clauses to be joined by "; ".
  package func result(_ summary: RunSummary, _ state: RunState) -> [DisplayText] {
    if state.endsAsProgram { return [ended(summary, state)] }
    let dryRun = summary.given?.dryRun ?? state.run?.dryRun ?? false
    let counts = summary.counts ?? Counts()
    var clauses: [String]
    switch summary.outcome {
    case .ok where state.run?.isImport == true:
      clauses = ["\(dryRun ? "Dry run, nothing written:" : "Imported") \(imported(counts, state))"]
    case .ok:
      clauses = [activities(counts)].compactMap { $0 } + nights(state)
      if clauses.isEmpty { clauses = ["nothing new"] }
      clauses[0] = (dryRun ? "Dry run, nothing written: " : "Updated just now: ") + clauses[0]
    case .partial where state.run?.isImport == true:
      let verdict = dryRun ? "Dry run, nothing written" : "Partly imported"
      clauses = ["\(verdict): \(imported(counts, state))"]
    case .partial:
      let worked = state.results.filter { $0.outcome == .ok || $0.outcome == .partial }
      let names = list(worked.map(\.source))
      let news = activities(counts) ?? "nothing new"
      let verdict = dryRun ? "Dry run, nothing written" : "Partly updated"
      clauses = ["\(verdict): \(news)\(names.isEmpty ? "" : " from \(names)")"] + nights(state)
      clauses += state.results.filter { $0.outcome == .failed }.map { "\(name($0.source)) failed" }
    case .failed, .interrupted: return []
    }
    if state.isSample { clauses[clauses.count - 1] += " (sample data)" }
    return clauses.map { DisplayText($0) }
  }

  /// The result in a log. Nights are mentioned only if nothing else is new.
  func plainResult(_ state: RunState) -> DisplayText {
    guard let summary = state.summary else { return "" }
    if summary.isCut, summary.outcome != .interrupted { return cut }
    if state.endsAsProgram, summary.outcome != .failed { return ended(summary, state) }
    let dryRun = summary.given?.dryRun ?? state.run?.dryRun ?? false
    let news = activities(summary.counts ?? Counts()) ?? nights(state).first ?? "nothing new"
    let sample = state.isSample ? " (sample data)" : ""
    switch summary.outcome {
    case .ok where state.run?.isImport == true: return result(summary, state).first ?? ""
    case .ok: return "\(dryRun ? "Dry run, nothing written" : "Updated"): \(news)\(sample)"
    case .partial: return "\(result(summary, state).map(\.description).joined(separator: "; "))"
    case .interrupted: return stopped(state)
    case .failed: return ""
    }
  }

  /// "Recovery 71 Good, sleep 82 Optimal, strain 43 Low"; nil when no score is known.
  func plainScores(_ state: RunState, now: Timestamp) -> DisplayText? {
    let parts = scoreTexts(state, now: now)
    guard let first = parts.first else { return nil }
    let rest = parts.dropFirst().map { $0.prefix(1).lowercased() + $0.dropFirst() }
    return DisplayText(([first] + rest).joined(separator: ", "))
  }

  /// "12 new, 1 changed, 2 deleted"; nil if there is nothing new.
  private func activities(_ counts: Counts) -> String? {
    let parts = [
      counts.new > 0 ? "\(number(counts.new)) new" : nil,
      counts.changed > 0 ? "\(number(counts.changed)) changed" : nil,
      counts.deleted > 0 ? "\(number(counts.deleted)) deleted" : nil,
    ].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// "12 activities, 1 changed, 40 nights from Apple Health": what an import brought.
  private func imported(_ counts: Counts, _ state: RunState) -> String {
    let changed =
      counts.new > 0
      ? number(counts.changed) : count(counts.changed, "changed activity", "changed activities")
    let parts = [
      counts.new > 0 ? count(counts.new, "activity", "activities") : nil,
      counts.changed > 0 ? counts.new > 0 ? "\(changed) changed" : changed : nil,
      nights(counts),
    ].compactMap { $0 }
    let what = parts.isEmpty ? "nothing new" : parts.joined(separator: ", ")
    let reported = state.results.filter { $0.outcome == .ok }.map(\.source)
    let sources = reported.isEmpty ? state.run?.sources ?? [] : reported
    return sources.isEmpty ? what : "\(what) from \(list(sources))"
  }

  /// "14 nights from Intervals.icu", for each source that brought some.
  func nights(_ state: RunState) -> [String] {
    state.results.compactMap { result in
      nights(result.counts).map { "\($0) from \(name(result.source))" }
    }
  }

  /// "14 nights"; nil for none.
  func nights(_ counts: Counts) -> String? {
    let nights = counts.daysNew + counts.daysChanged
    return nights > 0 ? count(nights, "night", "nights") : nil
  }

  /// "Strava: 12 new, 1 changed, 170 unchanged, 14 nights"; what a finished source brought.
  package func text(_ result: SourceResult) -> DisplayText {
    if result.outcome == .failed { return "\(name(result.source)): failed" }
    if result.outcome == .skipped { return "\(name(result.source)): not asked" }
    let counts = result.counts
    var parts = [activities(counts)].compactMap { $0 }
    if counts.unchanged > 0 { parts.append("\(number(counts.unchanged)) unchanged") }
    if let nights = nights(counts) { parts.append(nights) }
    let what = parts.isEmpty ? "nothing new" : parts.joined(separator: ", ")
    let cut = result.outcome == .partial ? " (incomplete)" : ""
    return "\(name(result.source)): \(what)\(cut)"
  }

  /// "Intervals.icu: no answer": why a source failed.
  func text(_ source: Source, _ failure: SyncFailure) -> DisplayText {
    let title = title(failure).description
    return "\(name(source)): \(title.prefix(1).lowercased())\(title.dropFirst())"
  }

  /// "71 Good", "≥ 43 Low", "––".
  func text(_ score: Score) -> String {
    guard let value = score.value else { return "––" }
    let least = score.atLeast ? "≥ " : ""
    return "\(least)\(value)\(score.band.map { " " + name($0) } ?? "")"
  }

  /// "Recovery 71 Good", "Sleep 82 Optimal", "Strain 43 Low", "today 40 to 55", as far as known.
  package func scores(_ state: RunState, now: Timestamp) -> [DisplayText] {
    var parts = scoreTexts(state, now: now)
    if !parts.isEmpty, let today = state.prep?.suggestedStrain.range {
      parts.append("today \(range(today))")
    }
    return parts.map { DisplayText($0) }
  }

  /// "Recovery 71 Good (19 Nov)" for each known score; the date if it is not today's.
  private func scoreTexts(_ state: RunState, now: Timestamp) -> [String] {
    ScoreKind.allCases.compactMap { kind in
      state.scores[kind].map { report in
        let date = report.date == day(of: now) ? "" : " (\(date(report.date)))"
        return "\(name(kind)) \(text(report.score))\(date)"
      }
    }
  }

  /// One clause for each missing score: why it is missing.
  package func gaps(_ state: RunState) -> [DisplayText] {
    ScoreKind.allCases.compactMap { kind in
      guard let score = state.scores[kind]?.score, score.value == nil, let reason = score.reason
      else { return nil }
      return "\(name(kind)): \(text(reason).description)"
    }
  }

  /// Why a score is missing.
  package func text(_ gap: ScoreGap) -> DisplayText {
    switch gap {
    case .noHealthData: "no health data"
    case .noSleepData: "no sleep recorded for last night"
    case .noMorningReading: "no heart rate variability or resting pulse for today"
    case .shortBaseline(_, 0): "the baseline is still too short"
    case .shortBaseline(let days, let needed): "baseline \(days) of \(needed) days"
    case .noActivities: "no activities yet"
    case .noActivitiesToday: "no activity recorded for today"
    case .noLoad: "no load for today's activities"
    case .shortHistory(_, 0): "the history is still too short"
    case .shortHistory(let days, let needed): "history \(days) of \(needed) days"
    case .noRecovery: "no recovery score"
    case .noFitness: "no activity with a load yet"
    case .reported(let name): "\(name.description.split(separator: "_").joined(separator: " "))"
    }
  }
}
