// Breaks text into lines at blanks.

import SyncModel
import Terminal

extension DisplayText {
  /// The text in lines of at most `width` cells; a word that is longer stays whole.
  func wrapped(to width: Int) -> [DisplayText] {
    guard cells > width else { return [self] }
    var lines: [String] = []
    var line = ""
    for word in description.split(separator: " ") {
      let longer = line.isEmpty ? String(word) : "\(line) \(word)"
      if !line.isEmpty, DisplayWidth.cells(of: longer) > width {
        lines.append(line)
        line = String(word)
      } else {
        line = longer
      }
    }
    return (lines + [line]).map { DisplayText($0) }
  }
}
