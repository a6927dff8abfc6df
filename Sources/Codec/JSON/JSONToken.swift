// The index that parsing produces: one entry for each key or value, in the order of the text.

/// One key or value: its range in the source and the entry that follows it.
///
/// Offsets count from the beginning of the parsed range and include quotes and brackets.
struct JSONToken {
  let start: UInt32
  var end: UInt32
  private var link: UInt32

  /// A placeholder.
  static let empty = JSONToken(start: 0, end: 0, next: 0)

  init(start: Int, end: Int, next: Int, isMarked: Bool = false) {
    self.start = UInt32(truncatingIfNeeded: start)
    self.end = UInt32(truncatingIfNeeded: end)
    link = UInt32(truncatingIfNeeded: next) | (isMarked ? 0x8000_0000 : 0)
  }

  /// Index of the first token that is not part of this one.
  var next: Int { Int(link & 0x7FFF_FFFF) }

  /// For a string: whether it contains escapes.
  var isMarked: Bool { link & 0x8000_0000 != 0 }

  /// Records where a container ends, once its closing bracket is found.
  mutating func close(end: Int, next: Int) {
    self.end = UInt32(truncatingIfNeeded: end)
    link = UInt32(truncatingIfNeeded: next)
  }
}
