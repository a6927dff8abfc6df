// The table of `velo-sync sources`, bare of dates and colours so that it can be read and cut.

import Model

/// Rows of the table.
struct SourceRows: Sendable {
  private let messages: Messages
  private let glyphs: Glyphs

  init(_ messages: Messages, _ glyphs: Glyphs) {
    self.messages = messages
    self.glyphs = glyphs
  }

  func rows(_ report: SourceReport, _ context: RenderContext) -> [Chunk] {
    let row = glyphs.fit(messages.text(report, now: context.now.wall))
    let remedy = messages.remedy(report).map {
      DisplayText(String(repeating: " ", count: 15) + $0.description)
    }
    return ([row] + [remedy].compactMap { $0 }).map { Chunk(.standardOutput, line: $0) }
  }
}
