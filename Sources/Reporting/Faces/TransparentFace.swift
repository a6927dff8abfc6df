// The face of a wrapped command whose outputs are its own: nothing but what went wrong.

package import Model

/// Writes on standard error only, and only what a person must know: the command writes for itself.
package struct TransparentFace: Face {
  private let messages: Messages
  private let glyphs: Glyphs
  private let troubles: TroubleLines

  package init(messages: Messages, glyphs: Glyphs, troubles: TroubleLines) {
    self.messages = messages
    self.glyphs = glyphs
    self.troubles = troubles
  }

  package mutating func step(
    _ signal: Signal, _ state: RunState, _ context: RenderContext
  ) -> [Chunk] {
    if case .progressRequest = signal {
      let line = glyphs.fit(messages.progressLine(state, at: context.now))
      return [Chunk(.standardError, line: line)]
    }
    guard !signal.isFleetingEvent, case .event(let event) = signal else { return [] }
    // Nobody can sign in without it.
    if case .signIn(let signIn) = event.kind {
      return [Chunk(.standardError, line: messages.text(signIn))]
    }
    // About the command's events, which nobody asked to see; the recording has it.
    if case .warning(.strangeEvents) = event.kind { return [] }
    // An exit code speaks for itself, as without wrap. A crash does not.
    if case .summary(let summary) = event.kind, !summary.exit.isCrash { return [] }
    return troubles.lines(for: event, state)
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
