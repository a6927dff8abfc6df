// Combines the two outputs of a command into lines in the order they appear on screen.

package import Model
package import Terminal

/// The lines of both outputs, each in order, and what is not finished. A screen shows one of them:
/// a terminal, or a pipe that both share.
package struct CommandOutput: Sendable {
  private var outputs: [OutputStream: OutputLines] = [:]
  /// The output that was written to last.
  private var last = OutputStream.standardOutput

  package init(_ kind: OutputKind) {
    for stream in OutputStream.allCases { outputs[stream] = OutputLines(stream, kind) }
  }

  /// The unfinished line, of the output that was written to last if both have one.
  package var openLine: OpenLine? {
    openLine(on: last) ?? outputs.values.lazy.compactMap(\.open).first
  }

  /// The unfinished line of one output.
  package func openLine(on stream: OutputStream) -> OpenLine? { outputs[stream]?.open }

  /// Sets the size of the screen; a log has none.
  package mutating func fit(_ window: WindowSize) {
    for stream in OutputStream.allCases {
      outputs[stream]?.fit(columns: window.columns, rows: window.rows)
    }
  }

  /// What is not finished, as a screen shows it.
  package var openRows: OpenRows { outputs[last]?.openRows ?? OpenRows() }

  /// The lines that are redrawn, as they are now.
  package var redrawn: [LogLine] { OutputStream.allCases.flatMap { outputs[$0]?.redrawn ?? [] } }

  /// Adds bytes read at `moment` and calls `body` with completed lines and changes of earlier ones,
  /// in order.
  package mutating func feed(
    _ bytes: [UInt8], from stream: OutputStream, at moment: Moment, _ body: (OutputChange) -> Void
  ) -> TerminalRequests {
    last = stream
    return outputs[stream]?.feed(bytes, at: moment, body) ?? TerminalRequests()
  }

  /// The command has stopped: the line that it has not ended is over, and what follows is another.
  package mutating func cut(_ body: (OutputChange) -> Void) {
    for stream in OutputStream.allCases { outputs[stream]?.cut(body) }
  }

  /// Ends an output and calls `body` with the lines that are left: the unterminated last one, and
  /// those that were still redrawn.
  package mutating func end(_ stream: OutputStream, _ body: (OutputChange) -> Void) {
    outputs[stream]?.end(body)
  }
}
