// The glyphs, in Unicode and in ASCII: one table a person can edit.

package import Model

/// A set of glyphs.
package struct Glyphs: Hashable, Sendable {
  /// One full turn of the spinner takes one second.
  package let spinner: [DisplayText]
  package let ahead, now, done: DisplayText
  package let barOpen, barFull, barHalf, barEmpty, barClose: DisplayText
  package let ok, failed, attention: DisplayText
  /// For scores below 25, 50, 75 and 100, and for 100.
  package let rings: [DisplayText]
  /// A score that is not known yet, or cannot be.
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
  func ring(_ score: Int) -> DisplayText {
    rings[max(0, min(score / 25, rings.count - 1))]
  }

  /// Text with the typographic signs that this set has not replaced by those it has. Names from
  /// outside stay as they are.
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
}
