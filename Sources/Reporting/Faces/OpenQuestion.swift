// A question of a wrapped command that has the screen to itself until its line ends.

import Model
import Terminal

/// What of an unfinished line is on the screen, at the cursor. What follows is written as it comes:
/// a person may have typed the answer, and a line break, behind it.
struct OpenQuestion: Sendable {
  /// The part of the unfinished line that was written; nil while nothing of it was.
  private var written: DisplayText?
  /// Whether it is at the cursor; else the block or other lines are below it.
  private(set) var isShown = false
  /// Whether the next line may be the rest of it.
  var isUnfinished: Bool { written != nil }
  /// Whether the block makes way for it.
  private var isOpen = false

  /// The bytes of a frame without a block, while a wrapped command asks something; nil if it does
  /// not, and the block may be drawn.
  ///
  /// - Parameters:
  ///   - line: the unfinished line to show, if the question is one.
  ///   - isTaken: whether the command has taken the terminal to ask.
  mutating func frame(
    _ line: DisplayText?, isTaken: Bool, _ style: LiveStyle, _ painter: inout Painter
  ) -> [UInt8]? {
    guard isTaken || line != nil else {
      guard isOpen else { return nil }
      defer { (isOpen, isShown) = (false, false) }
      // A status posted since shows that it was answered, but not whether the answer was echoed.
      return isShown ? Array("\r\n".utf8) : []
    }
    var bytes: [UInt8] = []
    if !isOpen {
      // Without a line from the pipe, the question is on the screen already: in the block.
      bytes = line == nil && style.isShared ? painter.yield() : painter.erase()
      isOpen = true
    }
    return bytes + (line.map { show($0) } ?? [])
  }

  /// The bytes that bring an unfinished line to the screen.
  private mutating func show(_ line: DisplayText) -> [UInt8] {
    let rest = written.flatMap { line.rest(after: $0) }
    let start = isShown && rest != nil ? [] : Array("\r\u{1B}[K".utf8)
    let text = rest ?? line.description[...]
    (written, isShown) = (line, true)
    return start + Array(text.utf8)
  }

  /// Whether the line on the screen has grown.
  func isBehind(_ line: OpenLine?) -> Bool {
    guard isShown, let line, line.kind == .begun else { return false }
    return line.text != written
  }

  /// Records that something else is written below the line.
  mutating func leave() {
    isShown = false
  }

  /// What is still to be written of a line that has ended.
  enum End {
    /// At the cursor.
    case here([UInt8])
    /// As lines above the block.
    case below([Line])
  }

  mutating func end(with log: LogLine) -> End {
    defer { (written, isShown) = (nil, false) }
    let line = log.text
    guard let rest = written.flatMap({ line.rest(after: $0) }) else {
      return .below((isShown ? [Line([])] : []) + [Line([Span(line, styled: log.styled)])])
    }
    if isShown { return .here(Array("\(rest)\r\n".utf8)) }
    // The answer may have ended the line already.
    return .below(rest.isEmpty && !line.isEmpty ? [] : [Line([Span(DisplayText(String(rest)))])])
  }
}

extension RunState {
  /// The unfinished line of a wrapped command that must be readable by itself: a question that
  /// waits for its answer. nil for none.
  ///
  /// - Parameter question: the question that has the screen.
  func openQuestion(
    at moment: Moment, _ context: RenderContext, _ style: LiveStyle, after question: OpenQuestion
  ) -> DisplayText? {
    guard let openLine, openLine.kind == .begun, openLine.since >= statusPosted else { return nil }
    // Once shown, it stays: what is typed may be part of it.
    if question.isShown { return openLine.text }
    // On a terminal of its own, a command that asks without echo has written the question there.
    if context.isTaken, !style.isShared { return openLine.text }
    guard openLine.text.endsLikeQuestion else { return nil }
    return context.isTaken || openLine.isQuestion(at: moment) ? openLine.text : nil
  }
}

extension DisplayText {
  /// What this line has behind a part of it that was written before; nil when it does not continue
  /// that part. The blanks at the end of a finished line may be gone.
  func rest(after written: DisplayText) -> Substring? {
    let (text, written) = (description, written.description)
    if written.isEmpty { return nil }
    if text.utf8.starts(with: written.utf8) {
      return text[text.utf8.index(text.startIndex, offsetBy: written.utf8.count)...]
    }
    let isWhole = written.utf8.starts(with: text.utf8)
    return isWhole && written.utf8.dropFirst(text.utf8.count).allSatisfy { $0 == 0x20 } ? "" : nil
  }

  /// Whether a text ends as questions do: "Name: ", "Overwrite? ", "[y/N] ", "> ". "Copying..." is
  /// progress, beside which the status line stays useful.
  var endsLikeQuestion: Bool {
    let last = description.utf8.last { $0 != UInt8(ascii: " ") }
    return last.map { ":?>])$#%".utf8.contains($0) } ?? false
  }
}
