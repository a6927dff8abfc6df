// The colours of roles, as SGR parameters.

/// An SGR parameter (ECMA-48 §8.3.117) of the terminal's own palette for each role: 1 bold, 2
/// faint, 30…37 colours. A role without one looks like plain text.
package struct Palette: Sendable {
  /// Indexed by role, because it is read for every span of every frame.
  private var parameters = [UInt8](repeating: 0, count: Role.allCases.count)

  package init(_ parameters: [Role: UInt8]) {
    for (role, parameter) in parameters { self.parameters[place(of: role)] = parameter }
  }

  /// No colour at all.
  package static let colorless = Palette([:])

  /// The parameter of a role; 0 is plain.
  subscript(role: Role) -> UInt8 { parameters[place(of: role)] }
}

private func place(of role: Role) -> Int {
  switch role {
  case .plain: 0
  case .ok: 1
  case .warn: 2
  case .error: 3
  case .muted: 4
  case .accent: 5
  case .value: 6
  }
}
