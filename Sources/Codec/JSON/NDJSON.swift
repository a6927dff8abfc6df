// Splits NDJSON, one JSON text a line, into its lines.

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
      while let end = ByteWord.firstIndex(of: 0x0A, in: bytes, from: at) {
        lines.append(at..<end)
        at = end + 1
      }
    }
    self.lines = lines
    torn = at < bytes.count ? at..<bytes.count : nil
  }
}
