// Combines the two outputs of a command into lines in the order they appear on screen.

package import Model
package import Terminal

/// The lines of both outputs, each in order, and the unfinished line. On a screen, a prompt on one
/// output is emitted as a line before the next line of the other output, which was printed below it.
package struct CommandOutput: Sendable {
  private var output: OutputLines
  private var errors: OutputLines
  private let isOnScreen: Bool

  /// - Parameter isOnScreen: whether unfinished lines and colours are shown.
  package init(isOnScreen: Bool) {
    output = OutputLines(.standardOutput, isOnScreen: isOnScreen)
    errors = OutputLines(.standardError, isOnScreen: isOnScreen)
    self.isOnScreen = isOnScreen
  }

  /// The unfinished line to show: a prompt takes precedence over progress, then the latest change.
  package var openLine: OpenLine? {
    guard let one = output.open, let other = errors.open else { return output.open ?? errors.open }
    return (one.kind.rawValue, one.since) > (other.kind.rawValue, other.since) ? one : other
  }

  /// Sets the size of the screen; a log has none. The block of a wrapped command has two rows, and one
  /// is for the line that the command has not begun: a movement up can reach the others. A command
  /// that has no terminal of its own addresses the rows of the window.
  ///
  /// - Parameter isKnown: whether the command has a terminal of its own, and knows its columns.
  package mutating func fit(_ window: WindowSize, isKnown: Bool) {
    guard isOnScreen else { return }
    let rows = isKnown ? window.rows - 2 : window.rows
    output.fit(rows: rows, reachable: window.rows - 3)
    errors.fit(rows: rows, reachable: window.rows - 3)
    let width = isKnown ? window.columns : nil
    (output.width, errors.width) = (width, width)
  }

  /// The lines that are redrawn, as they are now.
  package var redrawn: [LogLine] { output.screen.redrawn + errors.screen.redrawn }

  /// Adds bytes read at `moment` and calls `body` with completed lines and changes of earlier ones,
  /// in order.
  package mutating func take(
    _ bytes: [UInt8], from stream: OutputStream, at moment: Moment, _ body: (OutputChange) -> Void
  ) {
    let other: OutputStream = stream == .standardOutput ? .standardError : .standardOutput
    if isOnScreen { emitPrompt(on: other, before: bytes, at: moment, body) }
    change(other) { $0.screen.history.forget() }
    change(stream) { $0.take(bytes, at: moment, body) }
  }

  /// The command begins to wait for an answer: the line that it has not ended is the question, and
  /// those above are no longer redrawn.
  package mutating func beginQuestion(_ body: (OutputChange) -> Void) {
    output.finishRedrawing(body)
    errors.finishRedrawing(body)
  }

  /// The command has got its answer, whose line break has ended the question.
  package mutating func endQuestion(_ body: (OutputChange) -> Void) {
    for line in [output.cutQuestion(), errors.cutQuestion()] {
      if let line { body(.line(line)) }
    }
  }

  /// Ends an output and calls `body` with the lines that are left: the unterminated last one, and
  /// those that were still redrawn.
  package mutating func end(_ stream: OutputStream, _ body: (OutputChange) -> Void) {
    change(stream) { $0.end(body) }
  }

  /// The taskbar states (OSC 9;4) of both outputs since the last call.
  package mutating func takeTaskbarStates() -> [Taskbar.State] {
    defer { (output.states, errors.states) = ([], []) }
    return output.states + errors.states
  }

  /// The columns of the cursor, from 0, when the command asked for its position since the last call.
  package mutating func takePositions() -> [Int] {
    defer { (output.positions, errors.positions) = ([], []) }
    return output.positions + errors.positions
  }

  /// Emits a prompt on `stream` as a line if the other output completes a line.
  private mutating func emitPrompt(
    on stream: OutputStream, before bytes: [UInt8], at moment: Moment,
    _ body: (OutputChange) -> Void
  ) {
    let line = change(stream) { lines -> LogLine? in
      let isAsking = lines.open?.isQuestion(at: moment) ?? false
      return isAsking && bytes.contains(0x0A) ? lines.cut() : nil
    }
    guard var line else { return }
    line.isEnded = true
    body(.line(line))
    change(stream) { $0.screen.history.forget() }
  }

  private mutating func change<Answer>(
    _ stream: OutputStream, _ body: (inout OutputLines) -> Answer
  ) -> Answer {
    switch stream {
    case .standardOutput: body(&output)
    case .standardError: body(&errors)
    }
  }
}
