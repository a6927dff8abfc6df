// A command's output in pieces, and its new lines, each by itself.

import Model
import Wrap

extension OutputLines {
  /// Calls `body` with every new line, also with those that come as many at once.
  mutating func take(
    _ bytes: [UInt8], at moment: Moment = Moment(nanoseconds: 0),
    _ body: (DisplayText, StyledText?) -> Void
  ) {
    take(bytes, at: moment, { newLine($0, body) }) { for text in $0 { body(text, nil) } }
  }

  /// Calls `body` with every line that is left.
  mutating func end(_ body: (DisplayText, StyledText?) -> Void) {
    end { newLine($0, body) }
  }
}

private func newLine(_ change: OutputChange, _ body: (DisplayText, StyledText?) -> Void) {
  if case .line(let line) = change { body(line.text, line.styled) }
}

extension CommandOutput {
  /// Calls `body` with every new line, also with those that come as many at once.
  mutating func take(
    _ bytes: [UInt8], from stream: OutputStream, at moment: Moment, _ body: (LogLine) -> Void
  ) {
    take(bytes, from: stream, at: moment) {
      if case .line(let line) = $0 { body(line) }
    } many: {
      for text in $0 { body(LogLine(stream: stream, text: text)) }
    }
  }

  /// Calls `body` with every line that is left.
  mutating func end(_ stream: OutputStream, _ body: (LogLine) -> Void) {
    end(stream) { if case .line(let line) = $0 { body(line) } }
  }
}

extension Array {
  func chunks(of size: Int) -> [[Element]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}
