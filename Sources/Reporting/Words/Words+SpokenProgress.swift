// What is said while a run goes on: stages, progress, and who is waited for.

import SyncModel

extension Words {
  /// "Stage 2 of 3: Prep."
  func spoken(_ stage: Stage) -> DisplayText {
    let number = (Stage.allCases.firstIndex(of: stage) ?? 0) + 1
    return "Stage \(number) of \(Stage.allCases.count): \(name(stage))."
  }

  /// "Still downloading activities from Strava after 30 seconds: 62 of 183 activities, 34 percent."
  func spokenHeartbeat(_ board: Board, at now: Now) -> DisplayText {
    if let wait = board.wait(at: now.moment), wait.isPatience {
      let whom = wait.source.map(name) ?? "another sync"
      return "Still waiting for \(whom) until \(time(wait.until))."
    }
    let (status, since) = board.current
    let text = firstSentence(spoken(status, now: now.wall))
    let lowered = text.prefix(1).lowercased() + text.dropFirst()
    let progress = spokenCount(board).map { ": \($0)" } ?? ""
    return "Still \(lowered) after \(tookInWords(now.moment - since))\(progress)."
  }

  /// The current status and progress, for whoever asks in between.
  func spokenProgress(_ board: Board, at now: Now) -> DisplayText {
    let text = firstSentence(spoken(board.current.status, now: now.wall))
    let count = spokenCount(board).map { ": \($0)" } ?? ""
    let percent = Int((board.progress.fraction * 100).rounded(.down))
    let elapsed = tookInWords(board.duration(at: now.moment))
    return "\(text)\(count). \(percent) percent of the whole is done after \(elapsed)."
  }

  /// Who is waited for.
  func spoken(_ wait: Wait) -> DisplayText {
    switch wait.reason {
    case .rateLimit:
      return "Waiting for \(wait.source.map(name) ?? "the service") until \(time(wait.until))."
    case .retry(let attempt, let of):
      let who = wait.source.map(name) ?? "The service"
      return "\(who) did not answer. Try \(attempt) of \(of) comes next."
    case .locked:
      return "Another sync is running. Waiting until \(time(wait.until))."
    }
  }

  /// "62 of 183 activities, 34 percent", "62 activities so far"; nil before anything was counted.
  private func spokenCount(_ board: Board) -> String? {
    guard let source = board.current.status.source, let item = board.progress.item(of: source),
      let unit = item.work.unit
    else { return nil }
    let done = item.done
    guard let total = item.total else {
      return done > 0 ? "\(amount(done, unit)) so far" : nil
    }
    guard total > 0 else { return nil }
    let share = Double(min(done, total)) / Double(total)
    let percent = "\(Int((share * 100).rounded())) percent"
    // Nobody wants to hear nine digits, twice.
    if case .bytes = unit { return percent }
    return "\(number(min(done, total))) of \(amount(total, unit)), \(percent)"
  }

  private func amount(_ value: Int, _ unit: Work.Unit) -> String {
    switch unit {
    case .activities: count(value, "activity", "activities")
    case .nights: count(value, "night", "nights")
    case .records: count(value, "record", "records")
    case .bytes: count(value, "byte", "bytes")
    case .requests: count(value, "request", "requests")
    }
  }

  /// A spoken text may go on behind its first sentence; "Intervals.icu" is no end of one.
  private func firstSentence(_ text: DisplayText) -> String {
    let text = text.description
    return text.firstRange(of: ". ").map { String(text[..<$0.lowerBound]) } ?? text
  }
}

extension Wait {
  /// Whether it is worth speaking of for as long as it lasts.
  fileprivate var isPatience: Bool {
    switch reason {
    case .rateLimit, .locked: true
    case .retry: false
    }
  }
}
