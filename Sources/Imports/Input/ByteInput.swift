// The bytes of a file as its reader receives them, and the reasons a file cannot be read.

import Model

/// A file, or a member of an archive, that is read sequentially.
protocol ByteInput: AnyObject {
  /// Bytes consumed of the file.
  var consumed: Int64 { get }

  /// Reads some bytes, possibly fewer than fit.
  ///
  /// - Returns: the number of bytes; 0 only at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportFault) -> Int
}

/// The reason a file cannot be read.
enum ImportFault: Error, Hashable {
  /// The file is damaged; the line counts from 1 and may be unknown.
  case damaged(line: Int?)
  /// The file is intact but cannot be imported.
  case unsuitable(ExportTrouble)
  case stopped
  /// zlib is not installed, or memory is exhausted.
  case noZlib
}

/// Reads a file in chunks.
final class PlainInput: ByteInput {
  private(set) var consumed: Int64 = 0
  private let file: any InputFile

  init(_ file: any InputFile) {
    self.file = file
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportFault) -> Int {
    let bytes = try file.bytes(at: consumed, count: buffer.count)
    buffer.copyBytes(from: bytes)
    consumed += Int64(bytes.count)
    return bytes.count
  }
}
