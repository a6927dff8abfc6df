// Combines the two outputs of a command into lines in the order they appear on screen.

package import Model
package import Terminal

/// The lines of both outputs, each in order, and what is not finished. A screen shows one of them: a
/// terminal, or a pipe that both share.
package struct CommandOutput: Sendable {
  private var output: OutputLines
  private var errors: OutputLines
  private let isOnScreen: Bool
  /// The output that was written to last.
  private var last = OutputStream.standardOutput

  /// - Parameter isOnScreen: whether unfinished lines and colours are shown.
  package init(isOnScreen: Bool) {
    output = OutputLines(.standardOutput, isOnScreen: isOnScreen)
    errors = OutputLines(.standardError, isOnScreen: isOnScreen)
    self.isOnScreen = isOnScreen
  }

  /// The unfinished line, of the output that was written to last if both have one.
  package var openLine: OpenLine? {
    openLine(on: last) ?? output.open ?? errors.open
  }

  /// The unfinished line of one output.
  package func openLine(on stream: OutputStream) -> OpenLine? {
    stream == .standardOutput ? output.open : errors.open
  }

  /// Sets the size of the screen; a log has none. The block of a wrapped command has two rows, and one
  /// is for the line that the command has not begun: a movement up can reach the others.
  ///
  /// - Parameter isKnown: whether what is too long for a row goes on in the next one.
  package mutating func fit(_ window: WindowSize, isKnown: Bool) {
    guard isOnScreen else { return }
    output.fit(rows: window.rows, reachable: window.rows - 3)
    errors.fit(rows: window.rows, reachable: window.rows - 3)
    let width = isKnown ? window.columns : nil
    (output.width, errors.width) = (width, width)
  }

  /// What is not finished, as a screen shows it.
  package var openRows: OpenRows {
    let rows = output.openRows
    return rows.lines.isEmpty ? errors.openRows : rows
  }

  /// The lines that are redrawn, as they are now.
  package var redrawn: [LogLine] { output.redrawn + errors.redrawn }

  /// Adds bytes read at `moment` and calls `body` with completed lines and changes of earlier ones,
  /// in order.
  package mutating func take(
    _ bytes: [UInt8], from stream: OutputStream, at moment: Moment, _ body: (OutputChange) -> Void
  ) {
    last = stream
    let other: OutputStream = stream == .standardOutput ? .standardError : .standardOutput
    change(other) { $0.screen.history.forget() }
    change(stream) { $0.take(bytes, at: moment, body) }
  }

  /// The command has stopped: the line that it has not ended is over, and what follows is another.
  package mutating func cut(_ body: (OutputChange) -> Void) {
    for line in [output.cut(), errors.cut()] {
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

  private mutating func change<Answer>(
    _ stream: OutputStream, _ body: (inout OutputLines) -> Answer
  ) -> Answer {
    switch stream {
    case .standardOutput: body(&output)
    case .standardError: body(&errors)
    }
  }
}
