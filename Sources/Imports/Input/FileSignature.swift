// Recognises an export by its first bytes, names what other files are, and finds an XML root.

import Codec
import Model

/// Recognises exports by content: file names depend on the phone's language.
enum ExportSignature {
  /// The number of bytes of a file to examine.
  static let headSize = 4096

  static func isXML(_ name: String) -> Bool {
    name.utf8.count >= 4 && name.suffix(4).lowercased() == ".xml"
  }

  /// Whether a name is that of the clinical document (CDA) next to the export.
  static func isDocument(_ name: String) -> Bool { name.lowercased().place(of: "cda") != nil }

  /// Whether these first bytes are an export's: its root or document type is `HealthData`. If
  /// damage hides the root, the mark may be anywhere outside of comments.
  static func matches(_ head: [UInt8]) -> Bool {
    if case .named(let name)? = XMLRoot(head) { return name == "HealthData" }
    let rest = head.withoutComments
    return rest.contains("<!DOCTYPE HealthData") || rest.contains("<HealthData")
  }
}

extension [UInt8] {
  /// The bytes outside of XML comments; an unterminated comment extends to the end.
  fileprivate var withoutComments: [UInt8] {
    var kept: [UInt8] = []
    var rest = self[...]
    while let start = rest.place(of: "<!--") {
      kept += rest[..<start]
      rest = rest[start...].following("-->")
    }
    return kept + rest
  }

  fileprivate func contains(_ mark: StaticString) -> Bool { self[...].place(of: mark) != nil }
}

/// Identifies files that are not exports by their first bytes.
enum ForeignFile {
  /// The kind of file; nil if it starts like an export or is too short to tell.
  static func failure(_ head: [UInt8]) -> ExportFailure? {
    if head.isEmpty { return .empty }
    if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) {
      return .encoding("UTF-16")
    }
    let text = ArraySlice(skippingMarkOf: head)
    guard let first = text.first(where: { !$0.isXMLBlank }) else { return .empty }
    // Even if its first bytes are damaged.
    if ExportSignature.matches(head) { return nil }
    if first == UInt8(ascii: "<"), let root = XMLRoot(head) { return failure(root) }
    return text.allSatisfy(isTextual) ? .text : .foreign
  }

  /// Other XML or HTML; nil if the root is cut off.
  private static func failure(_ root: XMLRoot) -> ExportFailure? {
    guard case .named(let name) = root else { return nil }
    return switch name.lowercased() {
    case "html": .webPage
    case "clinicaldocument": .clinicalDocument
    default: .otherXML
    }
  }

  /// Control characters other than whitespace do not occur in text.
  private static func isTextual(_ byte: UInt8) -> Bool {
    byte.isXMLBlank || byte >= 0x20 && byte != 0x7F
  }
}

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
      rest = rest.drop(while: \.isXMLBlank)
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
        self.init(nameIn: rest.dropFirst(9).drop(while: \.isXMLBlank))
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
