// Combines the two outputs of a command into lines in the order they appear on screen.

package import Model
package import Terminal

/// The lines of both outputs, each in order, and what is not finished. A screen shows one of them:
/// a terminal, or a pipe that both share.
package struct CommandOutput: Sendable {
  private var output: OutputLines
  private var errors: OutputLines
  /// The output that was written to last.
  private var last = OutputStream.standardOutput

  package init(_ kind: OutputKind) {
    output = OutputLines(.standardOutput, kind)
    errors = OutputLines(.standardError, kind)
  }

  /// The unfinished line, of the output that was written to last if both have one.
  package var openLine: OpenLine? {
    openLine(on: last) ?? output.open ?? errors.open
  }

  /// The unfinished line of one output.
  package func openLine(on stream: OutputStream) -> OpenLine? {
    stream == .standardOutput ? output.open : errors.open
  }

  /// Sets the size of the screen; a log has none.
  package mutating func fit(_ window: WindowSize) {
    output.fit(columns: window.columns, rows: window.rows)
    errors.fit(columns: window.columns, rows: window.rows)
  }

  /// What is not finished, as a screen shows it.
  package var openRows: OpenRows {
    last == .standardOutput ? output.openRows : errors.openRows
  }

  /// The lines that are redrawn, as they are now.
  package var redrawn: [LogLine] { output.redrawn + errors.redrawn }

  /// Adds bytes read at `moment` and calls `body` with completed lines and changes of earlier ones,
  /// in order.
  ///
  /// - Returns: what is for the whole screen, which the command takes from there on; nil for
  ///   nothing.
  package mutating func take(
    _ bytes: [UInt8], from stream: OutputStream, at moment: Moment, _ body: (OutputChange) -> Void
  ) -> ScreenRequest? {
    last = stream
    return change(stream) { $0.take(bytes, at: moment, body) }
  }

  /// The command has stopped: the line that it has not ended is over, and what follows is another.
  package mutating func cut(_ body: (OutputChange) -> Void) {
    output.cut(body)
    errors.cut(body)
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

  /// The columns of the cursor, from 0, when the command asked for its position since the last
  /// call.
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
