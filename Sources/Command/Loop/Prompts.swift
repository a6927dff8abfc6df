// Questions to the person at the terminal.

import Platform
import Reporting
import Model

/// How the person answers a retry prompt.
enum PromptAnswer {
  /// With a single key, which the live block can wait for.
  case key
  /// With a typed word and Enter.
  case word
}

extension Loop {
  /// Writes lines to the terminal, independently of the renderer.
  mutating func say(_ lines: [DisplayText]) {
    // The live block is removed, because the lines would be written over it.
    show(.suspend)
    write(lines.flatMap(inWindow).map { Chunk(.standardError, line: $0) })
  }

  /// The text wrapped at word boundaries to the width of the window.
  private func inWindow(_ text: DisplayText) -> [DisplayText] {
    text.wrapped(to: max(1, view.columns - 1))
  }

  /// Asks for a line, on standard error if there is a terminal, and waits for it. nil at the end of
  /// the input, or when the person leaves.
  mutating func ask(_ prompt: DisplayText, echo: Bool) -> String? {
    // Earlier events belong above the question.
    for signal in inbox.drain() { _ = dispatch(signal) }
    // Before the question, so that no answer comes too early to be echoed, or to be hidden.
    console.readLine(echo: echo)
    if console.isInputTerminal {
      // The live block is removed, because the question needs its line.
      show(.suspend)
      isAsking = true
      let text = inWindow(prompt).map(\.description).joined(separator: "\n")
      write([Chunk(.standardError, Array("\(text) ".utf8))])
    }
    defer {
      console.stopReading()
      isAsking = false
    }
    var answer: String?
    var isOver = false
    while stop == nil, !isOver {
      for signal in next(until: nil) {
        switch signal {
        case .line(let line): (answer, isOver) = (line, true)
        case .inputClosed: isOver = true
        case .interrupt, .terminate, .hangup:
          endQuestion()
          _ = dispatch(signal)
        default: _ = dispatch(signal)
        }
      }
    }
    if stop == nil, answer == nil { endQuestion() }
    return stop == nil ? answer : nil
  }

  /// Begins a line below a question that was left without an answer.
  private mutating func endQuestion() {
    if console.isInputTerminal { write([Chunk(.standardError, Array("\r\n".utf8))]) }
  }

  /// Shows the retry option for a failed run and waits for the answer. Returns the retry option to
  /// apply; nil when the person declines or leaves, or when there is no retry option.
  mutating func promptForRetry(
    _ summary: RunSummary, answeredBy reply: PromptAnswer
  ) -> RetryOption? {
    // In the background nobody sees the question, and the wait would never end.
    guard stop == nil, view.isForeground, let retryOption = RetryOption(for: view.state.failures)
    else { return nil }
    view.retryPrompt = RetryPrompt(retryOption: retryOption, summary: summary, at: clock.moment())
    refreshView()
    let began = clock.animation()
    read(reply)
    show(.retryPrompted)
    var answer: Bool?
    while answer == nil, stop == nil, view.isForeground {
      for signal in next(until: wakeUp) {
        switch signal {
        case .key(.character("r")), .key(.character("R")): answer = true
        case .key(.character("c")), .key(.character("C")), .key(.character("q")),
          .key(.character("Q")), .key(.escape), .inputClosed:
          answer = answer ?? false
        case .line(let typed):
          answer = answer ?? Messages.answer(typed)
          if answer == nil {
            // The renderer repeats the question.
            _ = dispatch(signal)
            read(reply)
          }
        default: _ = dispatch(signal)
        }
      }
    }
    console.stopReading()
    clock.resume(from: began)
    // A prompt that is declined stays: its summary is the result.
    guard answer == true, stop == nil else { return nil }
    view.retryPrompt = nil
    return retryOption
  }

  private func read(_ reply: PromptAnswer) {
    switch reply {
    case .key: console.readKeys()
    case .word: console.readLine(echo: true)
    }
  }
}
