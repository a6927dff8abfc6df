// How an export is known among other files: names follow the phone's language, contents do not.

import Codec

/// What is said at the beginning of every export.
enum HealthMark {
  private static let headSize = 4096

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
    return isIn(UnsafeRawBufferPointer(rebasing: room[..<count]))
  }

  /// Whether the mark stands in the first bytes of a file.
  static func isIn(_ head: [UInt8]) -> Bool { head.withUnsafeBytes { isIn($0) } }

  private static func isIn(_ head: UnsafeRawBufferPointer) -> Bool {
    contains(head, "<!DOCTYPE HealthData") || contains(head, "<HealthData")
  }

  private static func contains(_ bytes: UnsafeRawBufferPointer, _ mark: StaticString) -> Bool {
    let text = UnsafeBufferPointer(start: mark.utf8Start, count: mark.utf8CodeUnitCount)
    guard bytes.count >= text.count else { return false }
    return (0...bytes.count - text.count).contains { bytes[$0...].starts(with: text) }
  }
}
