// How an export is known among other files: names follow the phone's language, contents do not.

import Codec

/// What is said at the beginning of every export.
enum HealthMark {
  /// How many bytes of a file tell.
  static let headSize = 4096

  /// Whether a name is that of XML.
  static func isXML(_ name: String) -> Bool {
    name.utf8.count >= 4 && name.suffix(4).lowercased() == ".xml"
  }

  /// Whether a name is that of the clinical document, which stands beside the export.
  static func isDocument(_ name: String) -> Bool { name.lowercased().place(of: "cda") != nil }

  /// Whether a document begins as exports do.
  static func begins(_ input: any XMLInput) throws(HealthFault) -> Bool {
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: headSize, alignment: 1)
    defer { room.deallocate() }
    var count = 0
    while count < headSize {
      let more = try input.read(into: UnsafeMutableRawBufferPointer(rebasing: room[count...]))
      if more == 0 { break }
      count += more
    }
    return isIn(Array(room[..<count]))
  }

  /// Whether the first bytes of a file are those of an export: its root, or its document type, is
  /// `HealthData`. Where damage hides the root, the mark anywhere outside of comments tells.
  static func isIn(_ head: [UInt8]) -> Bool {
    if case .named(let name)? = XMLRoot(head) { return name == "HealthData" }
    let rest = head.withoutComments
    return rest.contains("<!DOCTYPE HealthData") || rest.contains("<HealthData")
  }
}

extension [UInt8] {
  /// The bytes outside of XML comments; one that does not end goes to the end.
  fileprivate var withoutComments: [UInt8] {
    var kept: [UInt8] = []
    var rest = self[...]
    while let start = rest.place(of: "<!--") {
      kept += rest[..<start]
      guard let end = rest[start...].place(of: "-->") else { return kept }
      rest = rest[(end + 3)...]
    }
    return kept + rest
  }

  fileprivate func contains(_ mark: StaticString) -> Bool { self[...].place(of: mark) != nil }
}

extension ArraySlice<UInt8> {
  /// Where a text begins; nil when it is not there.
  fileprivate func place(of mark: StaticString) -> Int? {
    let text = UnsafeBufferPointer(start: mark.utf8Start, count: mark.utf8CodeUnitCount)
    return indices.first { self[$0...].starts(with: text) }
  }
}
