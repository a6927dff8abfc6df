// Text that is safe to show: whatever it was made from, it cannot move a cursor or forge a line.

/// Text cleaned for terminals, logs and JSON. Every way to make one cleans, so that a raw string
/// from a service, a file or a command cannot reach a face.
///
/// Cleaning removes whole CSI, OSC, DCS, SOS, PM and APC sequences, all other control characters,
/// bidirectional controls and U+2028/2029; a tab or a line break becomes one blank. ZWJ, ZWNJ and
/// variation selectors stay.
package struct DisplayText: Hashable, Sendable, CustomStringConvertible {
  /// The clean text.
  package let description: String

  package init(_ text: String) {
    description = isHarmless(text) ? text : clean(text)
  }

  package var isEmpty: Bool { description.isEmpty }

  /// Whether there is nothing to be seen in it.
  package var isBlank: Bool { description.allSatisfy(\.isWhitespace) }

  package static func + (left: DisplayText, right: DisplayText) -> DisplayText {
    DisplayText(left.description + right.description)
  }
}

extension DisplayText: ExpressibleByStringInterpolation {
  package init(stringLiteral value: String) {
    self.init(value)
  }
}

/// Whether a text needs no cleaning. Most text is harmless throughout and is not copied.
private func isHarmless(_ text: String) -> Bool {
  text.utf8.withContiguousStorageIfAvailable(isHarmless)
    ?? text.unicodeScalars.allSatisfy(isHarmless)
}

/// The same for well-formed UTF-8: only the bytes with which a harmful scalar can begin are looked
/// at twice, because decoding every scalar takes several times as long.
private func isHarmless(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
  for at in printableASCII(bytes)..<bytes.count {
    switch bytes[at] {
    case 0x20..<0x7F: continue
    case ..<0x20, 0x7F: return false
    case 0xC2 where bytes[at + 1] < 0xA0: return false
    case 0xD8 where bytes[at + 1] == 0x9C: return false
    case 0xE2:
      switch (bytes[at + 1], bytes[at + 2]) {
      case (0x80, 0x8E...0x8F), (0x80, 0xA8...0xAE), (0x81, 0xA6...0xA9): return false
      default: continue
      }
    default: continue
    }
  }
  return true
}

/// How many bytes at the beginning are printable ASCII, as far as eight of them are at once.
private func printableASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
  let ones: UInt64 = 0x0101_0101_0101_0101
  var at = 0
  while at + 8 <= bytes.count {
    let word = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: at, as: UInt64.self)
    // The top bit of a byte: it is not less than 0x80, less than 0x20, or 0x7F.
    if (word | (word &- ones &* 0x20) | (word &+ ones)) & (ones &* 0x80) != 0 { break }
    at += 8
  }
  return at
}

/// Whether a scalar needs no cleaning.
private func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: false
  default: true
  }
}

private func clean(_ text: String) -> String {
  var result = String.UnicodeScalarView()
  var scalars = text.unicodeScalars.makeIterator()
  var pending = scalars.next()
  while let scalar = pending {
    pending = scalars.next()
    switch scalar.value {
    case 0x1B:
      skipEscape(&pending, &scalars)
    case 0x9B:
      skipControlSequence(&pending, &scalars)
    case 0x90, 0x98, 0x9D, 0x9E, 0x9F:
      skipString(&pending, &scalars)
    case 0x09, 0x0A, 0x0D:
      result.append(" ")
    case _ where isHarmless(scalar):
      result.append(scalar)
    default:
      break
    }
  }
  return String(result)
}

/// Skips what follows an ESC.
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
    // Intermediates 0x20–0x2F, then one final character; anything else is not part of it.
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

/// Skips an OSC, DCS, SOS, PM or APC string up to BEL or ST. One that never ends swallows the rest:
/// showing a payload that was meant to be hidden would be worse.
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
