// The words of a progress line: what is left without the notation, its bar and its spinner.

/// Removes from a line what the live line shows by itself.
enum PrintedText {
  /// Words that come with a bar and say nothing without it.
  private static let meterWords: [StaticString] = [
    "eta", "in", "left", "remaining", "elapsed", "its", "it", "s", "b", "kb", "mb", "gb",
    "kib", "mib", "gib", "k", "m", "g", "min", "sec", "h", "d", "xfr", "chk", "to", "ir", "at",
    "of", "frag",
  ]
  /// The shortest run of a glyph that is a bar.
  private static let shortestBar = 3

  /// The line without its notations; empty if no words are left.
  static func without(_ notations: PrintedNotations, in line: LineBytes) -> String {
    var rest: [UInt8] = []
    rest.reserveCapacity(line.count)
    var at = 0
    while at < line.count {
      if let end = notations.end(of: at) {
        at = end
        // A comma or colon that belonged to the notation goes with it.
        if at < line.count, ",;:".utf8.contains(line[at]) { at += 1 }
        append(0x20, to: &rest)
      } else if let end = barEnd(line, from: at) {
        at = end
        append(0x20, to: &rest)
      } else {
        append(line[at], to: &rest)
        at += 1
      }
    }
    removeEmptyBrackets(&rest)
    trim(&rest)
    // Without a number, even the name of a unit is a word: `[2/9] b`.
    let isWord = rest.withUnsafeBufferPointer { rest in
      rest.firstDigit == nil && rest.indices.contains { rest.isLetter($0) }
    }
    removeAmounts(&rest)
    trim(&rest)
    return isWord || rest.withUnsafeBufferPointer { hasWords($0) }
      ? String(decoding: rest, as: UTF8.self) : ""
  }

  /// Appends a byte; blanks are joined.
  private static func append(_ byte: UInt8, to rest: inout [UInt8]) {
    if byte == 0x20, rest.last == 0x20 { return }
    rest.append(byte)
  }

  /// The index after the bar or spinner that begins at `start`; nil for none.
  private static func barEnd(_ line: LineBytes, from start: Int) -> Int? {
    // A bar in brackets, perhaps with blanks ahead of it.
    let brackets: [(StaticString, StaticString)] = [("[", "]"), ("<", ">"), ("(", ")"), ("|", "|")]
    for (open, close) in brackets where line.isAny(of: open, at: start) {
      let end = skipBar(line, from: start + 1, allowsBlanks: true)
      // The end of `<===---> 45%` looks like the head of an arrow.
      let head = line.skipBlanks(before: end)
      if line.isAny(of: "<", at: start), line.isAny(of: ">", at: head - 1) { return head }
      return end > start + 1 && line.isAny(of: close, at: end) ? end + 1 : nil
    }
    guard line[start] == 0xE2 || line.isAny(of: "=#-*./\\", at: start) else { return nil }
    let end = skipBar(line, from: start, allowsBlanks: false)
    if end - start >= shortestBar { return end }
    // A spinner stands alone.
    let isAlone =
      (start == 0 || line[start - 1] == 0x20)
      && (start + 1 == line.count || line[start + 1] == 0x20)
    return isAlone && line.isAny(of: "=#-*/\\", at: start) ? start + 1 : nil
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
        line.isAny(of: ">", at: at) && at + 1 < line.count
        && !line.isAny(of: ">", at: at + 1)
      guard isHead || line.isAny(of: "=#-*.", at: at) || allowsBlanks && line[at] == 0x20 else {
        break
      }
      at += 1
    }
    return at
  }

  /// Removes brackets that hold no words: `[]`, `[00:00<00:02, 5.0it/s]`.
  private static func removeEmptyBrackets(_ rest: inout [UInt8]) {
    var kept: [UInt8] = []
    kept.reserveCapacity(rest.count)
    for byte in rest {
      append(byte, to: &kept)
      let open: Unicode.Scalar
      switch byte {
      case "]": open = "["
      case ")": open = "("
      default: continue
      }
      guard let start = kept.lastIndex(where: { open ~= $0 }) else { continue }
      let isEmpty = kept.withUnsafeBufferPointer {
        !hasWords(LineBytes(rebasing: $0[(start + 1)..<($0.count - 1)]))
      }
      if isEmpty { kept.removeSubrange(start...) }
    }
    rest = kept
  }

  /// Removes a speed and a time left from the end.
  private static func removeAmounts(_ rest: inout [UInt8]) {
    var end = rest.count
    var isMeter = false
    while let blank = rest[..<end].lastIndex(of: 0x20) {
      let word = rest[(blank + 1)..<end]
      let isAmount = word.withUnsafeBufferPointer { !hasWords($0) }
      guard isAmount else { break }
      isMeter = isMeter || word.contains { ":/%".utf8.contains($0) }
      end = blank
    }
    if isMeter { rest.removeSubrange(end...) }
  }

  /// Removes blanks and separators at both ends, and a bracket that the notation closed.
  private static func trim(_ rest: inout [UInt8]) {
    let separators = " ,;:-|>=/.+".utf8
    if let open = rest.lastIndex(where: { "([".utf8.contains($0) }),
      !rest[open...].contains(where: { ")]".utf8.contains($0) })
    {
      rest.remove(at: open)
    }
    while let last = rest.last, separators.contains(last) { rest.removeLast() }
    var start = 0
    while start < rest.count, separators.contains(rest[start]), !startsWord(rest, at: start) {
      start += 1
    }
    rest.removeFirst(start)
  }

  /// Whether a path or an option begins here: `./a`, `/home`, `-j`.
  private static func startsWord(_ rest: [UInt8], at start: Int) -> Bool {
    guard start + 1 < rest.count, "-/.+".utf8.contains(rest[start]) else { return false }
    return rest[start + 1] != 0x20
  }

  /// Whether a word is left that says more than an amount, a speed or a time.
  private static func hasWords(_ line: LineBytes) -> Bool {
    var at = 0
    while at < line.count {
      guard line.isLetter(at) || line[at] >= 0x80 else {
        at += 1
        continue
      }
      let start = at
      while at < line.count, line.isLetter(at) || line[at] >= 0x80 { at += 1 }
      let isAttached = start > 0 && line.digit(start - 1) != nil
      if !isAttached, !meterWords.contains(where: { line.isWord($0, from: start, to: at) }) {
        return true
      }
    }
    return false
  }
}

extension PrintedNotations {
  /// Whether the line has a digit outside the notations.
  func leaveNumber(in line: LineBytes) -> Bool {
    line.indices.contains { index in
      line.digit(index) != nil && main?.range.contains(index) != true
        && units?.range.contains(index) != true
    }
  }

  /// The end of the notation that begins at `index`; nil for none.
  fileprivate func end(of index: Int) -> Int? {
    if let main, main.range.lowerBound == index { return main.range.upperBound }
    if let units, units.range.lowerBound == index { return units.range.upperBound }
    return nil
  }
}
