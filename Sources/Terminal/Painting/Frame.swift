// What the live block shows, as a value, and the SGR parameters that its roles are painted with.

package import Model

/// The meaning of a span, which the palette maps to a style.
package enum Role: Int, CaseIterable, Sendable {
  case plain, ok, warn, error, muted, accent, value
}

/// A text with one role.
package struct Span: Hashable, Sendable {
  package let text: DisplayText
  package let role: Role
  /// The text with colours of its own, shown above the block unless colour is off; nil for none.
  package let styled: StyledText?

  package init(_ text: DisplayText, _ role: Role = .plain, styled: StyledText? = nil) {
    (self.text, self.role, self.styled) = (text, role, styled)
  }
}

/// One line of the block, from column 0.
package struct Line: Hashable, Sendable {
  package var spans: [Span]

  package init(_ spans: [Span] = []) { self.spans = spans }
}

/// The whole live block. The cursor rests in the first line, at `cursorColumn`.
package struct Frame: Hashable, Sendable {
  package var lines: [Line]
  /// The column after the spinner, so that a tick is a backspace and a glyph.
  package var cursorColumn: Int

  package init(lines: [Line], cursorColumn: Int = 0) {
    (self.lines, self.cursorColumn) = (lines, cursorColumn)
  }
}

/// Maps roles to SGR parameters (ECMA-48 §8.3.117) of the terminal's own palette: 1 bold, 2 faint,
/// 30...37 colours. Roles without one are plain.
package struct Palette: Sendable {
  /// By role, in their order.
  private let parameters: [UInt8]

  package init(_ parameters: [Role: UInt8]) {
    self.parameters = Role.allCases.map { parameters[$0] ?? 0 }
  }

  /// No colour at all.
  package static let colorless = Palette([:])

  /// Whether any role has a style.
  var hasStyles: Bool { parameters.contains { $0 != 0 } }

  /// The parameter of a role; 0 is plain.
  subscript(role: Role) -> UInt8 { parameters[role.rawValue] }
}
