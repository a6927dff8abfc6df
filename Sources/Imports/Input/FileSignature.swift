// Recognises an export by its first bytes, and names what other files are.

import Codec
import Model

/// Recognises exports by content: file names depend on the phone's language.
enum ExportSignature {
  /// The number of bytes of a file to examine.
  static let headSize = 4096

  /// Whether a name ends with `.xml`.
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

func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

/// Identifies files that are not exports by their first bytes.
enum ForeignFile {
  /// The kind of file; nil if it starts like an export or is too short to tell.
  static func failure(_ head: [UInt8]) -> ExportFailure? {
    if head.isEmpty { return .empty }
    if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) {
      return .encoding("UTF-16")
    }
    let text = ArraySlice(skippingMarkOf: head)
    guard let first = text.first(where: { !isBlank($0) }) else { return .empty }
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
    isBlank(byte) || byte >= 0x20 && byte != 0x7F
  }
}
