// What a command prints on its two outputs, in the order in which a person sees it.

package import Model

/// Both outputs of a command: the lines of each in order, and the line that has not ended. Where
/// somebody watches that one, a question comes out as a line before a line of the other output, which
/// was printed below it.
package struct CommandOutput: Sendable {
  private var output: Side
  private var errors: Side

  /// - Parameter isWatched: whether lines are shown before they have ended.
  package init(isWatched: Bool) {
    output = Side(isWatched: isWatched)
    errors = Side(isWatched: isWatched)
  }

  /// The line that has not ended and can be seen; of two a prompt rather than progress, or the one
  /// that changed last. nil where nobody watches.
  package var openLine: OpenLine? {
    guard let one = output.open, let other = errors.open else { return output.open ?? errors.open }
    return (one.kind.rawValue, one.since) > (other.kind.rawValue, other.since) ? one : other
  }

  /// Takes in what was read at a moment and calls `body` with each line that ended in it, in order.
  package mutating func take(
    _ bytes: [UInt8], from stream: OutputStream, at moment: Moment, _ body: (LogLine) -> Void
  ) {
    switch stream {
    case .standardOutput:
      tellQuestion(on: .standardError, before: bytes, at: moment, body)
      output.take(bytes, at: moment) { body(LogLine(stream: stream, text: $0)) }
    case .standardError:
      tellQuestion(on: .standardOutput, before: bytes, at: moment, body)
      errors.take(bytes, at: moment) { body(LogLine(stream: stream, text: $0)) }
    }
  }

  /// An output has ended: its last line, which nothing else ended; nil when there is none.
  package mutating func end(_ stream: OutputStream) -> LogLine? {
    change(stream) { $0.end() }.map { LogLine(stream: stream, text: $0) }
  }

  /// Gives out the question on one output where a line of the other comes.
  private mutating func tellQuestion(
    on stream: OutputStream, before bytes: [UInt8], at moment: Moment, _ body: (LogLine) -> Void
  ) {
    let line = change(stream) { side in
      side.isAsking(at: moment) && bytes.contains(0x0A) ? side.cut() : nil
    }
    if let line { body(LogLine(stream: stream, text: line)) }
  }

  private mutating func change<Answer>(
    _ stream: OutputStream, _ body: (inout Side) -> Answer
  ) -> Answer {
    switch stream {
    case .standardOutput: body(&output)
    case .standardError: body(&errors)
    }
  }
}

/// One of the outputs.
private struct Side {
  /// The least that a program's buffer holds as a rule, in bytes; others hold a multiple. What comes
  /// in whole buffers was cut by them anywhere, and its writer has not stopped to wait.
  private static let buffer = 1 << 12

  let isWatched: Bool
  private var lines = OutputLines()
  private(set) var open: OpenLine?

  init(isWatched: Bool) {
    self.isWatched = isWatched
  }

  func isAsking(at moment: Moment) -> Bool {
    open?.isQuestion(at: moment) ?? false
  }

  mutating func take(_ bytes: [UInt8], at moment: Moment, _ body: (DisplayText) -> Void) {
    var hasEnded = false
    lines.take(bytes) { line in
      hasEnded = true
      body(line)
    }
    guard isWatched else { return }
    if hasEnded { open = nil }
    guard let text = lines.unfinished, lines.goesBack || bytes.count % Self.buffer != 0 else {
      return open = nil
    }
    if !text.isBlank {
      open = OpenLine(text: text, kind: lines.goesBack ? .progress : .begun, since: moment)
    } else if let last = open, last.kind != .wiped {
      open = OpenLine(text: last.text, kind: .wiped, since: moment)
    }
  }

  mutating func cut() -> DisplayText? {
    open = nil
    return lines.cut()
  }

  mutating func end() -> DisplayText? {
    open = nil
    return lines.end()
  }
}
