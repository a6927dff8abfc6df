// Warnings and errors as lines on standard error, the same in every renderer that writes text, and
// the renderer that writes nothing else.

package import Model

/// Turns warnings and failures into lines: with their code if written, as sentences if spoken.
package struct TroubleLines: Sendable {
  private let messages: Messages
  private let glyphs: Glyphs
  /// Whether lines carry the journal's priority.
  private let isJournal: Bool

  package init(messages: Messages, glyphs: Glyphs, isJournal: Bool = false) {
    (self.messages, self.glyphs, self.isJournal) = (messages, glyphs, isJournal)
  }

  /// The line that reports that standard output cannot be written.
  package static func unwritableOutput(_ reason: StorageFailure.Reason) -> Chunk {
    Chunk(.standardError, line: Messages(clock: .utc, home: nil).outputFailure(reason))
  }

  /// The line that reports that the events pipe cannot be written.
  package static func unwritableEvent(_ reason: StorageFailure.Reason) -> Chunk {
    Chunk(.standardError, line: Messages(clock: .utc, home: nil).eventTrouble(reason))
  }

  /// The lines of an event: a warning, a failure, or the summary of a program that failed without
  /// an error event.
  ///
  /// - Parameter width: cells that a warning is wrapped to; nil for one line.
  func lines(for event: SyncEvent, _ state: RunState, width: Int? = nil) -> [Chunk] {
    switch event.kind {
    case .warning(let warning):
      messages.line(warning).wrapped(to: width ?? .max, indent: 2).map { line($0, 4) }
    case .failure(let failure): lines(for: failure)
    case .summary(let summary):
      state.isSilentFailure(summary) ? [line(messages.failed(summary, state), 3)] : []
    default: []
    }
  }

  /// The lines of a failure.
  package func lines(for failure: SyncFailure) -> [Chunk] {
    messages.lines(failure).map { line($0, 3) }
  }

  /// A line of standard error.
  ///
  /// - Parameter priority: of the journal; nil for a line without one.
  func line(_ text: DisplayText, _ priority: Int? = nil) -> Chunk {
    let mark = isJournal ? priority.map { "<\($0)>" } ?? "" : ""
    return Chunk(.standardError, line: glyphs.fit(DisplayText(mark + text.description)))
  }
}

extension RunState {
  /// Whether a program failed and no error event says so.
  func isSilentFailure(_ summary: RunSummary) -> Bool {
    summary.outcome == .failed && !summary.isCut && failures.isEmpty && endsAsProgram
      && !summary.exit.isBrokenPipe
  }
}

/// Nothing on success, warnings and errors otherwise; beside a wrapped command that writes for
/// itself, only what goes wrong outside it.
package struct QuietRenderer: Renderer {
  private let messages: Messages
  private let troubles: TroubleLines
  private let isBesideCommand: Bool

  /// - Parameter isBesideCommand: whether a wrapped command's outputs are its own.
  package init(messages: Messages, troubles: TroubleLines, isBesideCommand: Bool = false) {
    (self.messages, self.troubles, self.isBesideCommand) = (messages, troubles, isBesideCommand)
  }

  package mutating func step(_ signal: Signal, _ view: RunView) -> [Chunk] {
    if isBesideCommand, case .progressRequest = signal {
      return [troubles.line(messages.progressLine(view.state, at: view.now))]
    }
    guard !signal.isFleetingEvent, case .event(let event) = signal else { return [] }
    switch event.kind {
    // Nobody can sign in without it.
    case .signIn(let signIn): return [Chunk(.standardError, line: messages.text(signIn))]
    // About the command's events, which nobody asked to see; the recording has it.
    case .warning(.strangeEvents) where isBesideCommand: return []
    // An exit code speaks for itself, as without wrap. A crash does not.
    case .summary(let summary) where isBesideCommand && !summary.exit.isCrash: return []
    default: return troubles.lines(for: event, view.state)
    }
  }
}

extension ExitStatus {
  /// Whether a signal ended the command that neither a person nor a closed pipe causes.
  fileprivate var isCrash: Bool {
    guard let signal else { return false }
    return ![1, 2, 15].contains(signal) && !isBrokenPipe
  }

  /// Whether the reader of a command's output has gone. Shells do not report this either.
  var isBrokenPipe: Bool { signal == 13 }
}
