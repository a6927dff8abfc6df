// How things look: the glyphs in Unicode and ASCII, and the colour of each role.

package import Model
package import Terminal

/// A set of glyphs.
package struct Glyphs: Hashable, Sendable {
  /// One full turn of the spinner takes one second.
  package let spinner: [DisplayText]
  package let ahead, now, done: DisplayText
  package let barOpen, barFull, barHalf, barEmpty, barClose: DisplayText
  package let ok, failed, attention: DisplayText
  /// For scores below 25, 50, 75 and 100, and for 100.
  package let rings: [DisplayText]
  /// Shown for a score without a value.
  package let placeholder: DisplayText
  /// Heights of a plot, from the lowest; one cell each.
  package let heights: [DisplayText]
  package let isUnicode: Bool

  package static let unicode = Glyphs(
    spinner: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"],
    ahead: "○", now: "◐", done: "●",
    barOpen: "", barFull: "━", barHalf: "╸", barEmpty: "─", barClose: "",
    ok: "✓", failed: "✗", attention: "!",
    rings: ["○", "◔", "◑", "◕", "●"], placeholder: "◌ ––",
    heights: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"], isUnicode: true)

  package static let ascii = Glyphs(
    spinner: ["|", "|", "|", "/", "/", "-", "-", "-", "\\", "\\"],
    ahead: "[ ]", now: "[~]", done: "[x]",
    barOpen: "[", barFull: "=", barHalf: ">", barEmpty: " ", barClose: "]",
    ok: "ok", failed: "FAIL", attention: "!",
    rings: ["( )", "(.)", "(o)", "(O)", "(@)"], placeholder: "( ) --",
    heights: ["_", ".", "-", "~", "=", "+", "*", "#"], isUnicode: false)

  /// The ring of a score, 0…100.
  func ring(_ score: Int) -> DisplayText { rings[max(0, min(score / 25, rings.count - 1))] }

  /// A bar of at most so many cells.
  ///
  /// - Parameter share: from 0 to 1.
  func bar(_ share: Double, cells: Int = 24) -> DisplayText {
    let full = Int((max(0, min(share, 1)) * Double(cells)).rounded())
    return DisplayText(String(repeating: barFull.description, count: full))
  }

  /// "◕ ≥ 71 Good".
  func score(_ value: Int, isLeast: Bool, band: String?) -> [Span] {
    [Span(ring(value), .accent), Span(fit(isLeast ? " ≥ " : " ")), Span("\(value)", .value)]
      + (band.map { [Span(" \($0)")] } ?? [])
  }

  /// The text with `…`, `·`, `–` and `≥` replaced if this set has only ASCII. Other characters, as
  /// in names from outside, stay.
  package func fit(_ text: DisplayText) -> DisplayText {
    guard !isUnicode else { return text }
    var result = ""
    for character in text.description {
      switch character {
      case "…": result += "..."
      case "·", "–", "―": result += "-"
      case "≥": result += ">="
      default: result.append(character)
      }
    }
    return DisplayText(result)
  }

  func fit(_ span: Span) -> Span { Span(fit(span.text), span.role) }
}

extension Palette {
  /// The 4-bit colours of the terminal's own palette, which suit light and dark backgrounds.
  package static let theme = Palette([
    .ok: 32, .error: 31, .warn: 33, .accent: 36, .value: 1, .muted: 2,
  ])
}
