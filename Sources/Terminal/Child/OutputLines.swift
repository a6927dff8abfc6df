// Another command's output as lines that are safe to show.

package import Model
import Platform

/// Cuts one output of a command into lines. LF and CR LF end a line; of a line in which a CR goes
/// back to the beginning the last part stays, as on a terminal. Bytes that are no UTF-8 become U+FFFD,
/// and nobody's line takes all memory: beyond 64 KiB it goes on as another.
package struct OutputLines: Sendable {
  /// The longest line in bytes.
  package static let longest = 1 << 16
  /// As much of a line that has not ended as anybody looks at, in bytes: more than a window shows.
  private static let shown = 1 << 12

  private var rest: [UInt8] = []
  /// Whether `rest` goes on inside a control string that was cut in two: what it hides stays hidden.
  private var isInString = false
  /// Whether the beginning of the line was given out already.
  private var isCut = false
  /// Whether there was a CR in the line that has not ended.
  package private(set) var goesBack = false

  package init() {}

  /// Takes in what was read and calls `body` with each line that ended in it, in order.
  package mutating func take(_ bytes: [UInt8], _ body: (DisplayText) -> Void) {
    var start = 0
    while start < bytes.count {
      let end = bytes.firstIndex(of: 0x0A, from: start)
      let part = bytes[start..<(end ?? bytes.count)]
      let hasReturns = rest.last == 0x0D || part.contains(0x0D)
      rest += part
      if end != nil, hasReturns { dropReturns() }
      if hasReturns {
        goesBack = true
        shorten()
      }
      split(body)
      if end != nil {
        let isRest = isCut
        isCut = false
        let line = takeLine()
        // What ends a line that was given out before is no line.
        if !isRest || !line.isEmpty { body(line) }
      }
      start += part.count + 1
    }
  }

  /// What there is of the line that has not ended, as a terminal would show it: maybe nothing that
  /// can be seen. nil when none was begun.
  package var unfinished: DisplayText? {
    if rest.isEmpty { return nil }
    var end = min(rest.count, Self.shown)
    while end > 0, rest[end - 1] == 0x0D { end -= 1 }
    return text(wholeCharacters(of: rest[..<end]))
  }

  /// Gives out what there is of the line that has not ended as a line of its own; nil when there is
  /// none. What comes behind it is another.
  package mutating func cut() -> DisplayText? {
    let piece = wholeCharacters(of: rest[...])
    if piece.isEmpty { return nil }
    let line = text(piece)
    isInString = endsInString(piece)
    rest.removeSubrange(..<piece.endIndex)
    goesBack = false
    isCut = true
    return line
  }

  /// The last line, which nothing ended; nil when there is none, or nothing of it is to be seen.
  package mutating func end() -> DisplayText? {
    dropReturns()
    shorten()
    let line = takeLine()
    return line.isEmpty ? nil : line
  }

  private mutating func takeLine() -> DisplayText {
    defer {
      rest.removeAll(keepingCapacity: true)
      isInString = false
      goesBack = false
    }
    return text(rest[...])
  }

  /// Forgets the CRs in front of a line's end.
  private mutating func dropReturns() {
    while rest.last == 0x0D { rest.removeLast() }
  }

  /// Forgets what a CR has gone back over. One at the end may yet be a part of the line's end.
  private mutating func shorten() {
    var end = rest.count
    while end > 0, rest[end - 1] == 0x0D { end -= 1 }
    guard let last = rest[..<end].lastIndex(of: 0x0D) else { return }
    rest.removeSubrange(...last)
    isInString = false
  }

  /// Gives out what is beyond the longest line, whole characters only.
  private mutating func split(_ body: (DisplayText) -> Void) {
    var start = 0
    while rest.count - start > Self.longest {
      var end = start + Self.longest
      while end > start + Self.longest - 4, rest[end] & 0xC0 == 0x80 { end -= 1 }
      let piece = rest[start..<end]
      let line = text(piece)
      // Nothing of it is to be seen: no line either.
      if !line.isEmpty { body(line) }
      isInString = endsInString(piece)
      start = end
    }
    if start > 0 { rest.removeSubrange(..<start) }
  }

  private func text(_ bytes: ArraySlice<UInt8>) -> DisplayText {
    let text = String(decoding: bytes, as: UTF8.self)
    return DisplayText(isInString ? "\u{1B}]" + text : text)
  }

  /// Whether a piece ends inside a string that begins with ESC and `]`, `P`, `X`, `^` or `_`.
  private func endsInString(_ piece: ArraySlice<UInt8>) -> Bool {
    guard let escape = piece.lastIndex(of: 0x1B) else {
      return isInString && !piece.contains(0x07)
    }
    let behind = piece[(escape + 1)...]
    guard let kind = behind.first else { return isInString }
    return "]PX^_".utf8.contains(kind) && !behind.contains(0x07)
  }
}

/// Bytes without the beginning of a character at their end whose other bytes are still to come.
private func wholeCharacters(of bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
  let tail = bytes.suffix(3)
  guard let lead = tail.lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return bytes }
  let length =
    switch bytes[lead] {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  return bytes.endIndex - lead < length ? bytes[..<lead] : bytes
}
