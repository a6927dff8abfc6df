// Tells what a file is that turned out to be no export.

import Model

/// What the beginning of a file says about it.
enum ForeignFile {
  /// Bytes to look at.
  static let headSize = 4096

  /// What it is; nil when it begins as exports do, or breaks off before it can be told.
  static func trouble(_ head: [UInt8]) -> ExportTrouble? {
    if head.isEmpty { return .empty }
    // Behind the length of the header, its version and the length of the data.
    if head.dropFirst(8).starts(with: ".FIT".utf8) { return .fit }
    let text = head.starts(with: byteOrderMark) ? head.dropFirst(3) : head[...]
    guard let first = text.first(where: { !isBlank($0) }) else { return .empty }
    // However its first bytes may be damaged.
    if HealthMark.isIn(head) { return nil }
    if first == UInt8(ascii: "<"), let root = XMLRoot(head) { return trouble(root) }
    return text.allSatisfy(isTextual) ? .text : .foreign
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// XML of another kind, or HTML; nil for what breaks off before it can be told.
  private static func trouble(_ root: XMLRoot) -> ExportTrouble? {
    guard case .named(let name) = root else { return nil }
    return switch name.lowercased() {
    case "html": .webPage
    case "gpx": .gpx
    case "trainingcenterdatabase": .tcx
    case "clinicaldocument": .clinicalDocument
    default: .otherXML
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  /// Control characters other than blanks are in no text.
  private static func isTextual(_ byte: UInt8) -> Bool {
    isBlank(byte) || byte >= 0x20 && byte != 0x7F
  }
}
