// What every face is: pure steps from a signal to bytes.

package import SyncModel

/// What surrounds a step: both clocks, and the window as it is now.
package struct Scene: Sendable {
  package let now: Now
  package let columns: Int
  package let rows: Int
  /// Whether the process may draw: it is in the foreground of its terminal.
  package let isForeground: Bool

  package init(now: Now, columns: Int = 80, rows: Int = 24, isForeground: Bool = true) {
    self.now = now
    self.columns = columns
    self.rows = rows
    self.isForeground = isForeground
  }
}

/// Bytes for one of the outputs.
package struct Chunk: Hashable, Sendable {
  package let stream: OutputStream
  package let bytes: [UInt8]

  package init(_ stream: OutputStream, _ bytes: [UInt8]) {
    self.stream = stream
    self.bytes = bytes
  }

  /// A line of text, its end included.
  package init(_ stream: OutputStream, line: DisplayText) {
    self.init(stream, Array(line.description.utf8) + [0x0A])
  }
}

/// A way to show a run. Faces are told what happened, read the board, and answer with bytes; they
/// never write, read a clock or count.
package protocol Face {
  /// The first bytes, before anything else can happen.
  mutating func begin(_ scene: Scene) -> [Chunk]

  /// The bytes that answer a signal; the board knows the signal's event already.
  mutating func step(_ signal: Signal, _ board: Board, _ scene: Scene) -> [Chunk]

  /// When the face wants a tick; nil when it can wait for the next signal.
  func wakeUp(_ board: Board, _ scene: Scene) -> Moment?

  /// Whether the process may leave, once the work is over.
  func isDone(_ scene: Scene) -> Bool
}

extension Face {
  package mutating func begin(_ scene: Scene) -> [Chunk] { [] }
  package func wakeUp(_ board: Board, _ scene: Scene) -> Moment? { nil }
  package func isDone(_ scene: Scene) -> Bool { true }
}
