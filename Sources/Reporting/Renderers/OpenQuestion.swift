// A question of a wrapped command that has the screen to itself until its line ends.

import Model
import Terminal

/// What of an unfinished line is on the screen, at the cursor. What follows is written as it comes:
/// a person may have typed the answer, and a line break, after it.
struct OpenQuestion: Sendable {
  /// The part of the unfinished line that was written; nil while nothing of it was.
  private var written: DisplayText?
  /// The column of the cursor in it; the end if it is larger.
  private var cursor = Int.max
  /// The window's width when it was written.
  private var columns = 80
  /// Whether a person types on the same terminal. Else everything typed comes back in the line, and
  /// all of it can be written again.
  private var isShared = true
  /// Whether it is at the cursor; else the block or other lines are below it.
  private(set) var isShown = false
  /// Whether the next line may be the rest of it.
  var isUnfinished: Bool { written != nil }
  /// Whether the block makes way for it.
  private var isOpen = false

  /// The bytes that make way for a question of a wrapped command.
  ///
  /// - Parameters:
  ///   - line: the unfinished line to show, if the question is one.
  ///   - isTaken: whether the command waits for something typed.
  mutating func makeWay(
    for line: OpenLine?, isTaken: Bool, _ style: LiveStyle, _ painter: inout Painter
  ) -> [UInt8] {
    guard isTaken || line != nil, !isOpen else { return [] }
    isOpen = true
    // Without a line from the pipe, the question is on the screen already: in the block.
    return line == nil && style.isShared ? painter.yield() : painter.erase()
  }

  /// The bytes of a frame without a block, while a wrapped command asks something; nil if it does
  /// not, and the block may be drawn.
  mutating func frame(
    _ line: OpenLine?, isTaken: Bool, _ context: RenderContext, _ style: LiveStyle,
    _ painter: inout Painter
  ) -> [UInt8]? {
    guard isTaken || line != nil else {
      guard isOpen else { return nil }
      defer { (isOpen, isShown) = (false, false) }
      if !isShown { return newRow }
      // A status posted since shows that it was answered, but not whether the answer was echoed.
      painter.forget()
      return Array("\r\n".utf8)
    }
    (isShared, columns) = (style.isShared, max(1, context.columns))
    return line.map { show($0) } ?? []
  }

  /// The bytes that bring an unfinished line to the screen.
  private mutating func show(_ line: OpenLine) -> [UInt8] {
    if isShown, !differs(from: line) { return [] }
    let text = isShared ? line.text : line.whole
    let hasGrown = isShown && isAtEnd && line.cursor == .max && text.continues(written)
    let rest = hasGrown || !isShown ? written.flatMap { text.rest(after: $0) } : nil
    var bytes = hasGrown && rest != nil ? [] : startOver
    bytes += (rest ?? text.description[...]).utf8
    (written, cursor, isShown) = (text, isShared ? .max : line.cursor, true)
    return isAtEnd ? bytes : bytes + move(from: text.cells, to: cursor)
  }

  /// Moves from the end of the line to another column of it.
  private func move(from end: Int, to column: Int) -> [UInt8] {
    // A movement beyond the end has a limit (`OutputScreen.lastColumn`).
    if column >= end { return [UInt8](repeating: UInt8(ascii: " "), count: column - end) }
    let rows = (end - 1) / columns - column / columns
    let up = rows > 0 ? "\u{1B}[\(rows)A" : ""
    let right = column % columns > 0 ? "\u{1B}[\(column % columns)C" : ""
    return Array("\(up)\r\(right)".utf8)
  }

  private var isAtEnd: Bool { cursor == .max }

  /// Returns to the beginning of the line and erases it.
  private var startOver: [UInt8] {
    let cells = isShown ? written?.cells ?? 0 : 0
    let rowsAbove = min(cursor, max(0, cells - 1)) / columns
    let up = rowsAbove > 0 ? "\u{1B}[\(rowsAbove)A" : ""
    return Array("\r\(up)\u{1B}[\(cells > columns ? "J" : "K")".utf8)
  }

  /// The bytes before the result of a run that ends while something is typed.
  var endOfTyping: [UInt8] { isOpen && !isShown ? newRow : [] }

  /// Moves to the beginning of a row, below what is typed if its line has not ended: as many blanks
  /// as there are columns stay within a blank row, and end in the next row from any other column.
  private var newRow: [UInt8] {
    [UInt8](repeating: UInt8(ascii: " "), count: columns) + Array("\r\u{1B}[K".utf8)
  }

  /// Whether the line on the screen has changed.
  func isBehind(_ line: OpenLine?) -> Bool {
    guard isShown, let line, canShow(line) else { return false }
    return differs(from: line)
  }

  private func differs(from line: OpenLine) -> Bool {
    isShared ? line.text != written : line.whole != written || line.cursor != cursor
  }

  /// Whether the line can be shown as it is; what is edited only without a person's own echo.
  func canShow(_ line: OpenLine) -> Bool {
    line.kind == .begun || isShown && !isShared && line.kind == .progress
  }

  /// Records that something else is written below the line.
  mutating func leave() { isShown = false }

  /// What is still to be written of a line that has ended.
  enum End {
    /// At the cursor.
    case here([UInt8])
    /// As lines above the block.
    case below([Line])
  }

  mutating func end(with log: LogLine) -> End {
    defer { (written, cursor, isShown) = (nil, .max, false) }
    let line = log.text
    let rest = written.flatMap { line.rest(after: $0) }
    // The end of the line may have arrived together with its last changes.
    if isShown, !isShared, rest == nil || !isAtEnd && rest?.isEmpty == false {
      return .here(startOver + Array("\(line.description)\r\n".utf8))
    }
    guard let rest else {
      return .below((isShown ? [Line([])] : []) + [Line([Span(line, styled: log.styled)])])
    }
    if isShown { return .here(Array(rest.utf8) + (log.isEnded ? Array("\r\n".utf8) : newRow)) }
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
    at moment: Moment, _ style: LiveStyle, after question: OpenQuestion
  ) -> OpenLine? {
    let keyboard = child.keyboard
    guard let openLine = child.openLine, question.canShow(openLine), openLine.since >= statusPosted
    else { return nil }
    // Once shown, it stays: what is typed may be part of it.
    if question.isShown { return openLine }
    // On a terminal of its own, a command that asks without echo has written the question there.
    if keyboard.typing == .line || keyboard.isTaken && !style.isShared { return openLine }
    // A line editor may have begun with a proposed answer.
    guard keyboard.typing == .keys || openLine.text.endsLikeQuestion() else { return nil }
    return keyboard.isTaken || openLine.isQuestion(at: moment) ? openLine : nil
  }
}

extension DisplayText {
  /// Whether this line is another one with more at its end.
  func continues(_ other: DisplayText?) -> Bool {
    guard let other = other?.description, !other.isEmpty else { return false }
    return description.utf8.starts(with: other.utf8)
  }

  /// What this line has after a part of it that was written before; nil when it does not continue
  /// that part. The blanks at the end of a finished line may be gone.
  func rest(after written: DisplayText) -> Substring? {
    let isPart = continues(written)
    let (text, written) = (description, written.description)
    if written.isEmpty { return nil }
    if isPart {
      return text[text.utf8.index(text.startIndex, offsetBy: written.utf8.count)...]
    }
    let isWhole = written.utf8.starts(with: text.utf8)
    return isWhole && written.utf8.dropFirst(text.utf8.count).allSatisfy { $0 == 0x20 } ? "" : nil
  }
}
