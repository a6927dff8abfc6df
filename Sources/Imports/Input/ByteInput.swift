// The bytes of a file as its reader receives them, and the reasons a file cannot be read.

import Model

/// A file, or a member of an archive, that is read sequentially.
protocol ByteInput: AnyObject {
  /// Bytes consumed of the file.
  var consumed: Int64 { get }

  /// Reads some bytes, possibly fewer than fit.
  ///
  /// - Returns: the number of bytes; 0 only at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int
}

/// The reason a file cannot be read.
enum ImportError: Error, Hashable {
  /// The file is damaged; the line counts from 1 and may be unknown.
  case damaged(line: Int?)
  /// The file is intact but cannot be imported.
  case unsuitable(ExportFailure)
  case stopped
  /// zlib is not installed, or memory is exhausted.
  case noZlib
}

extension ByteInput {
  /// Reads up to the end and drops the bytes, so that checksums are verified.
  func drain() throws(ImportError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 1)
    defer { buffer.deallocate() }
    while try read(into: buffer) > 0 {}
  }
}

/// Reads a file, or a range of one, in chunks.
final class PlainInput: ByteInput {
  /// Bytes read of the range.
  private(set) var consumed: Int64 = 0
  private let file: any InputFile
  private let range: Range<Int64>

  init(_ file: any InputFile, in range: Range<Int64> = 0..<Int64.max) {
    (self.file, self.range) = (file, range)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
    let at = range.lowerBound + consumed
    let fitting = min(Int64(buffer.count), range.upperBound - at)
    do throws(FileError) {
      let count = try file.read(
        at: at, into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(Int(fitting))))
      consumed += Int64(count)
      return count
    } catch {
      // What comes before is not all of an intact file.
      throw .unsuitable(.unreadable(error.reason))
    }
  }
}

/// Reads bytes in memory, in pieces.
final class MemoryInput: ByteInput {
  private(set) var consumed: Int64 = 0
  private let bytes: [UInt8]
  private let piece: Int

  /// - Parameter piece: the most bytes of one read.
  init(_ bytes: [UInt8], piece: Int = .max) { (self.bytes, self.piece) = (bytes, piece) }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
    let next = bytes[Int(consumed)...].prefix(min(piece, buffer.count))
    buffer.copyBytes(from: next)
    consumed += Int64(next.count)
    return next.count
  }
}

extension InputFile {
  /// Bytes of the file; fewer only at its end.
  ///
  /// - Throws: `unsuitable` if the disk fails.
  func bytes(at offset: Int64, count: Int) throws(ImportError) -> [UInt8] {
    do throws(FileError) {
      return try read(at: offset, count: count)
    } catch {
      throw .unsuitable(.unreadable(error.reason))
    }
  }
}
