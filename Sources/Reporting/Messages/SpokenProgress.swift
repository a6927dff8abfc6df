// What is said aloud while a run goes on: stages, progress and waits.

import Codec
import Model

extension Messages {
  /// "Stage 2 of 3: Prep."
  func spoken(_ stage: Stage) -> DisplayText {
    let number = (Stage.allCases.firstIndex(of: stage) ?? 0) + 1
    return "Stage \(number) of \(Stage.allCases.count): \(name(stage))."
  }

  /// "Still downloading activities from Strava after 30 seconds: 62 of 183 activities, 34 percent."
  func spokenHeartbeat(_ state: RunState, at now: Now) -> DisplayText {
    if let wait = state.wait(at: now.moment), wait.isPatience {
      let whom = wait.source.map(name) ?? "another sync"
      return "Still waiting for \(whom) until \(time(wait.until))."
    }
    let (status, since) = state.current
    let text = inside(firstSentence(spokenTopic(status, state, now: now.wall)))
    let percent = state.percentOfProgram.map { "\($0) percent" }
    let progress = (spokenCount(state) ?? percent).map { ": \($0)" } ?? ""
    return "Still \(text) after \(tookInWords(now.moment - since))\(progress)."
  }

  /// The current status and progress, for SIGUSR1 and SIGINFO.
  func spokenProgress(_ state: RunState, at now: Now) -> DisplayText {
    let text = firstSentence(spokenTopic(state.current.status, state, now: now.wall))
    let count = spokenCount(state).map { ": \($0)" } ?? ""
    let elapsed = tookInWords(state.duration(at: now.moment))
    guard state.hasStages || state.progress.isKnown else {
      return "\(text)\(count), for \(elapsed) so far."
    }
    return "\(text)\(count). \(state.percent) percent of the whole is done after \(elapsed)."
  }

  /// What the run is waiting for.
  func spoken(_ wait: Wait) -> DisplayText {
    switch wait.reason {
    case .rateLimit:
      return "Waiting for \(wait.source.map(name) ?? "the service") until \(time(wait.until))."
    case .retry(let attempt, let of):
      let who = wait.source.map(name) ?? "The service"
      let tries = of.map { "\(attempt) of \($0)" } ?? "\(attempt)"
      return "\(who) did not answer. Try \(tries) comes next."
    case .locked:
      return "Another sync is running. Waiting until \(time(wait.until))."
    }
  }

  /// "62 of 183 activities, 34 percent", "62 activities so far"; nil for no count.
  private func spokenCount(_ state: RunState) -> String? {
    guard let item = state.counted(of: state.current.status) else { return nil }
    let done = item.done
    guard let unit = item.unit else { return count(item.count) }
    guard let total = item.total else {
      return done > 0 ? "\(amount(done, unit)) so far" : nil
    }
    guard total > 0 else { return nil }
    let share = Double(min(done, total)) / Double(total)
    let percent = "\(Int((share * 100).rounded())) percent"
    // Long byte counts are hard to follow when read aloud.
    if case .bytes = unit {
      return fileCount(item.count).map { "\($0), \(percent)" } ?? percent
    }
    return "\(number(min(done, total))) of \(amount(total, unit)), \(percent)"
  }

  private func amount(_ value: Int, _ unit: Work.Unit) -> String {
    switch unit {
    case .activities: count(value, "activity", "activities")
    case .nights: count(value, "night", "nights")
    case .records: count(value, "record", "records")
    case .bytes: count(value, "byte", "bytes")
    case .requests: count(value, "request", "requests")
    case .files: count(value, "file", "files")
    }
  }

  /// The spoken text of a status; of a program without one, "Running make".
  private func spokenTopic(_ status: SyncStatus, _ state: RunState, now: Timestamp) -> DisplayText {
    if case .initial = status, let name = state.run?.spokenName { return spokenRunning(name) }
    return spoken(status, now: now)
  }

  /// The text up to its first full stop and blank, so that "Intervals.icu" does not end it.
  private func firstSentence(_ text: DisplayText) -> String {
    let text = text.description
    return text.place(of: ". ").map { String(text[..<$0.lowerBound]) } ?? text
  }
}

extension Wait {
  /// Whether heartbeats mention it.
  fileprivate var isPatience: Bool {
    switch reason {
    case .rateLimit, .locked: true
    case .retry: false
    }
  }
}
