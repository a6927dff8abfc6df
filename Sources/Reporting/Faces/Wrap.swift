// Breaks text into lines at blanks.

package import Model
import Terminal

extension DisplayText {
  /// The text in lines of at most `width` cells; a word that is longer stays whole.
  ///
  /// - Parameter first: cells of the first line, where it has fewer.
  package func wrapped(to width: Int, first: Int? = nil) -> [DisplayText] {
    guard cells > first ?? width else { return [self] }
    var lines: [String] = []
    var line = ""
    for word in description.split(separator: " ") {
      let longer = line.isEmpty ? String(word) : "\(line) \(word)"
      if !line.isEmpty, DisplayWidth.cells(of: longer) > (lines.isEmpty ? first ?? width : width) {
        lines.append(line)
        line = String(word)
      } else {
        line = longer
      }
    }
    return (lines + [line]).map { DisplayText($0) }
  }
}
