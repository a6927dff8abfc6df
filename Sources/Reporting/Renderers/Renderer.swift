// What every renderer is: pure steps from a signal to bytes.

package import Model

/// A way to show a run. A renderer gets a signal, reads the state and returns bytes; it never
/// writes, reads a clock or counts.
package protocol Renderer {
  /// The first bytes of the run.
  mutating func begin(_ view: RunView) -> [Chunk]

  /// The bytes for a signal; the state already includes the signal's event or lines.
  mutating func step(_ signal: Signal, _ view: RunView) -> [Chunk]

  /// When the renderer next needs a tick, in run time; nil if only signals matter.
  func wakeUp(_ view: RunView) -> Moment?

  /// When the renderer next wants to draw, in animation time; nil if nothing moves.
  func nextFrame(_ view: RunView) -> Moment?

  /// Whether the process may exit, once the work has ended.
  var isDone: Bool { get }
}

extension Renderer {
  package mutating func begin(_ view: RunView) -> [Chunk] { [] }

  package func wakeUp(_ view: RunView) -> Moment? { nil }
  package func nextFrame(_ view: RunView) -> Moment? { nil }
  package var isDone: Bool { true }
}

/// Bytes for one of the outputs.
package struct Chunk: Hashable, Sendable {
  package let stream: OutputStream
  package let bytes: [UInt8]

  package init(_ stream: OutputStream, _ bytes: [UInt8]) {
    (self.stream, self.bytes) = (stream, bytes)
  }

  /// A line of text, its end included.
  package init(_ stream: OutputStream, line: DisplayText) {
    self.init(stream, Array(line.description.utf8) + [0x0A])
  }
}

extension OutputChange {
  /// The lines as a log shows them, from which nothing can be taken back.
  var logged: [Chunk] {
    switch self {
    case .line(let line): [Chunk(line.stream, line: line.text)]
    case .lines(let lines): [Chunk(lines.stream, lines.bytes)]
    case .again, .cleared: []
    }
  }
}

/// What a renderer may know: the state of the run, the clocks and the window.
package struct RunView: Sendable {
  package var state: RunState
  /// Run time.
  package var now: Now
  /// Animation time; differs from run time during a replay.
  package var animation: Moment
  package var columns: Int
  package var rows: Int
  /// Whether the process is in the foreground of its terminal and may draw.
  package var isForeground: Bool
  /// The prompt to retry a failed run; nil while none is pending.
  @Boxed package var retryPrompt: RetryPrompt?

  package init(
    _ state: RunState, now: Now, animation: Moment? = nil, columns: Int = 80, rows: Int = 24,
    isForeground: Bool = true, retryPrompt: RetryPrompt? = nil
  ) {
    (self.state, self.now, self.animation) = (state, now, animation ?? now.moment)
    (self.columns, self.rows) = (columns, rows)
    (self.isForeground, self.retryPrompt) = (isForeground, retryPrompt)
  }

  /// Whether lines may be written now: a sync in the background writes none.
  var mayWrite: Bool { !state.child.hasScreen && (isForeground || state.run?.isSync != true) }
}
