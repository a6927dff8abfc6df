// The scanner's input, its limits, and the reasons an import fails.

import Model

/// A document that is read sequentially.
protocol XMLInput: AnyObject {
  /// Bytes consumed of the file.
  var consumed: Int64 { get }

  /// Reads some bytes, possibly fewer than fit.
  ///
  /// - Returns: the number of bytes; 0 only at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(HealthFault) -> Int
}

/// The reason an export cannot be read.
enum HealthFault: Error, Hashable {
  /// The file is damaged; the line counts from 1 and may be unknown.
  case damaged(line: Int?)
  /// The file is intact but cannot be imported.
  case unsuitable(ExportTrouble)
  case stopped
  /// zlib is not installed, or memory is exhausted.
  case noZlib
}

/// Limits far above real exports, which bound the memory for any input.
enum XMLLimit {
  /// Bytes of a tag with all attributes, and of the buffer.
  static let tag = 262_144
  /// Bytes of an element's name.
  static let name = 1024
  static let attributes = 256
  static let depth = 64
  /// Bytes before the root element, DOCTYPE included.
  static let prologue = 1 << 20
}

/// Reads a file in chunks.
final class PlainInput: XMLInput {
  private(set) var consumed: Int64 = 0
  private let file: any InputFile

  init(_ file: any InputFile) {
    self.file = file
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(HealthFault) -> Int {
    let bytes = try file.bytes(at: consumed, count: buffer.count)
    buffer.copyBytes(from: bytes)
    consumed += Int64(bytes.count)
    return bytes.count
  }
}
