// What is said of failures and warnings, and what a person is asked to type.

import Model

extension Messages {
  /// What went wrong and what to do next, as sentences.
  func spoken(_ failure: SyncFailure) -> DisplayText {
    let hint = hint(failure).description
    // A hint that begins in small letters is a command.
    let advice = hint.first?.isLowercase == true ? "Run \(hint)" : hint
    let sentences = [message(failure), sentence(DisplayText(advice))].map(\.description)
    return DisplayText("Error: \(sentences.joined(separator: " "))")
  }

  func spoken(_ warning: Warning) -> DisplayText {
    sentence("Warning: \(text(warning).description)")
  }

  /// What the first wish to leave says.
  func spokenStopping(_ signal: Signal) -> DisplayText {
    if case .interrupt = signal { return "Stopping. Press Control C again to leave at once." }
    return "Stopping."
  }

  /// What can be typed about a failure.
  func spokenPrompt(_ remedy: Remedy) -> DisplayText {
    switch remedy {
    case .retry: "Type retry or cancel and press Enter."
    case .signIn: "Type sign in or cancel and press Enter."
    }
  }

  /// What was typed in answer to the prompt: whether the remedy is taken; nil when it is neither
  /// that nor a refusal.
  package static func answer(_ typed: String) -> Bool? {
    switch typed.lowercased().split(separator: " ").joined(separator: " ") {
    case "retry", "r", "yes", "y", "sign in", "signin", "sign-in": true
    case "cancel", "c", "q", "quit", "no", "n": false
    default: nil
    }
  }
}
