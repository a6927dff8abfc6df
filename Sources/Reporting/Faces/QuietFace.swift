// Nothing on success; warnings and errors on standard error.

package import SyncModel

/// The quiet face.
package struct QuietFace: Face {
  private let troubles: TroubleLines

  package init(troubles: TroubleLines) {
    self.troubles = troubles
  }

  package mutating func step(_ signal: Signal, _ board: Board, _ scene: Scene) -> [Chunk] {
    guard case .event(let event) = signal else { return [] }
    return troubles.lines(for: event)
  }
}
