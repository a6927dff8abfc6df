// Warnings and errors as lines on standard error, alike in every face that writes text.

package import Model

/// Turns warnings and failures into lines: with their code for eyes and logs, as sentences for ears.
package struct TroubleLines: Sendable {
  private let messages: Messages
  private let glyphs: Glyphs
  /// Whether lines carry the journal's priority.
  private let isJournal: Bool

  package init(messages: Messages, glyphs: Glyphs, isJournal: Bool = false) {
    self.messages = messages
    self.glyphs = glyphs
    self.isJournal = isJournal
  }

  /// The one line about standard output, when that cannot be written.
  package static func unwritableOutput(_ reason: StorageTrouble.Reason) -> Chunk {
    Chunk(.standardError, line: Messages(clock: .utc, home: nil).outputTrouble(reason))
  }

  /// The one line about the events pipe, when that cannot be written.
  package static func unwritableEvent(_ reason: StorageTrouble.Reason) -> Chunk {
    Chunk(.standardError, line: Messages(clock: .utc, home: nil).eventTrouble(reason))
  }

  /// The lines of a failure that no event carries.
  package func chunks(for failure: SyncFailure) -> [Chunk] {
    lines(for: failure)
  }

  /// The lines of an event; none when it is neither a warning nor a failure. A program that failed
  /// without saying why is one, too.
  func lines(for event: SyncEvent, _ state: RunState) -> [Chunk] {
    switch event.kind {
    case .warning(let warning) where messages.voice == .spoken: [line(messages.spoken(warning), 4)]
    case .warning(let warning):
      [line("velo-sync: warning: \(messages.text(warning).description)", 4)]
    case .failure(let failure): lines(for: failure)
    case .summary(let summary):
      isSilentFailure(summary, state) ? [line(messages.failed(summary, state), 3)] : []
    case .runStarted, .stageStarted, .stageFinished, .status, .work, .progress, .sourceFinished,
      .score, .prep, .fitness, .routine, .waiting, .notice, .request, .log, .source, .signIn,
      .foreign:
      []
    }
  }

  private func isSilentFailure(_ summary: RunSummary, _ state: RunState) -> Bool {
    summary.outcome == .failed && !summary.isCut && state.failures.isEmpty && state.endsAsProgram
  }

  private func lines(for failure: SyncFailure) -> [Chunk] {
    if messages.voice == .spoken { return [line(messages.spoken(failure), 3)] }
    let message = messages.message(failure).description
    return [
      line("velo-sync: \(message) (\(failure.code))", 3),
      line("  \(messages.hint(failure).description)", 3),
    ]
  }

  private func line(_ text: DisplayText, _ priority: Int) -> Chunk {
    let mark = isJournal ? "<\(priority)>" : ""
    return Chunk(.standardError, line: glyphs.fit(DisplayText(mark + text.description)))
  }
}
