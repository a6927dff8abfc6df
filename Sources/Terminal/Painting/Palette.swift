// How roles look, as the numbers a terminal takes.

/// For each role an SGR parameter (ECMA-48 §8.3.117) of the terminal's own palette: 1 bold, 2 faint,
/// 30…37 colours. A role without one looks like plain text.
package struct Palette: Sendable {
  private let parameters: [Role: UInt8]

  package init(_ parameters: [Role: UInt8]) {
    self.parameters = parameters
  }

  /// No colour at all.
  package static let colorless = Palette([:])

  /// The parameter of a role; 0 is plain.
  subscript(role: Role) -> UInt8 { parameters[role] ?? 0 }
}
