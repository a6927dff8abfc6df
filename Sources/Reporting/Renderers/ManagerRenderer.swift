// Tells a service manager what the service does (sd_notify), so that `systemctl status` shows it.

package import Model
import Terminal

/// Notices of a run for a service manager, each one chunk: that it has begun, its status, and that
/// a signal ends it.
package struct ManagerRenderer: Renderer {
  /// The shortest time between two statuses.
  private static let interval = Duration.seconds(1)
  /// The longest status, in cells.
  private static let longest = 200

  private let messages: Messages
  /// The status that was sent last, and when.
  private var sent: (text: DisplayText, at: Moment)?
  private var isStopping = false

  /// - Parameter messages: written ones.
  package init(messages: Messages) { self.messages = messages }

  package mutating func step(_ signal: Signal, _ view: RunView) -> [Chunk] {
    if signal.terminationNumber != nil, !isStopping {
      isStopping = true
      return [notice("STOPPING=1")]
    }
    let now = view.now.moment
    guard hasBegun(signal, view.state), sent.map({ now - $0.at >= Self.interval }) ?? true else {
      return []
    }
    let text = messages.countedStatus(view.state, at: view.now, room: Self.longest)
      .truncated(to: Self.longest)
    let isFirst = sent == nil
    let isNew = sent?.text != text
    sent = (text, now)
    return isNew ? [notice((isFirst ? "READY=1\n" : "") + "STATUS=\(text)")] : []
  }

  package func wakeUp(_ view: RunView) -> Moment? {
    guard let sent, view.state.summary == nil else { return nil }
    return sent.at + Self.interval
  }

  /// Whether there is a status: the run's first, or that a command runs.
  private func hasBegun(_ signal: Signal, _ state: RunState) -> Bool {
    if state.summary != nil { return false }
    if sent != nil || state.run?.program != nil { return true }
    if case .event(let event) = signal, case .status = event.kind { return true }
    return false
  }

  private func notice(_ text: String) -> Chunk { Chunk(.standardOutput, Array(text.utf8)) }
}
