// A command's output in pieces, and its new lines, each by itself.

import Model

@testable import Wrap

extension OutputLines {
  /// Calls `body` with every new line, also with those that come as many at once.
  mutating func take(
    _ bytes: [UInt8], at moment: Moment = Moment(nanoseconds: 0),
    _ body: (DisplayText, StyledText?) -> Void
  ) {
    // Not of a terminal, so that no screen is asked for.
    _ = take(bytes, at: moment) { newLines($0, body) }
  }

  /// Calls `body` with every line that is left.
  mutating func end(_ body: (DisplayText, StyledText?) -> Void) {
    end { newLines($0, body) }
  }
}

private func newLines(_ change: OutputChange, _ body: (DisplayText, StyledText?) -> Void) {
  for line in change.newLines { body(line.text, line.styled) }
}

extension CommandOutput {
  /// Calls `body` with every new line, also with those that come as many at once.
  mutating func take(
    _ bytes: [UInt8], from stream: OutputStream, at moment: Moment, _ body: (LogLine) -> Void
  ) {
    _ = take(bytes, from: stream, at: moment) { (change: OutputChange) in
      for line in change.newLines { body(line) }
    }
  }

  /// Calls `body` with every line that is left.
  mutating func end(_ stream: OutputStream, _ body: (LogLine) -> Void) {
    end(stream) { (change: OutputChange) in
      for line in change.newLines { body(line) }
    }
  }
}

extension Array {
  func chunks(of size: Int) -> [[Element]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}
