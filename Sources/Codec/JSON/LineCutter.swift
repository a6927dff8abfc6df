// Cuts what a pipe or a file gives, piece by piece, into lines.

/// Finds lines in bytes that come in pieces of any size. A line inside one piece is seen where it
/// stands; only one that crosses pieces is copied.
package struct LineCutter: Sendable {
  /// What a piece brought.
  package enum Line {
    /// A finished line without its end. The bytes live as long as the call that hands them out.
    case line(UnsafeBufferPointer<UInt8>)
    /// A line longer than the limit, which was skipped: its length in bytes without its end.
    case tooLong(Int)
  }

  /// How many bytes a line may have: nobody's line shall take all memory.
  package let limit: Int
  private var rest: [UInt8] = []
  /// The bytes that were skipped of the line under way.
  private var skipped = 0

  /// - Parameter limit: how many bytes a line may have.
  package init(limit: Int = 1 << 20) {
    self.limit = limit
  }

  /// Whether more lines than `count` end in a piece.
  package static func endsMore(
    than count: Int, in piece: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    var (lines, start) = (0, 0)
    while lines <= count, let end = ByteWord.firstIndex(of: 0x0A, in: piece, from: start) {
      lines += 1
      start = end + 1
    }
    return lines > count
  }

  /// Takes in a piece and calls `body` with each line that ended in it, in order.
  package mutating func take(_ piece: UnsafeBufferPointer<UInt8>, _ body: (Line) -> Void) {
    var start = 0
    while let end = ByteWord.firstIndex(of: 0x0A, in: piece, from: start) {
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

  /// There are no more bytes: calls `body` with what came after the last line end, if anything did,
  /// a line whose writing was cut short.
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
