// What a wrapped command shows besides its finished lines.

/// A wrapped command as the renderers see it. It is no event, because it may change at any moment.
package struct ChildView: Hashable, Sendable {
  /// The line that it has not ended.
  package var openLine: OpenLine?
  /// Its newest line without the progress that it states, possibly empty; nil for a line that
  /// states none.
  package var statedLine: DisplayText?
  /// What it has not finished, below its lines.
  package var rows = OpenRows()
  /// Whether it has the whole screen.
  package var hasScreen = false

  package init() {}
}

/// The rows that a wrapped command has not finished, as they are now: those that it redraws, and
/// the line that it has not ended. Each fits a row of the window.
package struct OpenRows: Hashable, Sendable {
  /// The number of the first; finished lines from there on are gone.
  package var first: Int
  package var lines: [LogLine]
  /// Where its cursor is; nil if it is in no row that shows anything.
  package var cursor: OpenCursor?

  package init(first: Int = .max, lines: [LogLine] = [], cursor: OpenCursor? = nil) {
    (self.first, self.lines, self.cursor) = (first, lines, cursor)
  }
}

/// A place in rows of which the last is the one above the block.
package struct OpenCursor: Hashable, Sendable {
  /// The row, counted upwards from 1, the last one.
  package var up: Int
  /// From 0.
  package var column: Int

  package init(up: Int, column: Int) { (self.up, self.column) = (up, column) }
}
