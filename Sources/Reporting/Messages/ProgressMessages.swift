// The texts while a run goes on, written or spoken: counts, heartbeats, waits, interruptions.

import Codec
package import Model

extension Messages {
  /// "62 of 183", "34 of 120 MB", or "62 so far" while the total is unknown; nil for no count.
  func text(_ count: Count) -> String? {
    if count.unit == .bytes { return bytes(count) }
    if let total = count.total {
      return total > 0 ? "\(number(min(count.done, total))) of \(number(total))" : nil
    }
    return count.done > 0 ? "\(number(count.done)) so far" : nil
  }

  /// "12 of 312 files"; nil unless several files are read.
  func fileCount(_ count: Count) -> String? {
    count.files.map { "\(number($0.done)) of \(number($0.total)) files" }
  }

  /// Done and total, in the unit that suits the total.
  private func bytes(_ count: Count) -> String? {
    let most = count.total ?? count.done
    guard most > 0 else { return nil }
    let (size, name) =
      switch most {
      case 1_000_000_000...: (1_000_000_000, unit("GB", "gigabytes"))
      case 1_000_000...: (1_000_000, unit("MB", "megabytes"))
      default: (1000, unit("kB", "kilobytes"))
      }
    // One decimal below ten units.
    func amount(_ bytes: Int) -> String {
      most < 10 * size ? "\(bytes / size).\(bytes % size * 10 / size)" : number(bytes / size)
    }
    let done = amount(min(count.done, most))
    return count.total == nil ? "\(done) \(name) so far" : "\(done) of \(amount(most)) \(name)"
  }

  private func unit(_ symbol: String, _ word: String) -> String { voice == .spoken ? word : symbol }

  /// "12 kB", "1.4 MB".
  func size(_ bytes: Int) -> String {
    bytes < 1_000_000
      ? "\(max(1, bytes / 1000)) \(unit("kB", "kilobytes"))"
      : "\(bytes / 1_000_000).\(bytes % 1_000_000 / 100_000) \(unit("MB", "megabytes"))"
  }

  /// "22 %".
  func percent(_ percent: Int) -> DisplayText {
    voice == .spoken ? "\(percent) percent" : "\(percent) %"
  }

  /// "12 s left".
  func left(_ time: Duration) -> String { "\(duration(time)) left" }

  /// "no answer for 12 s".
  func silent(_ time: Duration) -> String { "no answer for \(elapsed(time))" }

  /// The current status and progress as one line, for SIGUSR1 and SIGINFO.
  package func progressLine(_ state: RunState, at now: Now) -> DisplayText {
    let headline = state.headline(at: now.moment)
    let text = topic(headline.status, state, now: now.wall)
    let count = saidCount(headline.count).map { ": \($0)" } ?? ""
    let isMeasured = state.isMeasured
    let (percent, time) = (percent(state.percent).description, state.duration(at: now.moment))
    switch voice {
    case .written: return "\(text)\(count) (\(isMeasured ? "\(percent), " : "")\(elapsed(time)))"
    case .spoken where isMeasured:
      return "\(text)\(count). \(percent) of the whole is done after \(tookInWords(time))."
    case .spoken: return "\(text)\(count), for \(tookInWords(time)) so far."
    }
  }

  /// The current status with its count: "Downloading 183 Strava activities: 62 of 183"; of a
  /// program without a status its newest line. While it waits, why.
  func countedStatus(_ state: RunState, at now: Now, room: Int) -> DisplayText {
    let headline = state.headline(at: now.moment)
    if let wait = headline.wait { return text(wait, left: wait.duration) }
    let count = progress(headline, state)
    guard headline.status == .initial, let name = state.run?.wrappedName, let line = state.lastLine
    else { return "\(topic(headline.status, state, now: now.wall))\(count)" }
    let text = running(name, line.text, grows: line.grows, room: room - count.count, .unicode)
    return "\(text.description)\(count)"
  }

  /// ": 62 of 183", ": 22 %", to follow a status; empty if nothing is counted, and a program
  /// without stages does not say how far it is.
  private func progress(_ headline: Headline, _ state: RunState) -> String {
    let isProgram = state.run?.program != nil && !state.hasStages && state.progress.isKnown
    let percent = isProgram ? percent(state.percent).description : nil
    return (saidCount(headline.count) ?? percent).map { ": \($0)" } ?? ""
  }

