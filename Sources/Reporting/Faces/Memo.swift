// Builds a line only when what it says has changed.

import Terminal

/// The line that was built last, with what it was built from. Ten times a second nothing but the
/// spinner changes; a line that is kept costs neither words nor widths, and the painter sees at once
/// that it is the same.
struct Memo<Content: Equatable & Sendable>: Sendable {
  private var content: Content?
  private var spans: [Span] = []

  /// The spans for `content`, made anew only for another content than the last.
  mutating func spans(for content: Content, make: (Content) -> [Span]) -> [Span] {
    if content != self.content {
      spans = make(content)
      self.content = content
    }
    return spans
  }
}
