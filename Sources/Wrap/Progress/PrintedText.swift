// The words of a progress line: what is left without the notation and its bar.

/// Removes from a line what the live line shows by itself.
enum PrintedText {
  /// The shortest run of glyphs that is a bar, in bytes.
  private static let shortestBar = 3

  /// The line without its notations; empty if no letters are left.
  static func without(_ notations: PrintedNotations, in line: LineBytes) -> String {
    var rest: [UInt8] = []
    rest.reserveCapacity(line.count)
    var at = 0
    while at < line.count {
      if let end = notations.end(of: at) ?? barEnd(line, from: at) {
        // A comma or colon that belonged to it goes with it.
        at = line.isAny(of: ",;:", at: end) ? end + 1 : end
        append(0x20, to: &rest)
      } else {
        append(line[at], to: &rest)
        at += 1
      }
    }
    trim(&rest)
    let hasLetters = rest.withUnsafeBufferPointer { rest in
      rest.indices.contains { rest.isLetter($0) || rest[$0] >= 0x80 }
    }
    return hasLetters ? String(decoding: rest, as: UTF8.self) : ""
  }

  /// Appends a byte; blanks are joined.
  private static func append(_ byte: UInt8, to rest: inout [UInt8]) {
    if byte == 0x20, rest.last == 0x20 { return }
    rest.append(byte)
  }

  /// The index after the bar that begins at `start`; nil for none.
  private static func barEnd(_ line: LineBytes, from start: Int) -> Int? {
    // A bar in brackets, perhaps with blanks ahead of it.
    let brackets: [(StaticString, StaticString)] = [("[", "]"), ("<", ">"), ("(", ")"), ("|", "|")]
    for (open, close) in brackets where line.isAny(of: open, at: start) {
      let end = skipBar(line, from: start + 1, allowsBlanks: true)
      return end > start + 1 && line.isAny(of: close, at: end) ? end + 1 : nil
    }
    let end = skipBar(line, from: start, allowsBlanks: false)
    return end - start >= shortestBar ? end : nil
  }

  private static func skipBar(_ line: LineBytes, from start: Int, allowsBlanks: Bool) -> Int {
    var at = start
    while at < line.count {
      if line.isBarGlyph(at) {
        at += 3
        continue
      }
      // The head of an arrow, unless it closes the bracket of one.
      let isHead =
        line.isAny(of: ">", at: at) && at + 1 < line.count && !line.isAny(of: ">", at: at + 1)
      guard isHead || line.isAny(of: "=#-*.", at: at) || allowsBlanks && line[at] == 0x20 else {
        break
      }
      at += 1
    }
    return at
  }

  /// Removes blanks and separators at both ends.
  private static func trim(_ rest: inout [UInt8]) {
    let separators = " ,;:|>".utf8
    while let last = rest.last, separators.contains(last) { rest.removeLast() }
    rest.removeFirst(rest.prefix { separators.contains($0) }.count)
  }
}

extension PrintedNotations {
  /// The end of the notation that begins at `index`; nil for none.
  fileprivate func end(of index: Int) -> Int? {
    [main, other].lazy.compactMap { $0?.range }.first { $0.lowerBound == index }?.upperBound
  }
}
