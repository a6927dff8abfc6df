// What the live face leaves on the screen: a result, or the errors.

import Model
import Terminal

/// The last lines of a run on a terminal.
struct ResultBlock: Sendable {
  let messages: Messages
  let glyphs: Glyphs
  /// Cells a line may have.
  let width: Int

  /// The error and the prompt for the keys that can be pressed, which has priority if the window is
  /// too small.
  func panel(_ offer: RetryPrompt, _ state: RunState, _ context: RenderContext) -> [Line] {
    let most = max(1, context.rows - 1)
    let prompt = indented(messages.prompt(offer.remedy)).suffix(most)
    let lines = lines(offer.report, state, now: context.now, remedy: offer.remedy)
    return Array(lines.prefix(most - prompt.count) + prompt)
  }

  /// The result of a run.
  ///
  /// - Parameter remedy: what the prompt offers; hints that say the same are left out. nil for no
  ///   prompt.
  func lines(_ summary: RunSummary, _ state: RunState, now: Now, remedy: RetryOption? = nil)
    -> [Line]
  {
    let panels = state.failures.flatMap { panel($0, remedy: remedy) }
    if summary.isCut, summary.outcome != .interrupted {
      return headline(glyphs.attention, .warn, [messages.cut], state, now) + panels
    }
    switch summary.outcome {
    case .ok:
      guard state.hasBlock else { return [] }
      return headline(glyphs.ok, .ok, messages.result(summary, state), state, now)
        + scores(state, now)
    case .partial:
      let failures = state.failures.flatMap { sentence($0, remedy: remedy) }
      return headline(glyphs.attention, .warn, messages.result(summary, state), state, now)
        + failures
        + scores(state, now)
    case .failed:
      if panels.isEmpty, state.endsAsProgram {
        if summary.exit.isBrokenPipe { return [] }
        return headline(glyphs.failed, .error, messages.result(summary, state), state, now)
      }
      return saved(state, now) + panels
    case .interrupted:
      return [Line([Span(glyphs.attention, .warn), Span(" "), Span(fit(messages.stopped(state)))])]
        + panels
    }
  }

  /// Title, message and hint.
  private func panel(_ failure: SyncFailure, remedy: RetryOption?) -> [Line] {
    [Line([Span(glyphs.failed, .error), Span(" "), Span(fit(messages.title(failure)), .error)])]
      + indented(messages.message(failure))
      + (hint(failure, remedy).map { indented($0, .muted) } ?? [])
  }

  /// Message and hint.
  private func sentence(_ failure: SyncFailure, remedy: RetryOption?) -> [Line] {
    let parts = [messages.message(failure), hint(failure, remedy)].compactMap { $0?.description }
    return indented(DisplayText(parts.joined(separator: " ")))
  }

  private func hint(_ failure: SyncFailure, _ remedy: RetryOption?) -> DisplayText? {
    remedy.map { messages.hint(failure, beside: $0) } ?? messages.hint(failure)
  }

  /// The mark, the clauses broken at ";" if the line is full, and the duration at the right.
  private func headline(
    _ mark: DisplayText, _ role: Role, _ clauses: [DisplayText], _ state: RunState, _ now: Now
  ) -> [Line] {
    let took = DisplayText(messages.took(state.duration(at: now.moment)))
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
      guard gap >= 2 else { return Line([Span(mark, role), Span(" "), Span(row)]) }
      return Line([Span(mark, role), Span(" "), Span(row), Span(blanks(gap)), Span(took, .muted)])
    }
  }

  private func scores(_ state: RunState, _ now: Now) -> [Line] {
    joined(messages.scores(state, now: now.wall)).map { Line([Span("  "), Span($0, .value)]) }
      + messages.gaps(state).flatMap { indented($0, .muted) }
  }

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
  private func saved(_ state: RunState, _ now: Now) -> [Line] {
    guard state.status == .offline else { return [] }
    let text = fit(messages.text(.offline, now: now.wall))
    return [Line([Span(glyphs.attention, .warn), Span(" "), Span(text)])] + scores(state, now)
  }

  private func indented(_ text: DisplayText, _ role: Role = .plain) -> [Line] {
    fit(text).wrapped(to: width - 2).map { Line([Span("  "), Span($0, role)]) }
  }

  private func fit(_ text: DisplayText) -> DisplayText {
    glyphs.fit(text)
  }
}
