// Line 1 of the live block: spinner, what is being done, and how far it is.

import Model
import Terminal

/// What stands on the status line beside the spinner.
struct StatusLine: Hashable, Sendable {
  /// What the line speaks of.
  enum Topic: Hashable, Sendable {
    case status(SyncStatus)
    /// A program that has not said what it does.
    case program(DisplayText)
    /// What a program wants to know.
    case question(DisplayText)
    /// `left` in whole seconds.
    case wait(Wait, left: Duration)
    case signIn(Source)
    /// Somebody wished to leave.
    case stopping(DisplayText)
  }

  let topic: Topic
  /// Counted beside its status.
  var count: WorkCount?
  /// Told beside the count.
  var left: Duration?
  /// How long the run has lasted, in whole seconds: told where nobody says how far it is.
  var elapsed: Duration?
  /// Stands at the right end instead, 0…100, and the text is shortened for it.
  var percent: Int?
  /// Cells of the whole line.
  let width: Int

  /// The line behind its spinner.
  func spans(messages: Messages, glyphs: Glyphs, now: Timestamp) -> [Span] {
    let room = max(0, width - 2)
    let text = glyphs.fit(text(messages, now))
    if let percent { return narrow(text, messages.percent(percent), room: room, glyphs) }
    var details = [
      count.flatMap(messages.count), left.map(messages.left), elapsed.map(messages.elapsed),
    ]
    .compactMap { $0 }
    if let name = count?.name {
      // What is worked on stands there only where all the rest does.
      let named = [name.description] + details
      if text.cells + 2 + joined(named, glyphs).cells <= room { details = named }
    }
    var right = joined(details, glyphs)
    while !details.isEmpty, text.cells + 2 + right.cells > room {
      details.removeLast()
      right = joined(details, glyphs)
    }
    let left = cut(text, to: room, glyphs)
    var spans = [Span(" "), Span(left, role)]
    if !right.isEmpty {
      spans.append(Span(blanks(room - left.cells - right.cells)))
      spans.append(Span(right, .muted))
    }
    return spans
  }

  private func narrow(
    _ text: DisplayText, _ percent: DisplayText, room: Int, _ glyphs: Glyphs
  ) -> [Span] {
    let left = cut(text, to: room - percent.cells - 1, glyphs)
    let gap = blanks(room - left.cells - percent.cells)
    return [Span(" "), Span(left, role), Span(gap), Span(percent)]
  }

  /// What matters of a question stands at its end.
  private func cut(_ text: DisplayText, to room: Int, _ glyphs: Glyphs) -> DisplayText {
    let ellipsis = glyphs.fit("…")
    if case .question = topic { return text.truncatedAtStart(to: room, ellipsis: ellipsis) }
    return text.truncated(to: room, ellipsis: ellipsis)
  }

  private func text(_ messages: Messages, _ now: Timestamp) -> DisplayText {
    switch topic {
    case .status(let status): messages.text(status, now: now)
    case .program(let name): messages.running(name)
    case .question(let text): text
    case .wait(let wait, let left): messages.text(wait, left: left)
    case .signIn(let source): messages.awaitingSignIn(source)
    case .stopping(let text): text
    }
  }

  private var role: Role {
    switch topic {
    case .status, .program, .question, .signIn: .plain
    case .wait, .stopping: .warn
    }
  }

  private func joined(_ details: [String], _ glyphs: Glyphs) -> DisplayText {
    glyphs.fit(DisplayText(details.joined(separator: " · ")))
  }
}

/// That many blanks.
func blanks(_ count: Int) -> DisplayText {
  DisplayText(String(repeating: " ", count: max(0, count)))
}
