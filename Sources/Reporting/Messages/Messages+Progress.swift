// Counts and time left, told beside the status they belong to.

package import Model

extension Messages {
  /// "62 of 183", "34 of 120 MB", or "62 so far" while the total is unknown; nil before anything was
  /// counted.
  func count(_ count: WorkCount) -> String? {
    if count.unit == .bytes { return bytes(count) }
    if let total = count.total {
      return total > 0 ? "\(number(min(count.done, total))) of \(number(total))" : nil
    }
    return count.done > 0 ? "\(number(count.done)) so far" : nil
  }

  /// Both in the unit that suits the total.
  private func bytes(_ count: WorkCount) -> String? {
    let most = count.total ?? count.done
    guard most > 0 else { return nil }
    let done = min(count.done, most)
    func text(_ unit: Int, _ name: String) -> String {
      // Of few large ones the tenths count.
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

  /// The current status and progress as one plain line, for whoever asks in between.
  package func progressLine(_ state: RunState, at now: Now) -> DisplayText {
    let status = state.current.status
    var text = unfinished(topic(status, state, now: now.wall))
    if let count = state.counted(of: status).flatMap({ self.count($0.count) }) {
      text += ": \(count)"
    }
    let time = elapsed(state.duration(at: now.moment))
    guard state.hasStages || state.progress.isKnown else { return "\(text) (\(time))" }
    let percent = Int((state.progress.fraction * 100).rounded(.down))
    return "\(text) (\(percent) %, \(time))"
  }

  /// "Still downloading Strava activities: 62 so far (10 s)".
  package func heartbeat(_ state: RunState, at now: Now) -> DisplayText {
    let (status, since) = state.current
    let time = elapsed(now.moment - since)
    if let wait = state.wait(at: now.moment), case .locked = wait.reason {
      return "Still waiting for another sync, until \(self.time(wait.until)) (\(time))"
    }
    let text = inside(unfinished(topic(status, state, now: now.wall)))
    let progress = state.counted(of: status).flatMap { count($0.count) }.map { ": \($0)" } ?? ""
    return "Still \(text)\(progress) (\(time))"
  }

  /// The text of a status; of a run that has none yet, what is running.
  func topic(_ status: SyncStatus, _ state: RunState, now: Timestamp) -> DisplayText {
    if case .initial = status, let program = state.run?.program { return running(program) }
    return text(status, now: now)
  }

  /// A text that goes on inside a sentence: its first letter becomes small, unless it begins a name.
  func inside(_ text: String) -> String {
    guard text.dropFirst().first?.isUppercase != true else { return text }
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  /// The text of a status without the dots at its end.
  private func unfinished(_ text: DisplayText) -> String {
    let text = text.description
    return text.hasSuffix("…") ? String(text.dropLast()) : text
  }
}