  /// "Still downloading Strava activities: 62 so far (10 s)"; "Still downloading activities from
  /// Strava after 30 seconds: 62 of 183 activities, 34 percent."
  package func heartbeat(_ state: RunState, at now: Now) -> DisplayText {
    let headline = state.headline(at: now.moment)
    let (isSpoken, took) = (voice == .spoken, now.moment - headline.since)
    if let wait = headline.wait {
      switch wait.reason {
      case .rateLimit where isSpoken, .locked where isSpoken:
        let whom = wait.source.map(name) ?? "another sync"
        return "Still waiting for \(whom) until \(time(wait.until))."
      case .locked:
        return "Still waiting for another sync, until \(time(wait.until)) (\(elapsed(took)))"
      case .rateLimit, .retry: break
      }
    }
    let text = inside(topic(headline.status, state, now: now.wall))
    return isSpoken
      ? "Still \(text) after \(tookInWords(took))\(progress(headline, state))."
      : "Still \(text)\(progress(headline, state)) (\(elapsed(took)))"
  }

  /// The first sentence of a status, without the dots at its end; of a program without a status,
  /// "Running make".
  private func topic(_ status: SyncStatus, _ state: RunState, now: Timestamp) -> String {
    let isSpoken = voice == .spoken
    let name = isSpoken ? state.run?.spokenName : state.run?.wrappedName
    if case .initial = status, let name { return "Running \(name.description)" }
    return topic(status, now: now)
  }

  private func topic(_ status: SyncStatus, now: Timestamp) -> String {
    let isSpoken = voice == .spoken
    // Whether a run is complete is known with its result.
    let isAtEnd = isSpoken && [SyncStatus.complete.ownName, .updated].contains(status.ownName)
    let said = isAtEnd ? .finalizing : status
    let text = (isSpoken ? spoken(said, now: now) : self.text(status, now: now)).description
    guard isSpoken else { return text.hasSuffix("…") ? String(text.dropLast()) : text }
    // A full stop and a blank, so that "Intervals.icu" does not end it.
    return text.place(of: ". ").map { String(text[..<$0.lowerBound]) } ?? text
  }

  /// "A sync is running (since 06:00Z, Downloading Strava activities)."
  func running(since: Timestamp?, _ status: SyncStatus?) -> DisplayText {
    guard let since else { return "A sync is running." }
    let doing = status.map { topic($0, now: since) }
    switch voice {
    case .written:
      return "A sync is running (since \(time(since))\(doing.map { ", " + $0 } ?? ""))."
    case .spoken:
      let now = doing.map { ", now " + inside($0) } ?? ""
      return "A sync has been running since \(time(since))\(now)."
    }
  }

  /// A text inside a sentence: its first letter in lower case, unless it begins an acronym.
  private func inside(_ text: String) -> String {
    text.dropFirst().first?.isUppercase == true ? text : uncapitalized(text)
  }

  /// The count of the current work, of several files how many are read. Spoken: "62 of 183
  /// activities, 34 percent", "62 activities so far". nil for no count.
  private func saidCount(_ count: Count?) -> String? {
    guard let count else { return nil }
    guard voice == .spoken, let unit = count.unit else { return fileCount(count) ?? text(count) }
    guard let total = count.total else {
      return count.done > 0 ? "\(amount(count.done, unit)) so far" : nil
    }
    guard total > 0 else { return nil }
    let done = min(count.done, total)
    let percent = percent(Int((Double(done) / Double(total) * 100).rounded())).description
    // Long byte counts are hard to follow when read aloud.
    if case .bytes = unit { return fileCount(count).map { "\($0), \(percent)" } ?? percent }
    return "\(number(done)) of \(amount(total, unit)), \(percent)"
  }

  private func amount(_ value: Int, _ unit: Work.Unit) -> String {
    let plural = unit.rawValue
    return count(value, unit == .activities ? "activity" : String(plural.dropLast()), plural)
  }

  // MARK: Waits and interruptions

