// Text that is safe to show: it cannot move the cursor or forge a line.

/// Text cleaned for terminals, logs and JSON. Every initialiser cleans, so a raw string from a
/// service, a file or a command cannot reach a renderer.
///
/// Cleaning removes whole CSI, OSC, DCS, SOS, PM and APC sequences, all other control characters,
/// bidirectional controls and U+2028/2029. A tab or a line break becomes one space. ZWJ, ZWNJ and
/// variation selectors stay. A byte of a path that is not UTF-8 becomes U+FFFD.
package struct DisplayText: Hashable, Sendable, CustomStringConvertible {
  /// The clean text.
  package let description: String

  package init(_ text: String) { description = isHarmless(text) ? text : clean(text) }

  /// The text of printable ASCII, which most lines are; nil for other bytes.
  package init?(printableASCII bytes: UnsafeBufferPointer<UInt8>) {
    guard lengthOfPrintableASCII(bytes) == bytes.count else { return nil }
    description = String(decoding: bytes, as: UTF8.self)
  }

  package var isEmpty: Bool { description.isEmpty }

  /// Whether the text is empty or only white space.
  package var isBlank: Bool { description.allSatisfy(\.isWhitespace) }

  package static func + (left: DisplayText, right: DisplayText) -> DisplayText {
    DisplayText(left.description + right.description)
  }
}

extension DisplayText {
  /// Whether a scalar could act on a terminal or reorder text: controls, U+2028/2029, bidirectional
  /// controls. `JSONEscape` escapes the same ones.
  package static func isHarmful(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension DisplayText: ExpressibleByStringInterpolation {
  package init(stringLiteral value: String) { self.init(value) }
}

/// Whether a text needs no cleaning. Most texts do not, and are not copied.
private func isHarmless(_ text: String) -> Bool {
  let plain = text.utf8.withContiguousStorageIfAvailable(lengthOfPrintableASCII) ?? 0
  if plain == text.utf8.count { return true }
  let rest = text.unicodeScalars[text.utf8.index(text.startIndex, offsetBy: plain)...]
  return !rest.contains { DisplayText.isHarmful($0.value) || isPathByte($0) }
}

/// The length of the run of printable ASCII at the beginning, looked at in steps of eight bytes.
private func lengthOfPrintableASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
  let ones: UInt64 = 0x0101_0101_0101_0101
  var at = 0
  while at + 8 <= bytes.count {
    let word = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: at, as: UInt64.self)
    // The top bit of a byte is set when the byte is at least 0x80, less than 0x20, or 0x7F.
    if (word | (word &- ones &* 0x20) | (word &+ ones)) & (ones &* 0x80) != 0 { break }
    at += 8
  }
  while at < bytes.count, (0x20..<0x7F).contains(bytes[at]) { at += 1 }
  return at
}

private func clean(_ text: String) -> String {
  var result = String.UnicodeScalarView()
  var scalars = text.unicodeScalars.makeIterator()
  var pending = scalars.next()
  while let scalar = pending {
    pending = scalars.next()
    switch scalar.value {
    case 0x1B: skipEscape(&pending, &scalars)
    case 0x9B: skipControlSequence(&pending, &scalars)
    case 0x90, 0x98, 0x9D, 0x9E, 0x9F: skipString(&pending, &scalars)
    case 0x09, 0x0A, 0x0D: result.append(" ")
    case _ where DisplayText.isHarmful(scalar.value): break
    case _ where isPathByte(scalar): result.append("\u{FFFD}")
    default: result.append(scalar)
    }
  }
  return String(result)
}

/// Skips the rest of an escape sequence, after its ESC.
private func skipEscape(
  _ pending: inout Unicode.Scalar?, _ scalars: inout String.UnicodeScalarView.Iterator
) {
  guard let first = pending else { return }
  switch first {
  case "[":
    pending = scalars.next()
    skipControlSequence(&pending, &scalars)
  case "]", "P", "X", "^", "_":
    pending = scalars.next()
    skipString(&pending, &scalars)
  default:
    // Intermediate bytes 0x20–0x2F, then one final byte.
    while let next = pending, (0x20...0x2F).contains(next.value) { pending = scalars.next() }
    if let final = pending, (0x30...0x7E).contains(final.value) { pending = scalars.next() }
  }
}

/// Skips parameters, intermediates and the final character of a CSI sequence.
private func skipControlSequence(
  _ pending: inout Unicode.Scalar?, _ scalars: inout String.UnicodeScalarView.Iterator
) {
  while let next = pending, (0x20...0x3F).contains(next.value) { pending = scalars.next() }
  if let final = pending, (0x40...0x7E).contains(final.value) { pending = scalars.next() }
}

/// Skips an OSC, DCS, SOS, PM or APC string up to BEL or ST. An unterminated string hides the rest
/// of the text, because its payload was never meant to be shown.
private func skipString(
  _ pending: inout Unicode.Scalar?, _ scalars: inout String.UnicodeScalarView.Iterator
) {
  while let next = pending {
    pending = scalars.next()
    if next.value == 0x07 || next.value == 0x9C { return }
    if next.value == 0x1B {
      if pending == "\\" {
        pending = scalars.next()
      } else {
        skipEscape(&pending, &scalars)
      }
      return
    }
  }
}
