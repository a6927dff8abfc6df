// What the live renderer leaves on the screen: a result, or the errors.

import Model
import Terminal

/// The last lines of a run on a terminal.
struct ResultBlock: Sendable {
  let messages: Messages
  let glyphs: Glyphs
  let view: RunView

  private var state: RunState { view.state }
  /// Cells a line may have.
  private var width: Int { LiveBlock.width(view) }

  /// How much is said.
  private enum Detail: CaseIterable { case all, withoutScores, titlesAndHints }

  /// The error and the prompt for the keys that can be pressed, which has priority if the window is
  /// too small.
  func retryPrompt(_ retry: RetryPrompt) -> [Line] {
    let most = max(1, view.rows - 1)
    let prompt = indented(messages.prompt(retry.retryOption)).suffix(most)
    var rows: [Line] = []
    for detail in Detail.allCases {
      rows = lines(retry.summary, retryOption: retry.retryOption, detail)
      if rows.count + prompt.count <= most { break }
    }
    return Array(rows.prefix(most - prompt.count) + prompt)
  }

  func lines(_ summary: RunSummary) -> [Line] { lines(summary, retryOption: nil, .all) }

  /// - Parameter retryOption: what the prompt offers; hints that say the same are left out, and
  ///   advice. nil for no prompt.
  private func lines(_ summary: RunSummary, retryOption: RetryOption?, _ detail: Detail) -> [Line] {
    let groups = groups(retryOption)
    let panels = groups.flatMap { panel($0, retryOption, detail) }
    let scores = detail == .all ? scores : []
    let steps = retryOption == nil ? steps : []
    if summary.isCut, summary.outcome != .interrupted {
      return headline(glyphs.attention, .warn, [messages.cut]) + panels
    }
    // Between a mark and the duration.
    let room = width - glyphs.ok.cells - 1 - took.cells - 2
    let result = messages.result(summary, state, room: room)
    switch summary.outcome {
    case .ok: return state.hasBlock ? headline(glyphs.ok, .ok, result) + scores + steps : []
    case .partial:
      let failures = groups.flatMap { sentence($0, retryOption, detail) }
      return headline(glyphs.attention, .warn, result) + failures + scores + steps
    case .failed:
      if panels.isEmpty, state.endsAsProgram {
        return summary.exit.isBrokenPipe ? [] : headline(glyphs.failed, .error, result)
      }
      return (detail == .all ? saved : []) + panels
    case .interrupted:
      return [marked(glyphs.attention, .warn, Span(fit(messages.stopped(state))))] + panels
    }
  }

  /// The failures; those of several sources that are equal in kind and remedy together.
  private func groups(_ retryOption: RetryOption?) -> [[SyncFailure]] {
    state.failures.reduce(into: []) { groups, failure in
      let index = groups.firstIndex { group in
        failure.source != nil && group[0].source != nil && group[0].source != failure.source
          && messages.title(group[0]) == messages.title(failure)
          && hint(group[0], retryOption) == hint(failure, retryOption)
      }
      if let index { groups[index].append(failure) } else { groups.append([failure]) }
    }
  }

  /// Title, message and hint.
  private func panel(
    _ group: [SyncFailure], _ retryOption: RetryOption?, _ detail: Detail
  ) -> [Line] {
    let title = group.count > 1 ? messages.text(group) : messages.title(group[0])
    let message = group.count > 1 || detail == .titlesAndHints ? nil : messages.message(group[0])
    return title.wrapped(to: width - 2).enumerated().map { index, row in
      marked(index == 0 ? glyphs.failed : " ", .error, Span(fit(row), .error))
    } + (message.map { indented($0) } ?? [])
      + (hint(group[0], retryOption).map { indented($0, .muted) } ?? [])
  }

  /// Message and hint.
  private func sentence(
    _ group: [SyncFailure], _ retryOption: RetryOption?, _ detail: Detail
  ) -> [Line] {
    let message = group.count > 1 ? "\(messages.text(group))." : messages.message(group[0])
    let hint = hint(group[0], retryOption)
    let parts = detail == .titlesAndHints ? [hint ?? message] : [message, hint].compactMap { $0 }
    return indented(DisplayText(parts.map(\.description).joined(separator: " ")))
  }

  private func hint(_ failure: SyncFailure, _ retryOption: RetryOption?) -> DisplayText? {
    retryOption.map { messages.hint(failure, beside: $0) } ?? messages.hint(failure)
  }

  private var took: DisplayText {
    DisplayText(messages.took(state.duration(at: view.retryPrompt?.at ?? view.now.moment)))
  }

  /// The mark, the clauses broken at ";" if the line is full, and the duration at the right.
  private func headline(_ mark: DisplayText, _ role: Role, _ clauses: [DisplayText]) -> [Line] {
    let indent = mark.cells + 1
    var rows: [DisplayText] = []
    for (index, clause) in clauses.map(fit).enumerated() {
      // Room for the semicolon that may follow, and for the duration.
      let most = width - indent - (index == clauses.count - 1 ? 0 : 1)
      let room = most - (rows.count == 1 ? took.cells + 2 : 0)
      if let last = rows.last {
        if last.cells + 2 + clause.cells <= room {
          rows[rows.count - 1] = "\(last.description); \(clause.description)"
          continue
        }
        rows[rows.count - 1] = "\(last.description);"
      }
      rows += clause.wrapped(to: most, first: rows.isEmpty ? most - took.cells - 2 : nil)
    }
    return rows.enumerated().map { index, row in
      guard index == 0 else { return Line([Span("  "), Span(row)]) }
      let gap = width - indent - row.cells - took.cells
      let right = gap >= 2 ? [Span(blanks(gap)), Span(took, .muted)] : []
      return Line(marked(mark, role, Span(row)).spans + right)
    }
  }

  private var scores: [Line] {
    joined(messages.scores(state, now: view.now.wall)).map { Line([Span("  "), Span($0, .value)]) }
      + messages.gaps(state).flatMap { indented($0, .muted) }
  }

  private var steps: [Line] { state.advice.map { indented(messages.text($0)) } ?? [] }

  /// Parts with " · " between them, in as few lines as they fit into.
  private func joined(_ parts: [DisplayText]) -> [DisplayText] {
    var rows: [DisplayText] = []
    for part in parts.map(fit) {
      let longer = rows.last.map { fit("\($0.description) · \(part.description)") }
      if let longer, longer.cells <= width - 2 {
        rows[rows.count - 1] = longer
      } else {
        rows.append(part)
      }
    }
    return rows
  }

  /// The saved scores, if the sync was offline.
  private var saved: [Line] {
    guard state.status == .offline else { return [] }
    let text = fit(messages.text(.offline, now: view.now.wall))
    return [marked(glyphs.attention, .warn, Span(text))] + scores
  }

  private func marked(_ mark: DisplayText, _ role: Role, _ text: Span) -> Line {
    Line([Span(mark, role), Span(" "), text])
  }

  private func indented(_ text: DisplayText, _ role: Role = .plain) -> [Line] {
    // A long path is whole once the panel is closed; until then the screen has no room for it.
    fit(text).wrapped(to: width - 2).map { row in
      let most = view.retryPrompt == nil ? Int.max : width - 2
      return Line([Span("  "), Span(row.truncated(to: most, ellipsis: fit("…")), role)])
    }
  }

  private func fit(_ text: DisplayText) -> DisplayText { glyphs.fit(text) }
}
