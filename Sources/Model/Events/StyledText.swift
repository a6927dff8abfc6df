// Text that is safe to show, with its colours.

/// Clean text with SGR sequences and no other control, which is plain again at its end. It is made
/// of `DisplayText` and `TextStyle` only, so that nothing else from outside can be part of it.
package struct StyledText: Hashable, Sendable {
  /// The text with its sequences.
  package let sequence: String

  /// - Parameter runs: pieces of the text in order, each with its style.
  package init(_ runs: [(text: DisplayText, style: TextStyle)]) {
    var sequence = ""
    var current = TextStyle.plain
    for run in runs where !run.text.isEmpty {
      if run.style != current {
        if current != .plain { sequence += Self.reset }
        if run.style != .plain { sequence += run.style.sequence }
        current = run.style
      }
      sequence += run.text.description
    }
    if current != .plain { sequence += Self.reset }
    self.sequence = sequence
  }

  private static let reset = "\u{1B}[0m"
}
