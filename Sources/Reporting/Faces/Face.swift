// What every face is: pure steps from a signal to bytes.

package import Model

/// A way to show a run. Faces are told what happened, read the board, and answer with bytes; they
/// never write, read a clock or count.
package protocol Face {
  /// The first bytes, before anything else can happen.
  mutating func begin(_ context: RenderContext) -> [Chunk]

  /// The bytes that answer a signal; the board knows the signal's event already.
  mutating func step(_ signal: Signal, _ state: RunState, _ context: RenderContext) -> [Chunk]

  /// When the face has something to say, by the time of the run; nil when it can wait for the next
  /// signal.
  func wakeUp(_ state: RunState, _ context: RenderContext) -> Moment?

  /// When the face wants to draw, by the time of the animation; nil when nothing moves.
  func nextFrame(_ state: RunState, _ context: RenderContext) -> Moment?

  /// Whether the process may leave, once the work is over.
  func isDone(_ context: RenderContext) -> Bool
}

extension Face {
  package mutating func begin(_ context: RenderContext) -> [Chunk] { [] }
  package func wakeUp(_ state: RunState, _ context: RenderContext) -> Moment? { nil }
  package func nextFrame(_ state: RunState, _ context: RenderContext) -> Moment? { nil }
  package func isDone(_ context: RenderContext) -> Bool { true }
}
