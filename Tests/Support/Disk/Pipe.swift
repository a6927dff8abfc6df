// A pipe for a test.

import CLibrary
import Platform

/// Both ends of a pipe; what is still open at the end is closed.
package final class Pipe: @unchecked Sendable {
  package private(set) var readEnd: Int32 = -1
  package private(set) var writeEnd: Int32 = -1

  package init() {
    guard let ends = RawDescriptor.makePipe() else { preconditionFailure("no pipe to be had") }
    (readEnd, writeEnd) = ends
  }

  deinit {
    closeReading()
    closeWriting()
  }

  package func closeReading() {
    if readEnd >= 0 { close(readEnd) }
    readEnd = -1
  }

  package func closeWriting() {
    if writeEnd >= 0 { close(writeEnd) }
    writeEnd = -1
  }

  package func write(_ text: String) { writeAll(text.utf8, to: writeEnd) }

  /// Reads up to this many bytes, fewer when the writing end is closed before.
  package func read(_ count: Int) -> [UInt8] {
    var all: [UInt8] = []
    while all.count < count {
      let bytes = readBytes(readEnd, atMost: min(10_000, count - all.count)) ?? []
      if bytes.isEmpty { break }
      all += bytes
    }
    return all
  }
}
