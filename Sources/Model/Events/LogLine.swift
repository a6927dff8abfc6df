// The output of a wrapped command: whole lines, and the beginning of a line.

/// A line of a wrapped command's output.
package struct LogLine: Hashable, Sendable {
  /// The output it was written to.
  package var stream: OutputStream
  package var text: DisplayText
  /// The text with its colours; nil if it has none, and for a line read from a recording.
  package let styled: StyledText?

  package init(stream: OutputStream, text: DisplayText, styled: StyledText? = nil) {
    self.stream = stream
    self.text = text
    self.styled = styled
  }
}

/// A change of the lines that a wrapped command has finished.
package enum OutputChange: Sendable {
  case line(LogLine)
  /// Many lines that arrived together.
  case lines(PlainLines)
  /// A line that was retracted and has not changed.
  case again(LogLine)
  /// The last lines, so many of them, are redrawn; they come again when they are finished.
  case retracted(Int)

  /// The lines that were not there before.
  package var newLines: [LogLine] {
    switch self {
    case .line(let line): [line]
    case .lines(let lines): lines.map { LogLine(stream: lines.stream, text: $0) }
    case .again, .retracted: []
    }
  }
}

/// The beginning of a line that a wrapped command has not ended yet: a question, or progress rewritten
/// after each CR. It is shown while it lasts and is not an event.
package struct OpenLine: Hashable, Sendable {
  package let text: DisplayText
  /// Whether the cursor has returned to it, so that it is written over; else it grows.
  package let isRedrawn: Bool

  package init(text: DisplayText, isRedrawn: Bool = false) {
    (self.text, self.isRedrawn) = (text, isRedrawn)
  }
}
