// The renderers that write on standard error only: errors, and what a person must know.

package import Model

/// Nothing on success, warnings and errors otherwise; beside a wrapped command that writes for
/// itself, only what goes wrong outside it.
package struct QuietRenderer: Renderer {
  private let messages: Messages
  private let troubles: TroubleLines
  private let isBesideCommand: Bool

  /// - Parameter isBesideCommand: whether a wrapped command's outputs are its own.
  package init(messages: Messages, troubles: TroubleLines, isBesideCommand: Bool = false) {
    self.messages = messages
    self.troubles = troubles
    self.isBesideCommand = isBesideCommand
  }

  package mutating func step(_ signal: Signal, _ view: RunView) -> [Chunk] {
    if isBesideCommand, case .progressRequest = signal {
      return [troubles.line(messages.progressLine(view.state, at: view.now))]
    }
    guard !signal.isFleetingEvent, case .event(let event) = signal else { return [] }
    switch event.kind {
    // Nobody can sign in without it.
    case .signIn(let signIn): return [Chunk(.standardError, line: messages.text(signIn))]
    // About the command's events, which nobody asked to see; the recording has it.
    case .warning(.strangeEvents) where isBesideCommand: return []
    // An exit code speaks for itself, as without wrap. A crash does not.
    case .summary(let summary) where isBesideCommand && !summary.exit.isCrash: return []
    default: return troubles.lines(for: event, view.state)
    }
  }
}

extension ExitStatus {
  /// Whether a signal ended the command that neither a person nor a closed pipe causes.
  fileprivate var isCrash: Bool {
    guard let signal else { return false }
    return ![1, 2, 15].contains(signal) && !isBrokenPipe
  }

  /// Whether the reader of a command's output has gone. Shells do not report this either.
  var isBrokenPipe: Bool { signal == 13 }
}
