// Tells what a file is that turned out to be no export.

import SyncModel

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
    if first == UInt8(ascii: "<"), let markup = markup(text) { return markup.trouble }
    return text.allSatisfy(isTextual) ? .text : .foreign
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// What XML and HTML begin with.
  private enum Markup {
    /// The name of the document, in small letters and without a prefix.
    case root(String)
    case cut

    var trouble: ExportTrouble? {
      switch self {
      case .cut: nil
      case .root("html"): .webPage
      case .root("gpx"): .gpx
      case .root("trainingcenterdatabase"): .tcx
      case .root("clinicaldocument"): .clinicalDocument
      case .root: .otherXML
      }
    }
  }

  /// Passes over what may stand before the first element; nil when it is no markup.
  private static func markup(_ text: ArraySlice<UInt8>) -> Markup? {
    var rest = text
    while true {
      rest = rest.drop(while: isBlank)
      if rest.isEmpty { return .cut }
      if rest.starts(with: "<?".utf8) {
        guard let end = end(of: "?>", in: rest) else { return .cut }
        rest = rest[end...]
      } else if rest.starts(with: "<!--".utf8) {
        guard let end = end(of: "-->", in: rest) else { return .cut }
        rest = rest[end...]
      } else {
        guard rest.first == UInt8(ascii: "<") else { return nil }
        guard rest.starts(with: "<!".utf8) else { return name(in: rest.dropFirst()) }
        // A document type is called as its root.
        let isType = rest.prefix(9).elementsEqual("<!DOCTYPE".utf8) { $0 | 0x20 == $1 | 0x20 }
        return isType ? name(in: rest.dropFirst(9).drop(while: isBlank)) : .cut
      }
    }
  }

  private static func name(in rest: ArraySlice<UInt8>) -> Markup? {
    let name = rest.prefix { isLetter($0) || "0123456789-_.:".utf8.contains($0) }
    if name.endIndex == rest.endIndex { return .cut }
    guard let first = name.first, isLetter(first) else { return nil }
    let local = name.split(separator: UInt8(ascii: ":")).last ?? name
    return .root(String(decoding: local, as: UTF8.self).lowercased())
  }

  private static func end(of mark: String, in text: ArraySlice<UInt8>) -> Int? {
    let mark = Array(mark.utf8)
    return text.indices.first { text[$0...].starts(with: mark) }.map { $0 + mark.count }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// Control characters other than blanks are in no text.
  private static func isTextual(_ byte: UInt8) -> Bool {
    isBlank(byte) || byte >= 0x20 && byte != 0x7F
  }
}
