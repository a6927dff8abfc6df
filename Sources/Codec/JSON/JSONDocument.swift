// The bytes and the token index shared by all values of one parsed text.

/// The parsed bytes with their index, shared by all values in them.
final class JSONDocument: Sendable {
  let bytes: [UInt8]
  /// Where the parsed range begins in `bytes`.
  let base: Int
  let tokens: [JSONToken]

  init(bytes: [UInt8], base: Int, tokens: [JSONToken]) {
    self.bytes = bytes
    self.base = base
    self.tokens = tokens
  }

  func range(of token: JSONToken) -> Range<Int> {
    base + Int(token.start)..<base + Int(token.end)
  }
}

/// One key or value: its range in the source and the entry that follows it.
///
/// Offsets count from the beginning of the parsed range and include quotes and brackets.
struct JSONToken {
  let start: UInt32
  var end: UInt32
  private var link: UInt32

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
