// Cuts NDJSON, one JSON text a line, into its lines.

/// The lines of a text whose lines end in `\n`.
package struct NDJSON: Equatable, Sendable {
  /// The finished lines in order, without their line ends. Empty lines are among them, so that
  /// index + 1 is the number of a line in the file; a `\r` before the `\n` is JSON white space.
  package let lines: [Range<Int>]
  /// What stands after the last line end: a line whose writing was cut short, or is under way.
  package let torn: Range<Int>?

  /// Finds the lines of `bytes`, or only of those from `start` on.
  package init(_ bytes: [UInt8], from start: Int = 0) {
    var lines: [Range<Int>] = []
    var at = min(max(start, 0), bytes.count)
    bytes.withUnsafeBufferPointer { bytes in
      while let end = ByteWord.firstIndex(of: 0x0A, in: bytes, from: at) {
        lines.append(at..<end)
        at = end + 1
      }
    }
    self.lines = lines
    torn = at < bytes.count ? at..<bytes.count : nil
  }
}

extension NDJSON {
  /// Whether bytes fit on one line, whatever ends lines where they go.
  package static func isOneLine(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      ByteWord.firstIndex(of: 0x0A, in: bytes, from: 0) == nil
        && ByteWord.firstIndex(of: 0x0D, in: bytes, from: 0) == nil
    }
  }
}
