// Combines the two outputs of a command into lines in the order they appear on screen.

package import Model
package import Terminal

/// The lines of both outputs, each in order, and the unfinished line. On a screen, a prompt on one
/// output is emitted as a line before the next line of the other output, which was printed below it.
package struct CommandOutput: Sendable {
  private var output: Side
  private var errors: Side
  private let isOnScreen: Bool

  /// - Parameter isOnScreen: whether unfinished lines and colours are shown.
  package init(isOnScreen: Bool) {
    output = Side(.standardOutput, isOnScreen: isOnScreen)
    errors = Side(.standardError, isOnScreen: isOnScreen)
    self.isOnScreen = isOnScreen
  }

  /// The unfinished line to show: a prompt takes precedence over progress, then the latest change.
  package var openLine: OpenLine? {
    guard let one = output.open, let other = errors.open else { return output.open ?? errors.open }
    return (one.kind.rawValue, one.since) > (other.kind.rawValue, other.since) ? one : other
  }

  /// Sets the size of the screen; a log has none. The block of a wrapped command has two rows, and one
  /// is for the line that the command has not begun: a movement up can reach the others.
  ///
  /// - Parameter isKnown: whether the command knows the columns.
  package mutating func fit(_ window: WindowSize, isKnown: Bool) {
    guard isOnScreen else { return }
    let height = max(1, window.rows - 3)
    (output.lines.height, errors.lines.height) = (height, height)
    let width = isKnown ? window.columns : nil
    (output.lines.width, errors.lines.width) = (width, width)
  }

  /// The lines that are redrawn, as they are now.
  package var redrawn: [LogLine] { output.lines.screen.redrawn + errors.lines.screen.redrawn }

  /// Adds bytes read at `moment` and calls `body` with completed lines and changes of earlier ones,
  /// in order.
  package mutating func take(
    _ bytes: [UInt8], from stream: OutputStream, at moment: Moment, _ body: (OutputChange) -> Void
  ) {
    let other: OutputStream = stream == .standardOutput ? .standardError : .standardOutput
    if isOnScreen { emitPrompt(on: other, before: bytes, at: moment, body) }
    change(other) { $0.lines.screen.history.forget() }
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
    defer { (output.lines.states, errors.lines.states) = ([], []) }
    return output.lines.states + errors.lines.states
  }

  /// The columns of the cursor, from 0, when the command asked for its position since the last call.
  package mutating func takePositions() -> [Int] {
    defer { (output.lines.positions, errors.lines.positions) = ([], []) }
    return output.lines.positions + errors.lines.positions
  }

  /// Emits a prompt on `stream` as a line if the other output completes a line.
  private mutating func emitPrompt(
    on stream: OutputStream, before bytes: [UInt8], at moment: Moment,
    _ body: (OutputChange) -> Void
  ) {
    let line = change(stream) { side -> LogLine? in
      let isAsking = side.open?.isQuestion(at: moment) ?? false
      return isAsking && bytes.contains(0x0A) ? side.cut() : nil
    }
    guard var line else { return }
    line.isEnded = true
    body(.line(line))
    change(stream) { $0.lines.screen.history.forget() }
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

/// The lines of one output, and the one that has not ended.
private struct Side {
  /// The usual stdio buffer size in bytes; other programs use multiples of it. Output in whole
  /// buffers was cut anywhere, so its last line is not a prompt.
  private static let buffer = 1 << 12

  private let stream: OutputStream
  var lines: OutputLines
  private(set) var open: OpenLine?

  init(_ stream: OutputStream, isOnScreen: Bool) {
    self.stream = stream
    lines = OutputLines(stream, isOnScreen: isOnScreen)
  }

  mutating func take(
    _ bytes: [UInt8], at moment: Moment, _ body: (OutputChange) -> Void
  ) {
    var hasEnded = false
    lines.take(bytes, at: moment) { change in
      switch change {
      case .line, .lines: hasEnded = true
      case .again, .retracted: break
      }
      body(change)
    }
    defer { lines.aside = nil }
    if hasEnded { open = nil }
    let unfinished = lines.unfinished
    if let aside = lines.aside, !aside.isBlank, unfinished?.isBlank ?? true {
      return open = OpenLine(stream: stream, text: aside, kind: .progress, since: moment)
    }
    guard let text = unfinished, lines.screen.isRewritten || bytes.count % Self.buffer != 0 else {
      return open = nil
    }
    if !text.isBlank {
      open = line(text, since: moment)
    } else if let last = open, last.kind != .wiped {
      open = OpenLine(stream: stream, text: last.text, kind: .wiped, since: moment)
    }
  }

  private func line(_ text: DisplayText, since moment: Moment) -> OpenLine {
    OpenLine(
      stream: stream, text: text, kind: isPrompt(text) ? .begun : .progress,
      isRedrawn: lines.screen.isRewritten, edited: lines.screen.edited(limit: OutputLines.shown),
      since: moment)
  }

  /// Whether an unfinished line may be a prompt. Shells return to the first column before they ask.
  private func isPrompt(_ text: DisplayText) -> Bool {
    !lines.screen.isRewritten || lines.screen.isErased && text.endsLikeQuestion(isRedrawn: true)
  }

  mutating func cut() -> LogLine? {
    open = nil
    return lines.cut()
  }

  mutating func finishRedrawing(_ body: (OutputChange) -> Void) {
    lines.screen.finishRedrawing(body)
    guard let since = open?.since, let text = lines.unfinished, !text.isBlank else { return }
    open = line(text, since: since)
  }

  mutating func cutQuestion() -> LogLine? {
    open?.kind == .begun ? cut() : nil
  }

  mutating func end(_ body: (OutputChange) -> Void) {
    open = nil
    lines.end(body)
  }
}
