// Lines above the live block: messages, and the output of a wrapped command.

import Model
import Terminal

extension LiveRenderer {
  mutating func above(
    _ text: DisplayText, _ role: Role, _ view: RunView, indent: Int = 2
  ) -> [Chunk] {
    pending.add(
      glyphs.fit(text).wrapped(to: view.columns, indent: indent).map { Line([Span($0, role)]) })
    return view.mayWrite ? released() : []
  }

  /// Inserts a line above the block. A sync in the background keeps it until later.
  mutating func above(_ spans: [Span], _ view: RunView) -> [Chunk] {
    pending.add([Line(spans)])
    return view.mayWrite ? released() : []
  }

  /// A change of a wrapped command's lines.
  mutating func log(_ change: OutputChange, _ view: RunView) -> [Chunk] {
    switch change {
    case .line(let line), .again(let line): return log(line, view)
    case .lines(let lines):
      if lines.stream == .standardError, !style.errorsAreHere { return change.logged }
      guard view.mayWrite else {
        return change.newLines.flatMap { log($0, view) }
      }
      defer { pending.add(lines) }
      return released()
    case .cleared:
      guard view.mayWrite else { return [] }
      defer { pending.areDue = true }
      return released() + standardOutput(painter.clearScreen())
    }
  }

  /// A line of a wrapped command. Lines that arrive together are written with one repaint.
  mutating func log(_ line: LogLine, _ view: RunView) -> [Chunk] {
    if line.stream == .standardError, !style.errorsAreHere {
      return [Chunk(.standardError, line: line.text)]
    }
    pending.add(own: Line([Span(line.text, styled: line.styled)]), number: line.number)
    pending.areDue = view.mayWrite
    return []
  }

  /// The lines that are due, when no frame is drawn.
  mutating func dueLines(_ view: RunView) -> [Chunk] {
    pending.areDue && view.mayWrite ? released() : []
  }

  mutating func released() -> [Chunk] {
    standardOutput(pending.release(&painter))
  }

  /// Lines of standard error; the block is erased first if both streams share the terminal.
  mutating func between(_ chunks: [Chunk], _ view: RunView) -> [Chunk] {
    let before = dueLines(view)
    guard style.errorsAreHere else { return before + chunks }
    let erased = standardOutput(painter.erase())
    painter.forget()
    return before + erased + chunks + (erased.isEmpty ? [] : frame(view))
  }

  func standardOutput(_ bytes: [UInt8]) -> [Chunk] {
    bytes.isEmpty ? [] : [Chunk(.standardOutput, bytes)]
  }
}
