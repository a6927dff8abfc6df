// The texts of counts, time left, heartbeats, waits and interruptions.

package import Model

extension Messages {
  /// "62 of 183", "34 of 120 MB", or "62 so far" while the total is unknown; nil for no count.
  func count(_ count: WorkCount) -> String? {
    if count.unit == .bytes { return bytes(count) }
    if let total = count.total {
      return total > 0 ? "\(number(min(count.done, total))) of \(number(total))" : nil
    }
    return count.done > 0 ? "\(number(count.done)) so far" : nil
  }

  /// How many files are read, where there are several; else the count.
  private func filesOrCount(_ count: WorkCount) -> String? {
    fileCount(count) ?? self.count(count)
  }

  /// "12 of 312 files"; nil unless several files are read.
  func fileCount(_ count: WorkCount) -> String? {
    count.files.map { "\(number($0.done)) of \(number($0.total)) files" }
  }

  /// Done and total, in the unit that suits the total.
  private func bytes(_ count: WorkCount) -> String? {
    let most = count.total ?? count.done
    guard most > 0 else { return nil }
    let done = min(count.done, most)
    func text(_ unit: Int, _ name: String) -> String {
      // One decimal below ten units.
      let tenths = most < 10 * unit
      func amount(_ bytes: Int) -> String {
        tenths ? "\(bytes / unit).\(bytes % unit * 10 / unit)" : number(bytes / unit)
      }
      return count.total == nil
        ? "\(amount(done)) \(name) so far" : "\(amount(done)) of \(amount(most)) \(name)"
    }
    return switch most {
    case 1_000_000_000...: text(1_000_000_000, "GB")
    case 1_000_000...: text(1_000_000, "MB")
    default: text(1000, "kB")
    }
  }

  /// "22 %".
  func percent(_ percent: Int) -> DisplayText {
    "\(percent) %"
  }

  /// "12 s left".
  func left(_ time: Duration) -> String {
    "\(duration(time)) left"
  }

  /// The current status and progress as one line, for SIGUSR1 and SIGINFO.
  package func progressLine(_ state: RunState, at now: Now) -> DisplayText {
    let status = state.current.status
    var text = unfinished(topic(status, state, now: now.wall))
    if let count = state.counted(of: status).flatMap({ filesOrCount($0.count) }) {
      text += ": \(count)"
    }
    let time = elapsed(state.duration(at: now.moment))
    guard state.hasStages || state.progress.isKnown else { return "\(text) (\(time))" }
    return "\(text) (\(percent(state.percent).description), \(time))"
  }

  /// "Still downloading Strava activities: 62 so far (10 s)".
  package func heartbeat(_ state: RunState, at now: Now) -> DisplayText {
    let (status, since) = state.current
    let time = elapsed(now.moment - since)
    if let wait = state.wait(at: now.moment), case .locked = wait.reason {
      return "Still waiting for another sync, until \(self.time(wait.until)) (\(time))"
    }
    let text = inside(unfinished(topic(status, state, now: now.wall)))
    let count = state.counted(of: status).flatMap { filesOrCount($0.count) }
    let percent = state.percentOfProgram.map { self.percent($0).description }
    let progress = (count ?? percent).map { ": \($0)" } ?? ""
    return "Still \(text)\(progress) (\(time))"
  }

  /// The text of a status; of a program without one, "Running make…".
  func topic(_ status: SyncStatus, _ state: RunState, now: Timestamp) -> DisplayText {
    if case .initial = status, let name = state.run?.wrappedName { return running(name) }
    return text(status, now: now)
  }

  /// A text inside a sentence: its first letter in lower case, unless it begins an acronym.
  func inside(_ text: String) -> String {
    guard text.dropFirst().first?.isUppercase != true else { return text }
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  /// The text of a status without the dots at its end.
  private func unfinished(_ text: DisplayText) -> String {
    let text = text.description
    return text.hasSuffix("…") ? String(text.dropLast()) : text
  }

  // MARK: Waits and interruptions

  /// What the run is waiting for.
  ///
  /// - Parameter left: the time until the wait ends.
  package func text(_ wait: Wait, left: Duration) -> DisplayText {
    switch wait.reason {
    case .rateLimit:
      let who = wait.source.map(name) ?? "The service"
      return "\(who) asked us to wait: next try at \(time(wait.until)) (\(duration(left)))"
    case .retry(let attempt, let of):
      let who = wait.source.map(name) ?? "The service"
      let tries = of.map { "\(attempt) of \($0)" } ?? "try \(attempt)"
      return "\(who) did not answer. Trying again in \(duration(left)) (\(tries))"
    case .locked:
      return "Another sync is running. Waiting until \(time(wait.until))"
    }
  }

  /// Shown while the user signs in elsewhere.
  func awaitingSignIn(_ source: Source) -> DisplayText {
    "Waiting for you to sign in to \(name(source))… (Ctrl-C cancels)"
  }

  /// The keys that can be pressed after a failure.
  package func prompt(_ remedy: RetryOption) -> DisplayText {
    switch remedy {
    case .retry: "Press r to retry, c to cancel"
    case .signIn: "Press r to sign in again, c to cancel"
    }
  }

  /// The lead of a tip.
  var tipLead: DisplayText { "Did you know?" }

  /// Shown after the first Ctrl-C or signal; only Ctrl-C can be pressed again.
  package func stopping(_ signal: Signal) -> DisplayText {
    if case .interrupt = signal { return "Stopping… (Ctrl-C again leaves at once)" }
    return "Stopping…"
  }

  /// The last line of an interrupted run.
  package func stopped(_ state: RunState) -> DisplayText {
    let isOurs = state.run.map { $0.isSync && !$0.dryRun } ?? false
    let keeps = isOurs && state.summary?.isCut != true
    if keeps, state.run?.isImport == true {
      // Once saving has begun, only the store knows what was saved.
      let hasSaved = state.stage == .saving || state.finishedStages.contains(.saving)
      return hasSaved ? "Stopped." : "Stopped. Nothing was imported."
    }
    return keeps ? "Stopped. What was downloaded is kept." : "Stopped."
  }
}
