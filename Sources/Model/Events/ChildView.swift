// What a wrapped command shows besides its finished lines, and what it wants of the keyboard.

/// A wrapped command as the renderers see it. It is no event, because it may change at any moment.
package struct ChildView: Hashable, Sendable {
  /// How it takes what is typed.
  package enum Typing: Sendable {
    /// It waits for a line on its input, so that its unfinished line is the question.
    case line
    /// On a terminal of its own, it gets each key and shows what it makes of it.
    case keys
  }

  /// Who types, and for whom.
  package struct Keyboard: Hashable, Sendable {
    /// Whether it waits for something typed on the terminal.
    package var isTaken: Bool
    /// nil if it takes nothing, or if that is not known.
    package var typing: Typing?
    /// How often a typed line was echoed while nobody read it, which moved the cursor.
    package var typedLines: Int

    package init(isTaken: Bool = false, typing: Typing? = nil, typedLines: Int = 0) {
      (self.isTaken, self.typing, self.typedLines) = (isTaken, typing, typedLines)
    }
  }

  /// The line that it has not ended.
  package var openLine: OpenLine?
  /// Its newest line without the progress that it states, possibly empty; nil for a line that states
  /// none.
  package var statedLine: DisplayText?
  /// The lines that it redraws, as they are now, below the finished ones.
  package var redrawn: [LogLine] = []
  package var keyboard = Keyboard()
  /// Whether it has the whole screen.
  package var hasScreen = false

  package init() {}
}
