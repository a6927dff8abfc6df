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
  /// What may come of it. Of two lines the greater one is to be seen.
  package enum Kind: Int, Sendable {
    /// It was wiped away, by somebody who may be about to write it anew.
    case wiped
    /// A CR has gone back in it.
    case progress
    /// It goes on, or somebody is asked.
    case begun
  }

  /// Who has written nothing for so long waits for an answer, as far as one can tell, or has wiped
  /// away for good.
  private static let standing = Duration.milliseconds(200)

  package let text: DisplayText
  package let kind: Kind
  /// Since when it is as it is.
  package let since: Moment

  package init(text: DisplayText, kind: Kind, since: Moment) {
    self.text = text
    self.kind = kind
    self.since = since
  }

  /// When time makes something else of it, a question or nothing; nil for never.
  package var turn: Moment? { kind == .progress ? nil : since + Self.standing }

  /// Whether somebody seems to be asked.
  package func isQuestion(at moment: Moment) -> Bool {
    kind == .begun && hasTurned(at: moment)
  }

  /// Whether it is no more.
  package func isGone(at moment: Moment) -> Bool {
    kind == .wiped && hasTurned(at: moment)
  }

  private func hasTurned(at moment: Moment) -> Bool {
    turn.map { $0 <= moment } ?? false
  }
}
