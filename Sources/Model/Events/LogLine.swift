// The output of a wrapped command: whole lines, and the beginning of a line.

/// A line of a wrapped command's output.
package struct LogLine: Hashable, Sendable {
  /// The output it was written to.
  package let stream: OutputStream
  package let text: DisplayText
  /// The text with its colours; nil if it has none, and for a line read from a recording.
  package let styled: StyledText?

  package init(stream: OutputStream, text: DisplayText, styled: StyledText? = nil) {
    self.stream = stream
    self.text = text
    self.styled = styled
  }
}

/// The beginning of a line that a wrapped command has not ended yet: a prompt, or progress
/// rewritten after each CR. It is shown while it lasts and is not an event.
package struct OpenLine: Hashable, Sendable {
  /// What the line may become. Of two open lines the one of the greater kind is shown.
  package enum Kind: Int, Sendable {
    /// The line was erased and may be written again.
    case wiped
    /// The line was rewritten after a CR.
    case progress
    /// The line continues, or is a prompt.
    case begun
  }

  /// After this much silence an unfinished line counts as a prompt, and an erased one as gone.
  private static let silence = Duration.milliseconds(200)

  package let stream: OutputStream
  package let text: DisplayText
  package let kind: Kind
  /// When the line took its present form.
  package let since: Moment

  package init(stream: OutputStream, text: DisplayText, kind: Kind, since: Moment) {
    self.stream = stream
    self.text = text
    self.kind = kind
    self.since = since
  }

  /// When the line becomes a prompt or disappears without further output; nil for never.
  package var turn: Moment? { kind == .progress ? nil : since + Self.silence }

  /// Whether the line seems to be a prompt.
  package func isQuestion(at moment: Moment) -> Bool {
    kind == .begun && hasSettled(at: moment)
  }

  /// Whether the line has disappeared.
  package func isGone(at moment: Moment) -> Bool {
    kind == .wiped && hasSettled(at: moment)
  }

  private func hasSettled(at moment: Moment) -> Bool {
    turn.map { $0 <= moment } ?? false
  }
}
