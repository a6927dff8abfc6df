// Lines that wait to be written above the live block.

import Model
import Terminal

/// Lines for the next output, so that those that arrive together are written with one repaint.
struct PendingLines: Sendable {
  /// Many plain lines, before the others.
  private var many: PlainLines?
  private var lines: [Line] = []
  /// How many of the newest lines, pending or written, are a command's own and can be retracted.
  private var own = 0
  /// Lines already written that are retracted with the next output.
  private var retracted = 0
  /// What a command redraws, below its other lines: as it was written, and as it fits the window.
  private var followed: [LogLine] = []
  private var redrawn: [Line] = []
  /// Whether a frame is due at once to write them.
  var areDue = false

  var isEmpty: Bool { lines.isEmpty && many == nil }

  /// Adds lines that no command has written.
  mutating func add(_ lines: [Line]) {
    self.lines += lines
    own = 0
  }

  /// Adds a command's line, which may be the end of a question.
  ///
  /// - Returns: the bytes that end the question instead, if it has the screen.
  mutating func add(
    _ line: LogLine, after question: inout OpenQuestion, _ painter: inout Painter
  ) -> [UInt8]? {
    switch question.end(with: line) {
    case .here(let bytes):
      own += 1
      painter.wrote(Line([Span(line.text)]))
      return bytes
    case .below(let lines):
      self.lines += lines
      own += lines.count
      return nil
    }
  }

  /// Adds many lines; nothing else may be pending.
  mutating func add(_ many: PlainLines) {
    self.many = many
    own = 0
    areDue = true
  }

  /// Retracts the newest lines, as far as nothing else stands between them.
  mutating func retractLines(_ count: Int) {
    let count = min(count, own)
    own -= count
    let unwritten = min(count, lines.count)
    lines.removeLast(unwritten)
    retracted += count - unwritten
  }

  /// Whether the lines above the block are to be written as a command has redrawn them.
  func isBehind(_ view: RunView) -> Bool {
    (retracted > 0 || view.state.child.redrawn != followed) && view.mayWrite
  }

  /// Follows what a command redraws. A row that does not fit the window loses its end and its colours.
  mutating func follow(_ view: RunView, _ glyphs: Glyphs) {
    let isNew = view.state.child.redrawn != followed
    guard isNew || retracted > 0 else { return }
    areDue = view.mayWrite
    guard isNew else { return }
    followed = view.state.child.redrawn
    let width = view.columns
    redrawn = followed.map { line in
      let fits = line.text.cells <= width
      let text = fits ? line.text : line.text.truncated(to: width, ellipsis: glyphs.fit("…"))
      return Line([Span(glyphs.fit(text), styled: fits ? line.styled : nil)])
    }
  }

  /// The bytes that write them above the block.
  mutating func release(_ painter: inout Painter, _ question: inout OpenQuestion) -> [UInt8] {
    defer { clear() }
    guard question.isShown, !lines.isEmpty else { return insert(&painter) }
    // The question stays above the lines; its rest is shown below them.
    question.leave()
    painter.forget()
    return Array("\r\n".utf8) + insert(&painter)
  }

  /// The bytes that write them in place of the block, followed by `result`.
  mutating func leave(_ painter: inout Painter, with result: [Line]) -> [UInt8] {
    defer { clear() }
    if retracted == 0, many == nil, !painter.isRedrawing { return painter.leave(lines + result) }
    return insert(&painter) + painter.leave(result)
  }

  private func insert(_ painter: inout Painter) -> [UInt8] {
    painter.insert(lines, after: many, retracting: retracted, redrawn: redrawn)
  }

  private mutating func clear() { (many, lines, retracted, areDue) = (nil, [], 0, false) }
}
