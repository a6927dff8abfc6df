// Splits a command's output into lines that are safe to show.

package import Model
import Platform

/// Splits one output of a command. LF and CR LF end a line; after a lone CR only the rest of the
/// line is kept, as on a terminal. Invalid UTF-8 becomes U+FFFD. Lines over 64 KiB are split to
/// bound memory.
package struct OutputLines: Sendable {
  package static let longest = 1 << 16
  /// The most of an unfinished line that is shown, in bytes.
  private static let shown = 1 << 12

  private var rest: [UInt8] = []
  /// Whether `rest` continues a control string whose start was split off: its contents stay hidden.
  private var isInString = false
  /// Whether the start of the line was already emitted.
  private var isCut = false
  /// Whether the unfinished line contained a CR.
  package private(set) var hasReturn = false

  package init() {}

  /// Adds bytes and calls `body` with each completed line, in order.
  package mutating func take(_ bytes: [UInt8], _ body: (DisplayText) -> Void) {
    var start = 0
    while start < bytes.count {
      let end = bytes.firstIndex(of: 0x0A, from: start)
      let part = bytes[start..<(end ?? bytes.count)]
      let hasReturns = rest.last == 0x0D || part.contains(0x0D)
      rest += part
      if end != nil, hasReturns { dropTrailingReturns() }
      if hasReturns {
        hasReturn = true
        applyReturns()
      }
      split(body)
      if end != nil {
        let isRest = isCut
        isCut = false
        let line = takeLine()
        // The terminator of a line that was already emitted is not a line.
        if !isRest || !line.isEmpty { body(line) }
      }
      start += part.count + 1
    }
  }

  /// The unfinished line as a terminal would show it, possibly blank; nil if none has begun.
  package var unfinished: DisplayText? {
    if rest.isEmpty { return nil }
    var end = min(rest.count, Self.shown)
    while end > 0, rest[end - 1] == 0x0D { end -= 1 }
    return text(wholeCharacters(of: rest[..<end]))
  }

  /// Emits the unfinished line as a line of its own; nil if there is none. Later bytes form another
  /// line.
  package mutating func cut() -> DisplayText? {
    let piece = wholeCharacters(of: rest[...])
    if piece.isEmpty { return nil }
    let line = text(piece)
    isInString = endsInString(piece)
    rest.removeSubrange(..<piece.endIndex)
    hasReturn = false
    isCut = true
    return line
  }

  /// The unterminated last line; nil if there is none or it shows nothing.
  package mutating func end() -> DisplayText? {
    dropTrailingReturns()
    applyReturns()
    let line = takeLine()
    return line.isEmpty ? nil : line
  }

  private mutating func takeLine() -> DisplayText {
    defer {
      rest.removeAll(keepingCapacity: true)
      isInString = false
      hasReturn = false
    }
    return text(rest[...])
  }

  /// Removes the CRs before a line's end.
  private mutating func dropTrailingReturns() {
    while rest.last == 0x0D { rest.removeLast() }
  }

  /// Removes the text that a CR overwrites. A CR at the end may belong to CR LF.
  private mutating func applyReturns() {
    var end = rest.count
    while end > 0, rest[end - 1] == 0x0D { end -= 1 }
    guard let last = rest[..<end].lastIndex(of: 0x0D) else { return }
    rest.removeSubrange(...last)
    isInString = false
  }

  /// Emits lines of the maximum length, cut between characters.
  private mutating func split(_ body: (DisplayText) -> Void) {
    var start = 0
    while rest.count - start > Self.longest {
      var end = start + Self.longest
      while end > start + Self.longest - 4, rest[end] & 0xC0 == 0x80 { end -= 1 }
      let piece = rest[start..<end]
      let line = text(piece)
      // A line that shows nothing is not emitted.
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

  /// Whether a fragment ends inside a control string, which starts with ESC and `]`, `P`, `X`, `^`
  /// or `_`.
  private func endsInString(_ piece: ArraySlice<UInt8>) -> Bool {
    guard let escape = piece.lastIndex(of: 0x1B) else {
      return isInString && !piece.contains(0x07)
    }
    let following = piece[(escape + 1)...]
    guard let kind = following.first else { return isInString }
    return "]PX^_".utf8.contains(kind) && !following.contains(0x07)
  }
}

/// Drops an incomplete character at the end.
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
