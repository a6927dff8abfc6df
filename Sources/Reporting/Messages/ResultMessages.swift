// The texts of results, written or spoken: what came in, and the day's scores.

import Codec
package import Model
import Terminal

extension Messages {
  /// The result of a complete or partial sync, without mark and duration: clauses to be joined by
  /// "; ".
  ///
  /// - Parameters:
  ///   - room: cells in which new rides may be named; 0 for no names.
  ///   - isLog: whether a time stands beside it, and nights are said only if nothing else is new.
  package func result(
    _ summary: RunSummary, _ state: RunState, room: Int = 0, isLog: Bool = false
  ) -> [DisplayText] {
    if state.endsAsProgram { return [ended(summary, state)] }
    let isImport = state.run?.isImport == true
    let dryRun = dryRun(summary, state)
    let counts = summary.counts ?? Counts()
    let news = changes(counts)
    var clauses: [String]
    switch summary.outcome {
    case .ok where isImport:
      clauses = ["\(dryRun.map { $0 + ":" } ?? "Imported") \(imported(counts, state))"]
    case .ok:
      clauses = (news.isEmpty ? [] : [joined(news)]) + nights(state)
      if clauses.isEmpty { clauses = [joined([])] }
      if isLog { clauses = [clauses[0]] }
      clauses[0] = "\(dryRun ?? (isLog ? "Updated" : "Updated just now")): \(clauses[0])"
      if news.count == 1, counts.new > 0, state.newRides.count == counts.new {
        clauses = named(state.newRides, after: clauses[0], room: room) + clauses.dropFirst()
      }
    case .partial where isImport:
      clauses = ["\(dryRun ?? "Partly imported"): \(imported(counts, state))"]
    case .partial:
      let names = state.sources(.ok).isEmpty ? "" : " from \(list(state.sources(.ok)))"
      clauses = ["\(dryRun ?? "Partly updated"): \(joined(news))\(names)"] + nights(state)
      clauses += state.sources(.partial).map { "\(name($0)) incomplete" }
      clauses += state.sources(.failed).map { "\(name($0)) failed" }
    case .failed, .interrupted: return []
    }
    clauses += state.recomputed.map { [text($0).description] } ?? []
    if state.isSample { clauses[clauses.count - 1] += " (sample data)" }
    return clauses.map { DisplayText($0) }
  }

  /// "1 new: Reykjanes loop, 77.7 km": the rides behind a clause, as far as there is room.
  private func named(_ rides: [Activity], after clause: String, room: Int) -> [String] {
    var clauses: [String] = []
    for ride in rides {
      let distance = ride.distanceMetres.map { ", \(text($0, .distance))" } ?? ""
      let name = "\(name(of: ride).description)\(distance)"
      let longer = clauses.isEmpty ? ["\(clause): \(name)"] : clauses + [name]
      if DisplayText(longer.joined(separator: "; ")).cells > room {
        return clauses.isEmpty ? [clause] : clauses + ["…"]
      }
      clauses = longer
    }
    return clauses
  }

  private func dryRun(_ summary: RunSummary, _ state: RunState) -> String? {
    summary.given?.dryRun ?? state.run?.dryRun ?? false ? "Dry run, nothing written" : nil
  }

  /// The last lines of a log: how the run ended, and how long it took; none where an error says it.
  func logged(_ summary: RunSummary, _ state: RunState, took: Duration) -> [DisplayText] {
    if voice == .spoken { return [spokenResult(summary, state, took: took)].compactMap(\.self) }
    let end = writtenResult(summary, state).map {
      DisplayText("\($0.description) (\(self.took(took)))")
    }
    return [summary.outcome == .interrupted ? kept(state) : nil, end].compactMap(\.self)
  }

  private func writtenResult(_ summary: RunSummary, _ state: RunState) -> DisplayText? {
    switch summary.outcome {
    case .interrupted: return "Stopped"
    case _ where summary.isCut: return cut
    case .failed where !state.failures.isEmpty: return verdict(summary, state)
    case _ where state.endsAsProgram: return ended(summary, state)
    case .ok, .partial:
      let clauses = result(summary, state, isLog: true)
      return DisplayText(clauses.map(\.description).joined(separator: "; "))
    case .failed: return verdict(summary, state)
    }
  }

  /// "Failed: Unable to connect to Strava": of several failures the one that decides the exit code.
  private func verdict(_ summary: RunSummary, _ state: RunState) -> DisplayText {
    let decisive = state.failures.filter { ExitStatus($0) == summary.exit }
    // Those of sources come in any order.
    let first = Source.allCases.lazy.compactMap { source in decisive.first { $0.source == source } }
    guard let failure = first.first ?? decisive.last ?? state.failures.last else { return "Failed" }
    let text = message(failure).description
    let isOneSentence = text.hasSuffix(".") && text.place(of: ". ") == nil
    return "Failed: \(isOneSentence ? String(text.dropLast()) : text)"
  }

