// Lines that wait to be written above the live block.

import Model
import Terminal

/// Lines for the next output, so that those that arrive together are written with one repaint.
struct HeldLines: Sendable {
  /// Many plain lines, before the others.
  private var many: PlainLines?
  private var lines: [Line] = []
  /// Whether a frame is due at once to write them.
  var areDue = false

  var isEmpty: Bool { lines.isEmpty && many == nil }

  mutating func add(_ lines: [Line]) {
    self.lines += lines
  }

  /// Holds many lines; nothing else may be held.
  mutating func add(_ many: PlainLines) {
    self.many = many
    areDue = true
  }

  /// The bytes that write them above the block.
  mutating func release(_ painter: inout Painter, _ question: inout OpenQuestion) -> [UInt8] {
    defer { self = HeldLines() }
    guard question.isShown, !lines.isEmpty else { return painter.insert(lines, after: many) }
    // The question stays above the lines; its rest is shown below them.
    question.leave()
    return Array("\r\n".utf8) + painter.insert(lines, after: many)
  }

  /// The bytes that write them in place of the block, followed by `result`.
  mutating func leave(_ painter: inout Painter, with result: [Line]) -> [UInt8] {
    defer { self = HeldLines() }
    let before = many.map { painter.insert([], after: $0) } ?? []
    return before + painter.leave(lines + result)
  }
}
