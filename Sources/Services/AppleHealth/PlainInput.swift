// A file that is the document itself.

import Model

/// Reads a file piece by piece.
final class PlainInput: XMLInput {
  private(set) var consumed: Int64 = 0
  private let file: any InputFile

  init(_ file: any InputFile) {
    self.file = file
  }

  func read(into room: UnsafeMutableRawBufferPointer) throws(HealthFault) -> Int {
    let bytes = try file.bytes(at: consumed, count: room.count)
    room.copyBytes(from: bytes)
    consumed += Int64(bytes.count)
    return bytes.count
  }
}
