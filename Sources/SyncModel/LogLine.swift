// What a wrapped command writes on its own: lines, and the beginning of one.

/// A line of a wrapped command's output.
package struct LogLine: Hashable, Sendable {
  /// Where it was written.
  package let stream: OutputStream
  package let text: DisplayText

  package init(stream: OutputStream, text: DisplayText) {
    self.stream = stream
    self.text = text
  }
}

/// The beginning of a line that a wrapped command has not ended yet: a prompt, or progress that a CR
/// takes back to the beginning again and again. It is shown as long as it stands and is no event.
package struct OpenLine: Hashable, Sendable {
  /// Who has written nothing behind it for so long waits for an answer, as far as one can tell.
  private static let standing = Duration.milliseconds(200)

  package let text: DisplayText
  /// Since when nothing was added.
  package let since: Moment
  /// Whether a CR has gone back in it.
  package let goesBack: Bool

  package init(text: DisplayText, since: Moment, goesBack: Bool) {
    self.text = text
    self.since = since
    self.goesBack = goesBack
  }

  /// From when on it is taken for a question; nil for progress, which never is one.
  package var questionSince: Moment? { goesBack ? nil : since + Self.standing }

  /// Whether somebody seems to be asked.
  package func isQuestion(at moment: Moment) -> Bool {
    questionSince.map { $0 <= moment } ?? false
  }
}
