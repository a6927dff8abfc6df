// Nothing on success; warnings and errors on standard error.

package import SyncModel

/// The quiet face.
package struct QuietFace: Face {
  private let words: Words
  private let troubles: TroubleLines

  package init(words: Words, troubles: TroubleLines) {
    self.words = words
    self.troubles = troubles
  }

  package mutating func step(_ signal: Signal, _ board: Board, _ scene: Scene) -> [Chunk] {
    guard !signal.isFleetingEvent, case .event(let event) = signal else { return [] }
    // Nobody can sign in without it.
    if case .signIn(let signIn) = event.kind {
      return [Chunk(.standardError, line: words.text(signIn))]
    }
    // What a wrapped command complains of is an error of this run.
    if case .log(let line) = event.kind, line.stream == .standardError {
      return [Chunk(.standardError, line: line.text)]
    }
    return troubles.lines(for: event, board)
  }
}
