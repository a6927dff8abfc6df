// Finds the root of a document in its first bytes.

import Codec

/// The root of an XML or HTML document.
enum XMLRoot: Hashable {
  /// Its name without a prefix.
  case named(String)
  /// The bytes end before it is known.
  case cut

  /// Whether it is that of a ride document; false while it is not known.
  var isRide: Bool {
    guard case .named(let name) = self else { return false }
    return ["gpx", "trainingcenterdatabase"].contains(name.lowercased())
  }

  /// Skips the prologue; nil if it is not markup.
  init?(_ head: [UInt8]) {
    var rest = ArraySlice(skippingMarkOf: head)
    while true {
      rest = rest.drop(while: isBlank)
      if rest.isEmpty {
        self = .cut
        return
      }
      if rest.starts(with: "<?".utf8) {
        rest = rest.following("?>")
      } else if rest.starts(with: "<!--".utf8) {
        rest = rest.following("-->")
      } else {
        guard rest.first == UInt8(ascii: "<") else { return nil }
        guard rest.starts(with: "<!".utf8) else {
          self.init(nameIn: rest.dropFirst())
          return
        }
        // The document type has the name of the root.
        let isType = rest.prefix(9).elementsEqual("<!DOCTYPE".utf8) { $0 | 0x20 == $1 | 0x20 }
        guard isType else {
          self = .cut
          return
        }
        self.init(nameIn: rest.dropFirst(9).drop(while: isBlank))
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

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without a byte order mark.
  init(skippingMarkOf head: [UInt8]) {
    self = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head[...]
  }

  /// The bytes after a mark; empty if it does not occur.
  func following(_ mark: StaticString) -> ArraySlice<UInt8> {
    place(of: mark).map { self[($0 + mark.utf8CodeUnitCount)...] } ?? []
  }
}
