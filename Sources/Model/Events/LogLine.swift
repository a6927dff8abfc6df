// The output of a wrapped command: whole lines, many of them as one value, and what it has not
// finished.

/// A line of a wrapped command's output.
package struct LogLine: Hashable, Sendable {
  /// The output it was written to.
  package var stream: OutputStream
  package var text: DisplayText
  /// The text with its colours; nil if it has none, and for a line read from a recording.
  package let styled: StyledText?
  /// The number of its first row among all that the command has written, on a screen; nil for a
  /// line that is no row of it.
  package var number: Int?

  package init(
    stream: OutputStream, text: DisplayText, styled: StyledText? = nil, number: Int? = nil
  ) {
    (self.stream, self.text, self.styled, self.number) = (stream, text, styled, number)
  }
}

/// A change of the lines that a wrapped command has finished.
///
/// A command may go back to the rows of its last lines. On a screen they are open rows again until
/// they are finished, and a line takes the place of those that had its number or a later one.
package enum OutputChange: Sendable {
  case line(LogLine)
  /// Many lines that arrived together.
  case lines(PlainLines)
  /// A line that was finished before and has not changed.
  case again(LogLine)
  /// The command has cleared its screen; what follows begins in the first row.
  case cleared

  /// The lines that were not there before.
  package var newLines: [LogLine] {
    switch self {
    case .line(let line): [line]
    case .lines(let lines): lines.map { LogLine(stream: lines.stream, text: $0) }
    case .again, .cleared: []
    }
  }
}

/// The beginning of a line that a wrapped command has not ended yet: a question, or progress
/// rewritten after each CR. It is shown while it lasts and is not an event.
package struct OpenLine: Hashable, Sendable {
  package let text: DisplayText
  /// Whether the cursor has returned to it, so that it is written over; else it grows.
  package let isRedrawn: Bool

  package init(text: DisplayText, isRedrawn: Bool = false) {
    (self.text, self.isRedrawn) = (text, isRedrawn)
  }
}

/// Lines that arrived together and need no cleaning: printable ASCII without colours. Most output
/// in bulk is, and as one value it costs a twentieth of an event for each line (measured).
package struct PlainLines: Sendable {
  /// Fewer lines are events of their own.
  private static let least = 64
  /// The last lines that arrived together are always events of their own: progress is looked for in
  /// them, the newest is shown, and a command can redraw them.
  private static let spared = 50

  /// The output they were written to.
  package let stream: OutputStream
  /// The lines, each ended by LF.
  package let bytes: [UInt8]
  package let count: Int

  /// The lines that begin at `start`, each ended by LF or CR LF; nil if they are too few.
  ///
  /// - Parameter end: becomes the end of the lines, or the end of those that are too few.
  package init?(in input: [UInt8], of stream: OutputStream, from start: Int, to end: inout Int) {
    self.stream = stream
    var (ends, hasReturns) = (0, false)
    end = start
    input.withUnsafeBufferPointer { input in
      var isReturning = false
      for at in start..<input.count {
        switch input[at] {
        case 0x20..<0x7F where !isReturning: continue
        // A blank before CR is erased text.
        case 0x0D where at > start && input[at - 1] == 0x20: return
        case 0x0D:
          isReturning = true
          hasReturns = true
        case 0x0A:
          isReturning = false
          ends += 1
          end = at + 1
        default: return
        }
      }
    }
    guard ends >= Self.least + Self.spared else { return nil }
    for _ in 0..<Self.spared {
      repeat { end -= 1 } while end > start && input[end - 1] != 0x0A
    }
    count = ends - Self.spared
    let lines = input[start..<end]
    bytes = hasReturns ? lines.filter { $0 != 0x0D } : Array(lines)
  }

  /// The last line that is not blank; nil if all are.
  package var lastWritten: DisplayText? {
    guard let letter = bytes.lastIndex(where: { $0 > 0x20 }) else { return nil }
    let start = bytes[..<letter].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    var lines = Iterator(bytes: bytes, start: start)
    return lines.next()
  }
}

extension PlainLines: Sequence {
  package struct Iterator: IteratorProtocol {
    fileprivate let bytes: [UInt8]
    fileprivate var start: Int

    package mutating func next() -> DisplayText? {
      guard let end = bytes[start...].firstIndex(of: 0x0A) else { return nil }
      defer { start = end + 1 }
      return bytes.withUnsafeBufferPointer {
        DisplayText(printableASCII: UnsafeBufferPointer(rebasing: $0[start..<end]))
      }
    }
  }

  package func makeIterator() -> Iterator { Iterator(bytes: bytes, start: 0) }
}

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
