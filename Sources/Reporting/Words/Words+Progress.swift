// Counts and time left, told beside the status they belong to.

package import SyncModel

extension Words {
  /// "62 of 183", or "62 so far" while the total is unknown; nil before anything was counted.
  func count(_ count: WorkCount) -> String? {
    if let total = count.total {
      return total > 0 ? "\(number(min(count.done, total))) of \(number(total))" : nil
    }
    return count.done > 0 ? "\(number(count.done)) so far" : nil
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
  package func progressLine(_ board: Board, at now: Now) -> DisplayText {
    let status = board.current.status
    var text = unfinished(self.text(status, now: now.wall))
    if let source = status.source, let item = board.progress.item(of: source),
      let count = count(item.count)
    {
      text += ": \(count)"
    }
    let percent = Int((board.progress.fraction * 100).rounded(.down))
    return "\(text) (\(percent) %, \(elapsed(board.duration(at: now.moment))))"
  }

  /// "Still downloading Strava activities: 62 so far (10 s)".
  package func heartbeat(_ board: Board, at now: Now) -> DisplayText {
    let (status, since) = board.current
    let time = elapsed(now.moment - since)
    if let wait = board.wait(at: now.moment), case .locked = wait.reason {
      return "Still waiting for another sync, until \(self.time(wait.until)) (\(time))"
    }
    let text = unfinished(self.text(status, now: now.wall))
    let lowered = text.prefix(1).lowercased() + text.dropFirst()
    let count = status.source.flatMap(board.progress.item).flatMap { self.count($0.count) }
    let progress = count.map { ": \($0)" } ?? ""
    return "Still \(lowered)\(progress) (\(time))"
  }

  /// The text of a status without the dots at its end.
  private func unfinished(_ text: DisplayText) -> String {
    let text = text.description
    return text.hasSuffix("…") ? String(text.dropLast()) : text
  }
}
