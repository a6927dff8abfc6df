// What the live face leaves behind: a result, or the reason why there is none.

import SyncModel
import Terminal

/// The last lines of a run on a terminal.
struct ResultBlock: Sendable {
  let words: Words
  let glyphs: Glyphs
  /// Cells a line may have.
  let width: Int

  func lines(_ board: Board, now: Now) -> [Line] {
    guard let summary = board.summary else { return [] }
    switch summary.outcome {
    case .ok:
      guard board.run?.isSync == true else { return [] }
      return headline(glyphs.ok, .ok, board, now) + scores(board, now)
    case .partial:
      let failures = board.failures.map { failure in
        indented("\(words.message(failure).description) \(words.hint(failure).description)")
      }
      return headline(glyphs.attention, .warn, board, now) + failures.flatMap(\.self)
        + scores(board, now)
    case .failed:
      return saved(board, now) + board.failures.flatMap(panel)
    case .interrupted:
      return [Line([Span(glyphs.attention, .warn), Span(" "), Span(fit(words.stopped(board)))])]
        + board.failures.flatMap(panel)
    }
  }

  /// Title, message and hint.
  func panel(_ failure: SyncFailure) -> [Line] {
    [Line([Span(glyphs.failed, .error), Span(" "), Span(fit(words.title(failure)), .error)])]
      + indented(words.message(failure)) + indented(words.hint(failure), .muted)
  }

  /// The mark, the clauses broken at ";" where a line is full, and the duration at the right.
  private func headline(
    _ mark: DisplayText, _ role: Role, _ board: Board, _ now: Now
  ) -> [Line] {
    let took = DisplayText(words.took(board.duration(at: now.moment)))
    let indent = mark.cells + 1
    var rows: [DisplayText] = []
    for clause in words.result(board).map(fit) {
      let room = width - indent - (rows.count == 1 ? took.cells + 2 : 0)
      if let last = rows.last {
        if last.cells + 2 + clause.cells <= room {
          rows[rows.count - 1] = "\(last.description); \(clause.description)"
          continue
        }
        rows[rows.count - 1] = "\(last.description);"
      }
      // Room for the semicolon that may follow.
      rows += clause.wrapped(to: width - indent - 1)
    }
    return rows.enumerated().map { index, row in
      guard index == 0 else { return Line([Span(blanks(indent)), Span(row)]) }
      let gap = width - indent - row.cells - took.cells
      guard gap >= 2 else { return Line([Span(mark, role), Span(" "), Span(row)]) }
      return Line([Span(mark, role), Span(" "), Span(row), Span(blanks(gap)), Span(took, .muted)])
    }
  }

  private func scores(_ board: Board, _ now: Now) -> [Line] {
    guard let scores = words.scores(board, now: now.wall) else { return [] }
    return indented(scores, .value) + words.gaps(board).flatMap { indented($0, .muted) }
  }

  /// What can be shown without a connection.
  private func saved(_ board: Board, _ now: Now) -> [Line] {
    guard board.status == .offline else { return [] }
    let text = fit(words.text(.offline, now: now.wall))
    return [Line([Span(glyphs.attention, .warn), Span(" "), Span(text)])] + scores(board, now)
  }

  private func indented(_ text: DisplayText, _ role: Role = .plain) -> [Line] {
    fit(text).wrapped(to: width - 2).map { Line([Span("  "), Span($0, role)]) }
  }

  private func fit(_ text: DisplayText) -> DisplayText {
    glyphs.fit(text)
  }
}
