// The table of `velo-sync sources`, bare of dates and colours so that it can be read and cut.

import SyncModel

/// Rows of the table.
struct SourceRows: Sendable {
  private let words: Words
  private let glyphs: Glyphs

  init(_ words: Words, _ glyphs: Glyphs) {
    self.words = words
    self.glyphs = glyphs
  }

  func rows(_ report: SourceReport, _ scene: Scene) -> [Chunk] {
    let row = glyphs.fit(words.text(report, now: scene.now.wall))
    let remedy = words.remedy(report).map {
      DisplayText(String(repeating: " ", count: 15) + $0.description)
    }
    return ([row] + [remedy].compactMap { $0 }).map { Chunk(.standardOutput, line: $0) }
  }
}
