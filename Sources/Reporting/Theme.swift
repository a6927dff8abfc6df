// How each meaning looks: 4-bit colours of the terminal's own palette, or nothing.

package import Terminal

extension Palette {
  /// The one theme; it works on light and dark grounds because it names no colour of its own.
  package static let theme = Palette([
    .ok: 32, .error: 31, .warn: 33, .accent: 36, .value: 1, .muted: 2,
  ])
}
