// Another command's output as lines that are safe to show.

package import SyncModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Cuts one output of a command into lines. LF and CR LF end a line; of a line in which a CR goes
/// back to the beginning the last part stays, as on a terminal. Bytes that are no UTF-8 become U+FFFD,
/// and nobody's line takes all memory: beyond 64 KiB it goes on as another.
package struct OutputLines: Sendable {
  /// The longest line in bytes.
  package static let longest = 1 << 16

  private var rest: [UInt8] = []
  /// Whether `rest` goes on inside a control string that was cut in two: what it hides stays hidden.
  private var isInString = false

  package init() {}

  /// Takes in what was read and calls `body` with each line that ended in it, in order.
  package mutating func take(_ bytes: [UInt8], _ body: (DisplayText) -> Void) {
    var start = 0
    while start < bytes.count {
      let end = firstLineFeed(in: bytes, from: start)
      let part = bytes[start..<(end ?? bytes.count)]
      let goesBack = rest.last == 0x0D || part.contains(0x0D)
      rest += part
      if end != nil, goesBack { dropReturns() }
      if goesBack { shorten() }
      split(body)
      if end != nil { body(takeLine()) }
      start += part.count + 1
    }
  }

  /// The last line, which nothing ended; nil when there is none.
  package mutating func end() -> DisplayText? {
    dropReturns()
    shorten()
    return rest.isEmpty ? nil : takeLine()
  }

  private mutating func takeLine() -> DisplayText {
    defer {
      rest.removeAll(keepingCapacity: true)
      isInString = false
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

private func firstLineFeed(in bytes: [UInt8], from start: Int) -> Int? {
  bytes.withUnsafeBytes { bytes in
    guard let base = bytes.baseAddress,
      let found = memchr(base + start, 0x0A, bytes.count - start)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }
}
