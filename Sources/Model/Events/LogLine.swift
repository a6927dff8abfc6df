// The output of a wrapped command: whole lines, and the beginning of a line.

/// A line of a wrapped command's output.
package struct LogLine: Hashable, Sendable {
  /// The output it was written to.
  package var stream: OutputStream
  package var text: DisplayText
  /// The text with its colours; nil if it has none, and for a line read from a recording.
  package let styled: StyledText?
  /// Whether the command has ended the line; it may not have, at the end of its output.
  package var isEnded = true

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

/// The beginning of a line that a wrapped command has not ended yet: a prompt, or progress
/// rewritten after each CR. It is shown while it lasts and is not an event.
package struct OpenLine: Hashable, Sendable {
  /// What the line may become. Of two open lines the one of the greater kind is shown.
  package enum Kind: Int, Sendable {
    /// The line was erased and may be written again.
    case wiped
    /// The line was written over.
    case progress
    /// The line continues, or is a prompt.
    case begun
  }

  /// After this much silence an unfinished line counts as a prompt, and an erased one as gone.
  private static let silence = Duration.milliseconds(200)

  package let stream: OutputStream
  package let text: DisplayText
  package let kind: Kind
  /// Whether the cursor has returned to it before it took its present form.
  package let isRedrawn: Bool
  /// The whole line and the column of the cursor; `text` ends at the cursor while the line is half
  /// written over.
  package let whole: DisplayText
  package let cursor: Int
  /// When the line took its present form.
  package let since: Moment

  /// - Parameters:
  ///   - isRedrawn: nil for what the kind says: `progress` is redrawn.
  ///   - edited: the whole line and the cursor's column; nil for the end of the text.
  package init(
    stream: OutputStream, text: DisplayText, kind: Kind, isRedrawn: Bool? = nil,
    edited: (whole: DisplayText, cursor: Int)? = nil, since: Moment
  ) {
    self.stream = stream
    self.text = text
    self.isRedrawn = isRedrawn ?? (kind == .progress)
    (whole, cursor) = edited ?? (text, .max)
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

extension DisplayText {
  /// Whether it ends as questions do: "Name: ", "Overwrite? ", "[y/N] ", "> ". "Copying..." and
  /// "12%" are progress, beside which the status line stays useful.
  ///
  /// - Parameter isRedrawn: whether it is in a line that may be drawn again and again: progress
  ///   there may also end in a bracket or in a percent sign. Only a line of nothing but `>` is a
  ///   prompt.
  package func endsLikeQuestion(isRedrawn: Bool = false) -> Bool {
    let bytes = description.utf8.reversed().drop { $0 == UInt8(ascii: " ") }
    guard let last = bytes.first else { return false }
    if isRedrawn {
      return ":?$#".utf8.contains(last) || bytes.allSatisfy { $0 == UInt8(ascii: ">") }
    }
    if last == UInt8(ascii: "%"), let digit = bytes.dropFirst().first {
      return !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit)
    }
    if ")]".utf8.contains(last) { return endsWithChoices }
    return ":?>$#%".utf8.contains(last)
  }

  /// Whether it ends with choices or a default in brackets, "[Y/n]" or "(main)", rather than with a
  /// remark, a bar or a count: "(may take long)", "[###   ]", "[3/9]".
  private var endsWithChoices: Bool {
    let bytes = description.utf8.reversed().drop { $0 == UInt8(ascii: " ") }
    let choices = bytes.dropFirst().prefix { !"([".utf8.contains($0) }
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let isCount = choices.allSatisfy { digits.contains($0) || $0 == UInt8(ascii: "/") }
    return !isCount && !choices.contains { " #=".utf8.contains($0) }
  }
}