  /// What the run is waiting for.
  ///
  /// - Parameter left: the time until the wait ends; spoken texts do not have it.
  package func text(_ wait: Wait, left: Duration) -> DisplayText {
    let (isSpoken, until) = (voice == .spoken, time(wait.until))
    let who = wait.source.map(name)
    switch wait.reason {
    case .rateLimit where isSpoken: return "Waiting for \(who ?? "the service") until \(until)."
    case .rateLimit:
      let service = who ?? "The service"
      return "\(service) asked us to wait: next try at \(until) (\(duration(left)))"
    case .retry(let attempt, let of, let isAnswered):
      let service = "\(who ?? "The service") \(isAnswered ? "is unavailable" : "did not answer")."
      let tries = attempt.map { attempt in of.map { "\(attempt) of \($0)" } ?? "\(attempt)" }
      if isSpoken { return "\(service) Trying again\(tries.map { ", attempt \($0)" } ?? "")." }
      let label = of == nil ? "attempt " : ""
      let count = tries.map { " (\(label)\($0))" } ?? ""
      return "\(service) Trying again in \(duration(left))\(count)"
    case .locked: return "Another sync is running. Waiting until \(until)"
    }
  }

  /// The same in few words, the longest first: how long it takes must not be cut.
  func shortTexts(_ wait: Wait, left: Duration) -> [DisplayText] {
    let left = duration(left)
    return switch wait.reason {
    case .rateLimit:
      ["Next try at \(time(wait.until)) (\(left))", "Next try in \(left)", "\(left)"]
    case .retry: ["Trying again in \(left)", "Again in \(left)", "\(left)"]
    case .locked: ["Waiting until \(time(wait.until))", "Until \(time(wait.until))"]
    }
  }

  /// Shown while the user signs in elsewhere, the longest text first.
  ///
  /// - Parameter left: until the wait ends; nil if it does not.
  func awaitingSignIn(_ source: Source, left: Duration?) -> [DisplayText] {
    guard let left else {
      return ["Waiting for you to sign in to \(name(source))… (Ctrl-C cancels)"]
    }
    let time = self.left(left)
    return [
      "Waiting for you to sign in to \(name(source)), \(time) (Ctrl-C cancels)",
      "Waiting for the sign-in, \(time)", "\(time)",
    ]
  }

  /// The keys that can be pressed, or what can be typed, after a failure.
  package func prompt(_ retryOption: RetryOption) -> DisplayText {
    switch (retryOption, voice) {
    case (.retry, .written): "Press r to retry, c to close"
    case (.retry, .spoken): "Type retry or cancel and press Enter."
    case (.signIn, .written): "Press r to sign in again, c to close"
    case (.signIn, .spoken): "Type sign in or cancel and press Enter."
    }
  }

  /// Whether a typed answer accepts the retry option; nil if it is not understood.
  package static func answer(_ typed: String) -> Bool? {
    switch typed.lowercased().split(separator: " ").joined(separator: " ") {
    case "retry", "r", "yes", "y", "sign in", "signin", "sign-in": true
    case "cancel", "c", "q", "quit", "no", "n": false
    default: nil
    }
  }

  /// Shown after the first Ctrl-C or signal; only Ctrl-C can be pressed again.
  package func stopping(_ signal: Signal) -> DisplayText {
    switch (signal, voice) {
    case (.interrupt, .written): "Stopping… (Ctrl-C again leaves at once)"
    case (.interrupt, .spoken): "Stopping. Press Control C again to leave at once."
    default: "Stopping…"
    }
  }

  /// How an interrupted run ends.
  package func stopped(_ state: RunState) -> DisplayText {
    kept(state).map { "Stopped. \($0.description)" } ?? "Stopped."
  }

  /// What is left of an interrupted run; nil where that is not known.
  func kept(_ state: RunState) -> DisplayText? {
    let isOurs = state.run.map { $0.isSync && !$0.dryRun } ?? false
    let keeps = isOurs && state.summary?.isCut != true
    if keeps, state.hasOnlyReadFiles {
      // Once saving has begun, only the store knows what was saved.
      let hasSaved = state.stage == .saving || state.finishedStages.contains(.saving)
      return hasSaved ? nil : "Nothing was imported."
    }
    return keeps ? "What was downloaded is kept." : nil
  }
}
