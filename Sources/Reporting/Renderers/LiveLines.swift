// Lines above the live block: messages, and the output of a wrapped command.

import Model
import Terminal

extension LiveRenderer {
  mutating func above(
    _ text: DisplayText, _ role: Role, _ view: RunView, indent: Int = 2
  ) -> [Chunk] {
    let lines = glyphs.fit(text).wrapped(to: view.columns, indent: indent)
    return above(lines.map { [Span($0, role)] }, view)
  }

  /// Inserts lines above the block. A sync in the background keeps them until later.
  mutating func above(_ lines: [[Span]], _ view: RunView) -> [Chunk] {
    screen.add(lines.map { LineAbove(Line($0)) })
    return view.mayWrite ? standardOutput(screen.flush()) : []
  }

  /// Whether the lines above the block are to be written as a command has them now.
  func isBehind(_ view: RunView) -> Bool { view.mayWrite && !screen.follows(view.state.child.rows) }

  /// Follows what a command has not finished. A row that does not fit the window loses its end and
  /// its colours.
  mutating func follow(_ rows: OpenRows, _ view: RunView) {
    guard isBehind(view) || view.columns != screen.followedColumns else { return }
    let lines = rows.lines.map { line in
      let fits = line.text.cells <= view.columns
      let text = fits ? line.text : line.text.truncated(to: view.columns, ellipsis: glyphs.fit("…"))
      return Line([Span(glyphs.fit(text), styled: fits ? line.styled : nil)])
    }
    screen.follow(rows, as: lines, columns: view.columns)
    screen.isDue = view.mayWrite
  }

  /// A change of a wrapped command's lines.
  mutating func log(_ change: OutputChange, _ view: RunView) -> [Chunk] {
    switch change {
    case .line(let line), .again(let line): return log(line, view)
    case .lines(let lines):
      if lines.stream == .standardError, !style.errorsAreHere { return change.logged }
      guard view.mayWrite else { return change.newLines.flatMap { log($0, view) } }
      defer { screen.add(lines) }
      return standardOutput(screen.flush())
    case .cleared:
      guard view.mayWrite else { return [] }
      defer { screen.isDue = true }
      return standardOutput(screen.clear())
    }
  }

  /// A line of a wrapped command. Lines that arrive together are written with one repaint.
  mutating func log(_ line: LogLine, _ view: RunView) -> [Chunk] {
    if line.stream == .standardError, !style.errorsAreHere {
      return [Chunk(.standardError, line: line.text)]
    }
    screen.add([LineAbove(Line([Span(line.text, styled: line.styled)]), number: line.number)])
    screen.isDue = view.mayWrite
    return []
  }

  /// The lines that are due, when no frame is drawn.
  mutating func dueLines(_ view: RunView) -> [Chunk] {
    screen.isDue && view.mayWrite ? standardOutput(screen.flush()) : []
  }

  /// Lines of standard error; the block is erased first if both streams share the terminal.
  mutating func between(_ chunks: [Chunk], _ view: RunView) -> [Chunk] {
    let before = dueLines(view)
    guard style.errorsAreHere else { return before + chunks }
    let erased = standardOutput(screen.erase())
    screen.forget()
    return before + erased + chunks + (erased.isEmpty ? [] : frame(view))
  }

  func standardOutput(_ bytes: [UInt8]) -> [Chunk] {
    bytes.isEmpty ? [] : [Chunk(.standardOutput, bytes)]
  }
}