  private func spokenResult(
    _ summary: RunSummary, _ state: RunState, took: Duration
  ) -> DisplayText? {
    let time = "It took \(tookInWords(took))."
    let dryRun = dryRun(summary, state)
    let sample = state.isSample ? " This was sample data." : ""
    let kind = state.run?.isImport == true ? "import" : "sync"
    let what = joined(changes(summary.counts ?? Counts()) + nights(state))
    let loads = state.recomputed.map { " \(capitalized(text($0).description))." } ?? ""
    let news = "\(dryRun.map { $0 + ":" } ?? "The \(kind) brought") \(what).\(loads)"
    switch summary.outcome {
    case .interrupted: return stopped(state)
    case _ where summary.isCut: return cut
    // Standard error reports that a program failed.
    case .failed where state.endsAsProgram: return nil
    case _ where state.endsAsProgram: return "\(ended(summary, state).description). \(time)"
    case .ok: return "\(news)\(sample) \(time)"
    case .partial:
      func told(_ outcome: SourceOutcome, _ word: String) -> String {
        let names = state.sources(outcome).map(name)
        return names.isEmpty ? "" : " \(listInWords(names)) \(word)."
      }
      let failures = told(.partial, "ended early") + told(.failed, "failed")
      let verdict = dryRun == nil ? "Partly \(kind == "sync" ? "updated" : "imported"). " : ""
      return "\(verdict)\(news)\(failures)\(sample) \(time)"
    case .failed: return "The \(kind) failed after \(tookInWords(took))."
    }
  }

  /// "Recovery 71 Good, sleep 82 Optimal, strain 43 Low"; nil when no score is known.
  func plainScores(_ state: RunState, now: Timestamp) -> DisplayText? {
    let parts = scoreTexts(state, now: now)
    guard let first = parts.first else { return nil }
    return DisplayText(([first] + parts.dropFirst().map(uncapitalized)).joined(separator: ", "))
  }

  /// "12 new", "1 changed"; spoken "12 new activities", "1 changed activity". What there is none of
  /// is left out.
  private func changes(_ counts: Counts, withUnchanged: Bool = false) -> [String] {
    var all = [(counts.new, "new"), (counts.changed, "changed"), (counts.deleted, "deleted")]
    if withUnchanged { all.append((counts.unchanged, "unchanged")) }
    return all.filter { $0.0 > 0 }.map { value, what in
      voice == .spoken
        ? count(value, "\(what) activity", "\(what) activities") : "\(number(value)) \(what)"
    }
  }

  private func joined(_ parts: [String]) -> String {
    parts.isEmpty ? "nothing new" : inOneClause(parts)
  }

  /// "12 activities, 1 changed, 40 nights from Apple Health": what an import brought.
  private func imported(_ counts: Counts, _ state: RunState) -> String {
    let changed =
      counts.new > 0
      ? number(counts.changed) : count(counts.changed, "changed activity", "changed activities")
    let parts = [
      counts.new > 0 ? count(counts.new, "activity", "activities") : nil,
      counts.changed > 0 ? counts.new > 0 ? "\(changed) changed" : changed : nil,
    ].compactMap { $0 }
    let what = joined(parts + nights(counts))
    let reported = state.results.filter { $0.outcome == .ok }.map(\.source)
    let sources = reported.isEmpty ? state.run?.sources ?? [] : reported
    return sources.isEmpty ? what : "\(what) from \(list(sources))"
  }

  /// "14 nights from Intervals.icu", for each source that brought some.
  func nights(_ state: RunState) -> [String] {
    state.results.compactMap { result in
      let nights = nights(result.counts)
      return nights.isEmpty ? nil : "\(joined(nights)) from \(name(result.source))"
    }
  }

  /// "14 nights", "3 days": days whose night says nothing new are no nights. What there is none of
  /// is left out.
  private func nights(_ counts: Counts) -> [String] {
    let all = counts.daysNew + counts.daysChanged
    // Another program may count more than all.
    let days = min(all, counts.daysWithoutNight)
    return [(all - days, "night"), (days, "day")].filter { $0.0 > 0 }
      .map { count($0.0, $0.1) }
  }

  /// What a finished source brought: "Strava: 12 new, 170 unchanged, 14 nights (18.2 s)", "Strava
  /// is done: 12 new activities, 170 unchanged activities and 14 nights, in 18 seconds."
  func text(_ result: SourceResult, took: Duration) -> DisplayText {
    let (name, isPartial) = (name(result.source), result.outcome == .partial)
    let what = joined(changes(result.counts, withUnchanged: true) + nights(result.counts))
    switch voice {
    case .written: return "\(name): \(what)\(isPartial ? " (incomplete)" : "") (\(self.took(took)))"
    case .spoken:
      let end = isPartial ? "ended early" : "\(isOrAre(result.source)) done"
      return "\(name) \(end): \(what), in \(tookInWords(took))."
    }
  }

