// The quiet face: nothing on success, warnings and errors on standard error.

package import Model

/// The quiet face.
package struct QuietFace: Face {
  private let messages: Messages
  private let troubles: TroubleLines

  package init(messages: Messages, troubles: TroubleLines) {
    self.messages = messages
    self.troubles = troubles
  }

  package mutating func step(
    _ signal: Signal, _ state: RunState, _ context: RenderContext
  ) -> [Chunk] {
    guard !signal.isFleetingEvent, case .event(let event) = signal else { return [] }
    // Nobody can sign in without it.
    if case .signIn(let signIn) = event.kind {
      return [Chunk(.standardError, line: messages.text(signIn))]
    }
    return troubles.lines(for: event, state)
  }
}
