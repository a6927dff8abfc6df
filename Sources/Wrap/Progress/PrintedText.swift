// The words of a progress line: what is left without the notation and its bar.

extension PrintedNotations {
  /// The shortest run of glyphs that is a bar, in bytes.
  private static let shortestBar = 3

  /// The line without its notations and bars; empty if no letters are left.
  func words(in line: LineBytes) -> String {
    var rest: [UInt8] = []
    var at = 0
    while at < line.count {
      var byte = line[at]
      if let end = end(of: at) ?? barEnd(line, from: at) {
        // A comma or colon that belonged to it goes with it.
        at = line.isAny(of: ",;:", at: end) ? end + 1 : end
        byte = 0x20
      } else {
        at += 1
      }
      if byte != 0x20 || rest.last != 0x20 { rest.append(byte) }
    }
    let isSeparator = { (byte: UInt8) in " ,;:|>".utf8.contains(byte) }
    let text = rest.drop(while: isSeparator)
    let end = text.lastIndex { !isSeparator($0) }.map { $0 + 1 } ?? text.startIndex
    let hasLetters = text.contains { ($0 | 0x20) &- 0x61 < 26 || $0 >= 0x80 }
    return hasLetters ? String(decoding: text[..<end], as: UTF8.self) : ""
  }

  /// The end of the notation that begins at `index`; nil for none.
  private func end(of index: Int) -> Int? {
    [main, other].lazy.compactMap { $0?.range }.first { $0.lowerBound == index }?.upperBound
  }

  /// The index after the bar that begins at `start`; nil for none.
  private func barEnd(_ line: LineBytes, from start: Int) -> Int? {
    // A bar in brackets, perhaps with blanks ahead of it.
    let brackets: [(StaticString, StaticString)] = [("[", "]"), ("<", ">"), ("(", ")"), ("|", "|")]
    for (open, close) in brackets where line.isAny(of: open, at: start) {
      let end = skipBar(line, from: start + 1, allowsBlanks: true)
      return end > start + 1 && line.isAny(of: close, at: end) ? end + 1 : nil
    }
    let end = skipBar(line, from: start, allowsBlanks: false)
    return end - start >= Self.shortestBar ? end : nil
  }

  private func skipBar(_ line: LineBytes, from start: Int, allowsBlanks: Bool) -> Int {
    var at = start
    while at < line.count {
      // The head of an arrow, unless it closes the bracket of one.
      let isHead =
        line.isAny(of: ">", at: at) && at + 1 < line.count && !line.isAny(of: ">", at: at + 1)
      if line.isBarGlyph(at) {
        at += 3
      } else if isHead || line.isAny(of: allowsBlanks ? "=#-*. " : "=#-*.", at: at) {
        at += 1
      } else {
        break
      }
    }
    return at
  }
}
