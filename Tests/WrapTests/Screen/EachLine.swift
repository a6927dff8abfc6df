// A command's output in pieces, and its new lines, each by itself.

import Model
import Wrap

extension CommandOutput {
  /// Calls `body` with every new line, also with those that come as many at once. No screen is
  /// asked for.
  mutating func take(
    _ bytes: [UInt8], from stream: OutputStream = .standardOutput,
    at moment: Moment = Moment(nanoseconds: 0), _ body: (LogLine) -> Void
  ) {
    _ = feed(bytes, from: stream, at: moment) { (change: OutputChange) in
      change.newLines.forEach(body)
    }
  }

  /// What a text asks of the terminal.
  mutating func requests(of text: String) -> TerminalRequests {
    feed(Array(text.utf8), from: .standardOutput, at: Moment(nanoseconds: 0)) { (_: OutputChange) in
    }
  }

  /// Calls `body` with every line that is left.
  mutating func end(_ stream: OutputStream = .standardOutput, _ body: (LogLine) -> Void) {
    end(stream) { (change: OutputChange) in change.newLines.forEach(body) }
  }
}

extension Array {
  func chunks(of size: Int) -> [[Element]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}
