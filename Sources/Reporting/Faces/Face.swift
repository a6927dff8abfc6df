// What every face is: pure steps from a signal to bytes.

package import Model

/// A way to show a run. A face gets a signal, reads the state and returns bytes; it never writes,
/// reads a clock or counts.
package protocol Face {
  /// The first bytes of the run.
  mutating func begin(_ context: RenderContext) -> [Chunk]

  /// The bytes for a signal; the state already includes the signal's event.
  mutating func step(_ signal: Signal, _ state: RunState, _ context: RenderContext) -> [Chunk]

  /// A step for a tick that changes nothing but the spinner; nil if the tick needs `step`.
  mutating func turn(_ state: RunState, _ context: RenderContext) -> SpinnerTurn?

  /// The bytes for many lines of a wrapped command; the state already includes them.
  mutating func step(
    _ lines: PlainLines, from stream: OutputStream, _ state: RunState, _ context: RenderContext
  ) -> [Chunk]

  /// A wrapped command redraws its last lines: they are no longer finished.
  mutating func takeBack(_ lines: Int)

  /// When the face next needs a tick, in run time; nil if only signals matter.
  func wakeUp(_ state: RunState, _ context: RenderContext) -> Moment?

  /// When the face next wants to draw, in animation time; nil if nothing moves.
  func nextFrame(_ state: RunState, _ context: RenderContext) -> Moment?

  /// Whether the process may exit, once the work has ended.
  func isDone(_ context: RenderContext) -> Bool
}

extension Face {
  package mutating func begin(_ context: RenderContext) -> [Chunk] { [] }

  package mutating func turn(_ state: RunState, _ context: RenderContext) -> SpinnerTurn? { nil }

  package mutating func step(
    _ lines: PlainLines, from stream: OutputStream, _ state: RunState, _ context: RenderContext
  ) -> [Chunk] {
    lines.flatMap { text in
      let line = LogLine(stream: stream, text: text)
      return step(.event(SyncEvent(at: context.now.moment, kind: .log(line))), state, context)
    }
  }

  package mutating func takeBack(_ lines: Int) {}
  package func wakeUp(_ state: RunState, _ context: RenderContext) -> Moment? { nil }
  package func nextFrame(_ state: RunState, _ context: RenderContext) -> Moment? { nil }
  package func isDone(_ context: RenderContext) -> Bool { true }
}

/// A turn of the spinner.
package struct SpinnerTurn: Sendable {
  /// For standard output; possibly none.
  package let bytes: [UInt8]
  /// When the face next wants to draw, in animation time.
  package let nextFrame: Moment
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

/// What a face may know besides the state: the clocks and the window.
package struct RenderContext: Sendable {
  /// Run time.
  package var now: Now
  /// Animation time; differs from run time during a replay.
  package var animation: Moment
  package let columns: Int
  package let rows: Int
  /// Whether the process is in the foreground of its terminal and may draw.
  package var isForeground: Bool
  /// The offer to retry a failed run; nil while none is pending.
  package let offer: RetryPrompt?
  package init(
    now: Now, animation: Moment? = nil, columns: Int = 80, rows: Int = 24,
    isForeground: Bool = true, offer: RetryPrompt? = nil
  ) {
    self.animation = animation ?? now.moment
    self.offer = offer
    self.now = now
    self.columns = columns
    self.rows = rows
    self.isForeground = isForeground
  }

  /// The rows that the block of a wrapped command leaves to its lines: the block has two, and one is
  /// for the line that the command has not begun.
  package var rowsAbove: Int { max(1, rows - 3) }

  /// Whether lines may be written now: a sync in the background writes none.
  func mayWrite(during state: RunState) -> Bool {
    !state.child.hasScreen && (isForeground || state.run?.isSync != true)
  }
}
