// The person at the terminal: what the loop says to them, asks them, and offers them.

import Reporting
import Model

/// How a person answers an offer.
enum Reply {
  /// With a single key, which the live block can wait for.
  case key
  /// With a typed word and Enter.
  case word
}

extension Loop {
  /// Says something to the person at the terminal, beside any face.
  mutating func say(_ lines: [DisplayText]) {
    write(lines.flatMap(inWindow).map { Chunk(.standardError, line: $0) })
  }

  /// A text in lines that the window does not break inside a word.
  private func inWindow(_ text: DisplayText) -> [DisplayText] {
    text.wrapped(to: max(1, context.columns - 1))
  }

  /// Asks for a line, on standard error when a person is there, and waits for it. nil at the end of
  /// the input, or when the person wants to leave.
  mutating func ask(_ prompt: DisplayText, echo: Bool) -> String? {
    // What was posted before belongs above the question.
    for signal in inbox.drain() { _ = take(signal) }
    if console.isInputTerminal {
      // The block gives way to the question, which needs the line for itself.
      show(.suspend)
      isAsking = true
      let text = inWindow(prompt).map(\.description).joined(separator: "\n")
      write([Chunk(.standardError, Array("\(text) ".utf8))])
    }
    console.readLine(echo: echo)
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
        case .event, .ended, .tick, .key, .bytes, .bytesEnded, .childEnded, .resize, .interrupt,
          .terminate, .hangup, .suspend,
          .resume, .outputClosed, .progressRequest:
          _ = take(signal)
        }
      }
    }
    return stop == nil ? answer : nil
  }

  /// Shows what can mend a run that failed, and waits for the answer. Returns what to do; nil when
  /// the person cancels or leaves, or when nothing here can help.
  mutating func offer(_ report: RunSummary, answeredBy reply: Reply) -> Remedy? {
    // In the background nobody sees a question, and waiting for an answer would never end.
    guard stop == nil, context.isForeground, let remedy = Remedy(for: state.failures)
    else { return nil }
    offered = RetryPrompt(remedy: remedy, report: report)
    let began = clock.animation()
    read(reply)
    show(.ended)
    var answer: Bool?
    while answer == nil, stop == nil, context.isForeground {
      for signal in next(until: wakeUp) {
        switch signal {
        case .key(.character("r")), .key(.character("R")): answer = true
        case .key(.character("c")), .key(.character("C")), .key(.character("q")),
          .key(.character("Q")), .key(.escape), .inputClosed:
          answer = answer ?? false
        case .line(let typed):
          answer = answer ?? Messages.answer(typed)
          if answer == nil {
            // The face asks once more.
            _ = take(signal)
            read(reply)
          }
        case .event, .ended, .tick, .key, .bytes, .bytesEnded, .childEnded, .resize, .interrupt,
          .terminate, .hangup,
          .suspend, .resume, .outputClosed, .progressRequest:
          _ = take(signal)
        }
      }
    }
    console.stopReading()
    clock.goOn(from: began)
    guard answer == true, stop == nil else { return nil }
    offered = nil
    return remedy
  }

  private func read(_ reply: Reply) {
    switch reply {
    case .key: console.readKeys()
    case .word: console.readLine(echo: true)
    }
  }
}
