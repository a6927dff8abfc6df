// The output of a wrapped command: whole lines, and the beginning of a line.

/// A line of a wrapped command's output.
package struct LogLine: Hashable, Sendable {
  /// The output it was written to.
  package var stream: OutputStream
  package var text: DisplayText
  /// The text with its colours; nil if it has none, and for a line read from a recording.
  package let styled: StyledText?
  /// The number of its first row among all that the command has written, on a screen; nil for a
  /// line that is no row of it.
  package var number: Int?

  package init(
    stream: OutputStream, text: DisplayText, styled: StyledText? = nil, number: Int? = nil
  ) {
    (self.stream, self.text, self.styled, self.number) = (stream, text, styled, number)
  }
}

/// A change of the lines that a wrapped command has finished.
///
/// A command may go back to the rows of its last lines. On a screen they are open rows again until
/// they are finished, and a line takes the place of those that had its number or a later one.
package enum OutputChange: Sendable {
  case line(LogLine)
  /// Many lines that arrived together.
  case lines(PlainLines)
  /// A line that was finished before and has not changed.
  case again(LogLine)
  /// The command has cleared its screen; what follows begins in the first row.
  case cleared

  /// The lines that were not there before.
  package var newLines: [LogLine] {
    switch self {
    case .line(let line): [line]
    case .lines(let lines): lines.map { LogLine(stream: lines.stream, text: $0) }
    case .again, .cleared: []
    }
  }
}

/// The beginning of a line that a wrapped command has not ended yet: a question, or progress
/// rewritten after each CR. It is shown while it lasts and is not an event.
package struct OpenLine: Hashable, Sendable {
  package let text: DisplayText
  /// Whether the cursor has returned to it, so that it is written over; else it grows.
  package let isRedrawn: Bool

  package init(text: DisplayText, isRedrawn: Bool = false) {
    (self.text, self.isRedrawn) = (text, isRedrawn)
  }
}
