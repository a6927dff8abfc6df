// The content of the screen as a value: frames of lines of spans.

package import Model

/// The meaning of a text. A palette determines how it looks.
package enum Role: CaseIterable, Hashable, Sendable {
  case plain, ok, warn, error, muted, accent, value
}

/// A text with one meaning.
package struct Span: Hashable, Sendable {
  package let text: DisplayText
  package let role: Role

  package init(_ text: DisplayText, _ role: Role = .plain) {
    self.text = text
    self.role = role
  }
}

/// One line of the block, from column 0.
package struct Line: Hashable, Sendable {
  package var spans: [Span]

  package init(_ spans: [Span] = []) {
    self.spans = spans
  }
}

/// The whole live block. The cursor rests in the first line, at `cursorColumn`.
package struct Frame: Hashable, Sendable {
  package var lines: [Line]
  /// After the spinner, so that a tick is a backspace and a glyph.
  package var cursorColumn: Int

  package init(lines: [Line], cursorColumn: Int = 0) {
    self.lines = lines
    self.cursorColumn = cursorColumn
  }
}
