// What is said of programs that are not ours: that they run, and how they ended.

import Model

extension Messages {
  /// "Running make…": before the program says itself what it does.
  func running(_ program: DisplayText) -> DisplayText {
    "Running \(program.description)…"
  }

  func spokenRunning(_ program: DisplayText) -> DisplayText {
    "Running \(program.description)"
  }

  /// "make finished", "make failed (exit code 2)", "make was stopped (signal 15)".
  func ended(_ summary: RunSummary, _ state: RunState) -> DisplayText {
    let who = state.run?.program?.description ?? "The run"
    switch summary.outcome {
    case .ok: return "\(who) finished"
    case .partial: return "\(who) finished in part"
    case .interrupted: return stopped(state)
    case .failed:
      if let signal = summary.exit.signal {
        return voice == .spoken
          ? "\(who) was stopped by signal \(signal)" : "\(who) was stopped (signal \(signal))"
      }
      let code = summary.exit.code
      return voice == .spoken
        ? "\(who) failed with exit code \(code)" : "\(who) failed (exit code \(code))"
    }
  }

  /// The same for standard error.
  func failed(_ summary: RunSummary, _ state: RunState) -> DisplayText {
    let text = ended(summary, state).description
    return voice == .spoken ? "Error: \(text)." : "velo-sync: \(text)"
  }

  func title(_ trouble: CommandTrouble) -> DisplayText {
    switch trouble {
    case .notFound: "Command not found"
    case .notExecutable: "Cannot start"
    }
  }

  func message(_ command: DisplayText, _ trouble: CommandTrouble) -> DisplayText {
    switch trouble {
    case .notFound where command.isEmpty: "The name of the command is empty."
    case .notFound: "There is no command \(fullPath(command))."
    case .notExecutable(.missingFolder):
      "Couldn't start \(fullPath(command)): the program that reads it is missing."
    case .notExecutable(let reason):
      "Couldn't start \(fullPath(command)) (\(self.reason(reason)))."
    }
  }

  func hint(_ command: DisplayText, _ trouble: CommandTrouble) -> DisplayText {
    switch trouble {
    case .notFound where command.isEmpty: "Name a command behind --"
    case .notFound: "Check the spelling, or name it with its path"
    case .notExecutable: "Check that it is a program, and that you may run it"
    }
  }

  /// What stands in the place of a result when nobody knows how the run ended.
  var cut: DisplayText { "The run did not end: its record stops here" }
}