  /// "Intervals.icu: no answer": why a source failed.
  func text(_ source: Source, _ failure: SyncFailure) -> DisplayText {
    "\(name(source)): \(uncapitalized(title(failure).description))"
  }

  /// "Strava and Intervals.icu: no connection": the same failure of several sources.
  func text(_ failures: [SyncFailure]) -> DisplayText {
    let names = listInWords(failures.compactMap { $0.source.map { name($0) } })
    return "\(names): \(uncapitalized(title(failures[0]).description))"
  }

  /// "71 Good", "≥ 43 Low", "––".
  func text(_ score: Score) -> String {
    guard let value = score.value else { return "––" }
    let least = score.atLeast ? "≥ " : ""
    return "\(least)\(value)\(score.band.map { " " + name($0) } ?? "")"
  }

  /// "Recovery 71 Good", "Sleep 82 Optimal", "Strain 43 Low", "aim for strain 40 to 55", as far as
  /// known.
  package func scores(_ state: RunState, now: Timestamp) -> [DisplayText] {
    var parts = scoreTexts(state, now: now)
    if !parts.isEmpty, let today = state.prep?.suggestedStrain.range, today.count > 1 {
      parts.append("aim for strain \(range(today))")
    }
    return parts.map { DisplayText($0) }
  }

  /// Fitness and form in place of recovery and sleep, for a rider without health data.
  func figures(_ state: RunState) -> [(DisplayText, Double)] {
    guard state.lacksHealthData, let day = state.fitnessDay else { return [] }
    return [(fitness, day.fitness), (form, day.form)].compactMap { name, figure in
      figure.map { (name, $0) }
    }
  }

  /// "Recovery 71 Good (19 Nov)" for each known score; the date if it is not today's.
  private func scoreTexts(_ state: RunState, now: Timestamp) -> [String] {
    figures(state).map { "\($0.description) \(rounded($1).description)" }
      + state.scoreKinds.compactMap { kind in
        state.scores[kind].map { report in
          let today = day(of: now)
          let date = report.date == today ? "" : " (\(date(report.date, today: today)))"
          return "\(name(kind)) \(text(report.score))\(date)"
        }
      } + (ride(state, now: now).map { ["\(latestRide) \($0)"] } ?? [])
  }

  var latestRide: DisplayText { "Latest ride" }

  /// "21 Nov (45.2 km)": the latest ride in place of recovery and sleep, for a rider without health
  /// data.
  func ride(_ state: RunState, now: Timestamp) -> DisplayText? {
    guard state.lacksHealthData, let ride = state.latestRide else { return nil }
    let (isOld, isSpoken) = (ride.day.year != day(of: now).year, voice == .spoken)
    let date =
      isSpoken
      ? "\(dateInWords(ride.day))\(isOld ? " \(ride.day.year)" : "")"
      : isOld ? dateWithYear(ride.day) : date(ride.day)
    let distance = ride.distanceMetres.map { text($0, .distance) }
    return DisplayText(date + (distance.map { isSpoken ? ", \($0)" : " (\($0))" } ?? ""))
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
      "The suggested strain for today is \(range($0)), as a rule of thumb."
    }
  }

  /// One clause for each missing score: why it is missing.
  package func gaps(_ state: RunState) -> [DisplayText] {
    state.scoreKinds.compactMap { kind in
      guard let score = state.scores[kind]?.score, score.value == nil, let reason = score.reason
      else { return nil }
      return "\(name(kind)): \(text(reason).description)"
    }
  }

  /// Where recovery and sleep come from, for a rider who has neither; empty where that was asked.
  func healthSources(_ state: RunState) -> [DisplayText] {
    let isAsked = state.reports.contains { $0.source == .intervals && $0.state != .notConnected }
    if !state.lacksHealthData || isAsked { return [] }
    let file = "\(command("import FILE")) with an export of Apple Health or Garmin"
    return ["Recovery and sleep need nights: \(connect(.intervals)) or \(file)"]
  }

  /// Why a score is missing.
  package func text(_ gap: ScoreGap) -> DisplayText {
    switch gap {
    case .noHealthData: "no health data"
    case .noSleepData: "no sleep recorded for last night"
    case .noMorningReading: "no heart rate variability or resting heart rate for today"
    case .shortBaseline(_, 0): "the baseline is still too short"
    case .shortBaseline(let days, let needed): "baseline \(days) of \(needed) days"
    case .noActivities: "no activities yet"
    case .noActivitiesToday: "no activity recorded for today"
    case .noLoad: "no load for today's activities"
    case .shortHistory(_, 0): "the history is still too short"
    case .shortHistory(let days, let needed): "history \(days) of \(needed) days"
    case .noRecovery: "no recovery score"
    case .noFitness: "no activity with a load yet"
    case .reported(let name): DisplayText(spaced(name.description))
    }
  }
}
