// Line 1 of the live block: the status, its count and the time left.

import Model
import Terminal

/// The content of the status line after the spinner.
struct StatusLine: Hashable, Sendable {
  /// What the line is about.
  enum Topic: Hashable, Sendable {
    case status(SyncStatus)
    /// A program that has posted no status, and the newest line it wrote; its end is shown if it
    /// still grows.
    case program(DisplayText, line: DisplayText?, grows: Bool)
    /// The prompt of a wrapped program.
    case question(DisplayText)
    /// `left` in whole seconds.
    case wait(Wait, left: Duration)
    case signIn(Source)
    /// After Ctrl-C or a signal.
    case stopping(DisplayText)
  }

  let topic: Topic
  /// The count of the status.
  var count: WorkCount?
  /// The time left, beside the count.
  var left: Duration?
  /// The duration so far, in whole seconds; shown if no progress is known.
  var elapsed: Duration?
  /// Shown at the right end instead of the others, 0…100; the text is truncated for it.
  var percent: Int?
  /// Cells of the whole line.
  let width: Int

  /// The line after its spinner.
  func spans(messages: Messages, glyphs: Glyphs, now: Timestamp) -> [Span] {
    let room = max(0, width - 2)
    if let percent {
      let name = messages.percent(percent)
      let text = glyphs.fit(text(messages, now, room: room - name.cells - 1, glyphs))
      return narrow(text, name, room: room, glyphs)
    }
    var details = [
      count.flatMap(messages.fileCount), count.flatMap(messages.count), left.map(messages.left),
      elapsed.map(messages.elapsed),
    ]
    .compactMap { $0 }
    var right = joined(details, glyphs)
    let text = glyphs.fit(text(messages, now, room: room - right.cells - 2, glyphs))
    if let name = count?.name {
      // The name is shown only if everything else fits, too.
      let named = [name.description] + details
      if text.cells + 2 + joined(named, glyphs).cells <= room { details = named }
    }
    right = joined(details, glyphs)
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

  /// Truncates; a question at its start, because its end matters more.
  private func cut(_ text: DisplayText, to room: Int, _ glyphs: Glyphs) -> DisplayText {
    let ellipsis = glyphs.fit("…")
    if case .question = topic { return text.truncatedAtStart(to: room, ellipsis: ellipsis) }
    return text.truncated(to: room, ellipsis: ellipsis)
  }

  private func text(
    _ messages: Messages, _ now: Timestamp, room: Int, _ glyphs: Glyphs
  ) -> DisplayText {
    switch topic {
    case .status(let status): messages.text(status, now: now)
    case .program(let name, let line, let grows):
      messages.running(name, line, grows: grows, room: max(0, room), glyphs)
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

/// `count` blanks; none if it is negative.
func blanks(_ count: Int) -> DisplayText {
  DisplayText(String(decoding: [UInt8](repeating: 0x20, count: max(0, count)), as: UTF8.self))
}
