// What every face is: pure steps from a signal to bytes.

package import SyncModel

/// A way to show a run. Faces are told what happened, read the board, and answer with bytes; they
/// never write, read a clock or count.
package protocol Face {
  /// The first bytes, before anything else can happen.
  mutating func begin(_ scene: Scene) -> [Chunk]

  /// The bytes that answer a signal; the board knows the signal's event already.
  mutating func step(_ signal: Signal, _ board: Board, _ scene: Scene) -> [Chunk]

  /// When the face has something to say, by the time of the run; nil when it can wait for the next
  /// signal.
  func wakeUp(_ board: Board, _ scene: Scene) -> Moment?

  /// When the face wants to draw, by the time of the animation; nil when nothing moves.
  func nextFrame(_ board: Board, _ scene: Scene) -> Moment?

  /// Whether the process may leave, once the work is over.
  func isDone(_ scene: Scene) -> Bool
}

extension Face {
  package mutating func begin(_ scene: Scene) -> [Chunk] { [] }
  package func wakeUp(_ board: Board, _ scene: Scene) -> Moment? { nil }
  package func nextFrame(_ board: Board, _ scene: Scene) -> Moment? { nil }
  package func isDone(_ scene: Scene) -> Bool { true }
}
