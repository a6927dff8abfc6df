// The lines of a command's output, each by itself.

package import Model
package import Terminal

extension OutputLines {
  /// Calls `body` with every line, also with those that come as many at once.
  package mutating func take(
    _ bytes: [UInt8], at moment: Moment = Moment(nanoseconds: 0),
    _ body: (DisplayText, StyledText?) -> Void
  ) {
    take(bytes, at: moment, body) { for text in $0 { body(text, nil) } }
  }
}

extension CommandOutput {
  /// Calls `body` with every line, also with those that come as many at once.
  package mutating func take(
    _ bytes: [UInt8], from stream: OutputStream, at moment: Moment, _ body: (LogLine) -> Void
  ) {
    take(bytes, from: stream, at: moment, body) {
      for text in $0 { body(LogLine(stream: stream, text: text)) }
    }
  }
}
