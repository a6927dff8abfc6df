// How roles look, as the numbers a terminal takes.

/// For each role an SGR parameter (ECMA-48 §8.3.117) of the terminal's own palette: 1 bold, 2 faint,
/// 30…37 colours. A role without one looks like plain text.
package struct Palette: Sendable {
  /// By the role's place in `allCases`: looked up for every span of every frame.
  private let parameters: [UInt8]

  package init(_ parameters: [Role: UInt8]) {
    self.parameters = Role.allCases.map { parameters[$0] ?? 0 }
  }

  /// No colour at all.
  package static let colorless = Palette([:])

  /// The parameter of a role; 0 is plain.
  subscript(role: Role) -> UInt8 {
    switch role {
    case .plain: parameters[0]
    case .ok: parameters[1]
    case .warn: parameters[2]
    case .error: parameters[3]
    case .muted: parameters[4]
    case .accent: parameters[5]
    case .value: parameters[6]
    }
  }
}
