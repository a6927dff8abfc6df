// Line 1 of the live block: spinner, what is being done, and how far it is.

import SyncModel
import Terminal

/// What stands on the status line.
struct StatusLine: Sendable {
  let spinner: DisplayText
  let text: DisplayText
  let role: Role
  /// Stands at the right end; dropped from its own right when there is no room.
  var details: [DisplayText] = []
  /// Stands at the right end instead, and the text is shortened for it.
  var percent: DisplayText?

  /// The line in `width` cells.
  func line(width: Int, glyphs: Glyphs) -> Line {
    let room = max(0, width - 2)
    if let percent { return narrow(percent, room: room, glyphs) }
    var details = details.map(glyphs.fit)
    let text = glyphs.fit(text)
    var right = joined(details, glyphs)
    while !details.isEmpty, text.cells + 2 + right.cells > room {
      details.removeLast()
      right = joined(details, glyphs)
    }
    let left = text.truncated(to: room, ellipsis: glyphs.fit("…"))
    var spans = [Span(spinner), Span(" "), Span(left, role)]
    if !right.isEmpty {
      spans.append(Span(blanks(room - left.cells - right.cells)))
      spans.append(Span(right, .muted))
    }
    return Line(spans)
  }

  private func narrow(_ percent: DisplayText, room: Int, _ glyphs: Glyphs) -> Line {
    let left = glyphs.fit(text)
      .truncated(to: room - percent.cells - 1, ellipsis: glyphs.fit("…"))
    let gap = blanks(room - left.cells - percent.cells)
    return Line([Span(spinner), Span(" "), Span(left, role), Span(gap), Span(percent)])
  }

  private func joined(_ details: [DisplayText], _ glyphs: Glyphs) -> DisplayText {
    glyphs.fit(DisplayText(details.map(\.description).joined(separator: " · ")))
  }
}

/// That many blanks.
func blanks(_ count: Int) -> DisplayText {
  DisplayText(String(repeating: " ", count: max(0, count)))
}
