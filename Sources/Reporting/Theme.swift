// How each meaning looks: 4-bit colours of the terminal's own palette, or nothing.

package import Terminal

/// Maps roles to SGR parameters.
package struct Theme: Hashable, Sendable {
  private let isColoured: Bool

  package init(isColoured: Bool) {
    self.isColoured = isColoured
  }

  /// The SGR parameter of a role; nil for text that looks like everything else.
  package func sgr(_ role: Role) -> String? {
    guard isColoured else { return nil }
    return switch role {
    case .plain: nil
    case .ok: "32"
    case .error: "31"
    case .warn: "33"
    case .accent: "36"
    case .value: "1"
    case .muted: "2"
    }
  }
}
