// The texts about programs run by `wrap`: that they run, and how they ended.

import Model
import Terminal

extension Messages {
  /// "make finished", "make failed (exit code 2)", "make was killed by SIGTERM (signal 15)".
  func ended(_ summary: RunSummary, _ state: RunState) -> DisplayText {
    let who = state.run?.spokenName?.description ?? "The run"
    switch summary.outcome {
    case .ok: return "\(who) finished"
    case .partial: return "\(who) finished in part"
    case .interrupted: return stopped(state)
    case .failed:
      if let signal = summary.exit.signal { return killed(who, by: signal) }
      let code = summary.exit.code
      return voice == .spoken
        ? "\(who) failed with exit code \(code)" : "\(who) failed (exit code \(code))"
    }
  }

  /// "sh was killed by SIGSEGV (signal 11)".
  private func killed(_ program: String, by signal: Int32) -> DisplayText {
    let number = "signal \(signal)"
    guard let name = Self.signals[signal] ?? Self.otherSignals[signal] else {
      return "\(program) was killed by \(number)"
    }
    return voice == .spoken
      ? "\(program) was killed by \(number), \(name)"
      : "\(program) was killed by \(name) (\(number))"
  }

  /// The signals that have the same number on Linux and macOS.
  private static let signals: [Int32: String] = [
    1: "SIGHUP", 2: "SIGINT", 3: "SIGQUIT", 4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 8: "SIGFPE",
    9: "SIGKILL", 11: "SIGSEGV", 13: "SIGPIPE", 14: "SIGALRM", 15: "SIGTERM",
    24: "SIGXCPU", 25: "SIGXFSZ", 26: "SIGVTALRM", 27: "SIGPROF",
  ]

  #if os(Linux)
    private static let otherSignals: [Int32: String] = [
      7: "SIGBUS", 10: "SIGUSR1", 12: "SIGUSR2", 16: "SIGSTKFLT", 29: "SIGIO", 30: "SIGPWR",
      31: "SIGSYS",
    ]
  #else
    private static let otherSignals: [Int32: String] = [
      7: "SIGEMT", 10: "SIGBUS", 12: "SIGSYS", 30: "SIGUSR1", 31: "SIGUSR2",
    ]
  #endif

  /// The same for standard error.
  func failed(_ summary: RunSummary, _ state: RunState) -> DisplayText {
    let text = ended(summary, state).description
    return voice == .spoken ? "Error: \(text)." : "velo-sync: \(text)"
  }

  /// The same for an event stream.
  func failure(of summary: RunSummary, _ state: RunState) -> ReportedFailure {
    ReportedFailure(
      title: "Command failed", message: DisplayText("\(ended(summary, state))."),
      hint: "Run it again", isRetryable: true, exit: summary.exit)
  }

  // MARK: Commands that cannot start

  func title(_ failure: CommandFailure) -> DisplayText {
    failure == .notFound ? "Command not found" : "Cannot start"
  }

  func message(_ command: DisplayText, _ failure: CommandFailure) -> DisplayText {
    let path = fullPath(command)
    return switch failure {
    case .notFound where command.isEmpty: "The command name is empty."
    case .notFound: "Command \(path) not found."
    case .notExecutable(.missingFolder): "Couldn't start \(path): its interpreter is missing."
    case .notExecutable(let reason): "Couldn't start \(path) (\(self.reason(reason)))."
    }
  }

  func hint(_ command: DisplayText, _ failure: CommandFailure) -> DisplayText {
    switch failure {
    case .notFound where command.isEmpty: "Give a command after --"
    case .notFound: "Check the spelling, or give the full path"
    case .notExecutable: "Check that it is a program and that you have permission to run it"
    }
  }

  // MARK: What a program does

  /// "make -j4 · Compiling main.c": the name of a run and the newest line of its program. The name
  /// makes way for the line if there is not enough room, down to a third of it. Of a line that
  /// grows, as dots do, the end is the news.
  func running(
    _ name: DisplayText, _ line: DisplayText?, grows: Bool, room: Int, _ glyphs: Glyphs
  ) -> DisplayText {
    let (separator, ellipsis) = (" · ", glyphs.fit("…"))
    guard let line else { return glyphs.fit(name).truncated(to: room, ellipsis: ellipsis) }
    // Blanks at its start have no meaning beside another text.
    let newest = DisplayText(String(line.description.drop(while: \.isWhitespace)))
    let left = max(room / 3, room - newest.cells - separator.count)
    let short = glyphs.fit(name).truncated(to: left, ellipsis: ellipsis)
    let rest = max(0, room - short.cells - separator.count)
    let end = grows ? newest.truncatedAtStart(to: rest, ellipsis: ellipsis) : newest
    return DisplayText(short.description + separator + end.description)
      .truncated(to: room, ellipsis: ellipsis)
  }

  /// Shown in place of a result if the recording is cut off.
  var cut: DisplayText { "The run did not finish: the recording ends here" }
}
