// What is on the screen, as a value: spans with a meaning, in lines, in a frame.

package import Model

/// What a piece of text means. A theme says how it looks, or that it looks like everything else.
package enum Role: CaseIterable, Hashable, Sendable {
  case plain, ok, warn, error, muted, accent, value
}

/// A piece of text with one meaning.
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
  /// The blank after the spinner, so that a tick of it is a backspace and a glyph.
  package var cursorColumn: Int

  package init(lines: [Line], cursorColumn: Int = 0) {
    self.lines = lines
    self.cursorColumn = cursorColumn
  }
}
