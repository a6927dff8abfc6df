// What a document is by the name of its root, read from its first bytes.

/// The root of an XML or HTML document.
enum XMLRoot: Hashable {
  /// Its name as written, without a prefix.
  case named(String)
  /// The bytes end before it, or before it can be told.
  case cut

  /// Reads past what may stand before the first element; nil when it is no markup.
  init?(_ head: [UInt8]) {
    var rest = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head[...]
    while true {
      rest = rest.drop(while: Self.isBlank)
      if rest.isEmpty {
        self = .cut
        return
      }
      if rest.starts(with: "<?".utf8) {
        rest = Self.rest(behind: "?>", in: rest)
      } else if rest.starts(with: "<!--".utf8) {
        rest = Self.rest(behind: "-->", in: rest)
      } else {
        guard rest.first == UInt8(ascii: "<") else { return nil }
        guard rest.starts(with: "<!".utf8) else {
          self.init(nameIn: rest.dropFirst())
          return
        }
        // A document type is called as its root.
        let isType = rest.prefix(9).elementsEqual("<!DOCTYPE".utf8) { $0 | 0x20 == $1 | 0x20 }
        guard isType else {
          self = .cut
          return
        }
        self.init(nameIn: rest.dropFirst(9).drop(while: Self.isBlank))
        return
      }
    }
  }

  private init?(nameIn rest: ArraySlice<UInt8>) {
    let name = rest.prefix { Self.isLetter($0) || "0123456789-_.:".utf8.contains($0) }
    if name.endIndex == rest.endIndex {
      self = .cut
      return
    }
    guard let first = name.first, Self.isLetter(first) else { return nil }
    let local = name.split(separator: UInt8(ascii: ":")).last ?? name
    self = .named(String(decoding: local, as: UTF8.self))
  }

  /// What follows a mark; nothing when it is not there.
  private static func rest(behind mark: StaticString, in text: ArraySlice<UInt8>) -> ArraySlice<
    UInt8
  > {
    let mark = UnsafeBufferPointer(start: mark.utf8Start, count: mark.utf8CodeUnitCount)
    let start = text.indices.first { text[$0...].starts(with: mark) }
    return start.map { text[($0 + mark.count)...] } ?? []
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
