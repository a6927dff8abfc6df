// What a wrapped command writes on its own.

/// A line of a wrapped command's output.
package struct LogLine: Hashable, Sendable {
  /// Where it was written.
  package let stream: OutputStream
  package let text: DisplayText

  package init(stream: OutputStream, text: DisplayText) {
    self.stream = stream
    self.text = text
  }
}
