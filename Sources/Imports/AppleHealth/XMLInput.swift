// Where the scanner's bytes come from, and what can go wrong on the way.

import Model

/// A document that is read once, from its beginning to its end.
protocol XMLInput: AnyObject {
  /// Bytes of the file that were used so far.
  var consumed: Int64 { get }

  /// Reads some bytes, fewer than there is room for at will.
  ///
  /// - Returns: how many; 0 only at the end.
  func read(into room: UnsafeMutableRawBufferPointer) throws(HealthFault) -> Int
}

/// Why an export cannot be read.
enum HealthFault: Error, Hashable {
  /// The file is not what it should be; the line counts from 1 and is nil where no line is meant.
  case damaged(line: Int?)
  /// It is whole, and nothing to import.
  case unsuitable(ExportTrouble)
  /// The import was asked to stop.
  case stopped
  /// The system has no zlib, or no memory for it.
  case noZlib
}

/// What no honest export reaches. Whatever a file holds, memory stays within these.
enum XMLLimit {
  /// Bytes of a tag with all its attributes, and of the piece that is read at once.
  static let tag = 262_144
  /// Bytes of an element's name.
  static let name = 1024
  /// Attributes of a tag.
  static let attributes = 256
  /// Elements inside one another.
  static let depth = 64
  /// Bytes before the root element, DOCTYPE included.
  static let prologue = 1 << 20
}

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
