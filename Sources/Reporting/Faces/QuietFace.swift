// The quiet face: nothing but what went wrong, on standard error.

package import Model

/// The quiet face, also of a wrapped command whose outputs are its own.
package struct QuietFace: Face {
  private let messages: Messages
  private let troubles: TroubleLines
  private let wrapped: Glyphs?

  /// - Parameter wrapped: the glyphs of a face whose command writes for itself, so that even less is
  ///   said; nil for all others.
  package init(messages: Messages, troubles: TroubleLines, wrapped: Glyphs? = nil) {
    self.messages = messages
    self.troubles = troubles
    self.wrapped = wrapped
  }

  package mutating func step(
    _ signal: Signal, _ state: RunState, _ context: RenderContext
  ) -> [Chunk] {
    if let wrapped, case .progressRequest = signal {
      let line = wrapped.fit(messages.progressLine(state, at: context.now))
      return [Chunk(.standardError, line: line)]
    }
    guard !signal.isFleetingEvent, case .event(let event) = signal else { return [] }
    // Nobody can sign in without it.
    if case .signIn(let signIn) = event.kind {
      return [Chunk(.standardError, line: messages.text(signIn))]
    }
    if wrapped != nil {
      // About the command's events, which nobody asked to see; the recording has it.
      if case .warning(.strangeEvents) = event.kind { return [] }
      // An exit code speaks for itself, as without wrap. A crash does not.
      if case .summary(let summary) = event.kind, !summary.exit.isCrash { return [] }
    }
    return troubles.lines(for: event, state)
  }
}

extension ExitStatus {
  /// Whether a signal ended the command that neither a person nor a closed pipe causes.
  fileprivate var isCrash: Bool {
    guard let signal else { return false }
    return ![1, 2, 13, 15].contains(signal)
  }
}
