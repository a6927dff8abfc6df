// Splits the output of a pipe or a file into lines, piece by piece.

/// Finds lines in bytes that arrive in pieces of any size. A line inside one piece is passed
/// without copying it; only a line that crosses pieces is copied.
package struct LineCutter: Sendable {
  /// What was found in a piece.
  package enum Line {
    /// A complete line without its line break. The bytes live only as long as the call that passes
    /// them.
    case line(UnsafeBufferPointer<UInt8>)
    /// A line longer than the limit, which was skipped: its length in bytes without the line break.
    case tooLong(Int)
  }

  /// The longest accepted line in bytes, so that no line can use up the memory.
  package let limit: Int
  private var rest: [UInt8] = []
  /// The number of skipped bytes of the current line.
  private var skipped = 0

  package init(limit: Int = 1 << 20) { self.limit = limit }

  /// Takes a piece and calls `body` with each line that ends in it, in order.
  package mutating func take(_ piece: UnsafeBufferPointer<UInt8>, _ body: (Line) -> Void) {
    var start = 0
    while let end = endOfLine(in: piece, from: start) {
      finish(UnsafeBufferPointer(rebasing: piece[start..<end]), body)
      start = end + 1
    }
    let tail = piece[start...]
    if skipped > 0 || rest.count + tail.count > limit {
      skipped += rest.count + tail.count
      rest.removeAll()
    } else {
      rest.append(contentsOf: tail)
    }
  }

  /// Ends the input: calls `body` with the bytes after the last line break, if any; that line is
  /// truncated.
  package mutating func end(_ body: (Line) -> Void) {
    if skipped > 0 || !rest.isEmpty { finish(UnsafeBufferPointer(start: nil, count: 0), body) }
  }

  private mutating func finish(_ line: UnsafeBufferPointer<UInt8>, _ body: (Line) -> Void) {
    defer {
      rest.removeAll(keepingCapacity: true)
      skipped = 0
    }
    let length = skipped + rest.count + line.count
    if length > limit { return body(.tooLong(length)) }
    if rest.isEmpty { return body(.line(line)) }
    rest.append(contentsOf: line)
    rest.withUnsafeBufferPointer { body(.line($0)) }
  }
}

/// The lines of a text, each ended by `\n`.
package struct NDJSON: Equatable, Sendable {
  /// The complete lines in order, without their line breaks. Empty lines are included, so that
  /// index + 1 is the line number in the file; a `\r` before the `\n` is JSON white space.
  package let lines: [Range<Int>]
  /// The range after the last line break: a truncated line, or one still being written.
  package let torn: Range<Int>?

  /// Finds the lines of `bytes`, or only of those from `start` on.
  package init(_ bytes: [UInt8], from start: Int = 0) {
    var lines: [Range<Int>] = []
    var at = min(max(start, 0), bytes.count)
    bytes.withUnsafeBufferPointer { bytes in
      while let end = endOfLine(in: bytes, from: at) {
        lines.append(at..<end)
        at = end + 1
      }
    }
    self.lines = lines
    torn = at < bytes.count ? at..<bytes.count : nil
  }
}

/// The index of the next line break; nil for none.
private func endOfLine(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
  var at = ByteWord.skip(bytes, from: start) { ByteWord.equal(0x0A, $0) }
  while at < bytes.count {
    if bytes[at] == 0x0A { return at }
    at &+= 1
  }
  return nil
}
