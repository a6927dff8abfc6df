// Unpacks a gzip file as a stream (RFC 1952).

import Model

/// A gzip file, unpacked. Several members are read as one; bytes after the last are ignored.
final class GzipInput: ByteInput {
  /// Bounds the time for a malicious file: blocked gzip has a member for each 64 KiB.
  private static let mostMembers = 1_000_000

  private let source: InputBuffer
  private let budget: UnpackBudget
  private var unpacker: Unpacker
  private var isInMember = false
  private var members = 0
  private var isAtEnd = false
  private var fault: ImportFault?

  var consumed: Int64 { source.consumed }

  /// - Throws: `noZlib`.
  init(_ input: any ByteInput, budget: UnpackBudget) throws(ImportFault) {
    source = InputBuffer(input)
    self.budget = budget
    unpacker = try Unpacker(.deflated(nil), budget: budget)
  }

  /// - Throws: `damaged` after the bytes before the damage, and the faults of the input.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportFault) -> Int {
    if let fault { throw fault }
    if buffer.isEmpty { return 0 }
    do throws(ImportFault) {
      while !isAtEnd {
        guard isInMember else {
          try beginMember()
          continue
        }
        let count = try unpacker.read(from: source, into: buffer)
        if count > 0 { return count }
        try endMember()
      }
      return 0
    } catch {
      fault = error
      throw error
    }
  }

  private func beginMember() throws(ImportFault) {
    _ = try source.fill(2)
    if members > 0 {
      guard GzipHeader.isMagic(source.bytes) else {
        // An archive that this file is in has a checksum at its end.
        try source.drain()
        isAtEnd = true
        return
      }
      unpacker = try Unpacker(.deflated(nil), budget: budget)
    }
    members += 1
    guard members <= Self.mostMembers else { throw .damaged(line: nil) }
    try GzipHeader.skip(in: source)
    isInMember = true
  }

  private func endMember() throws(ImportFault) {
    guard let trailer = try source.take(8), let fields = ZipFields(trailer, count: 8),
      fields.number32(0) == unpacker.checksum,
      fields.number32(4) == UInt32(truncatingIfNeeded: unpacker.count)
    else { throw .damaged(line: nil) }
    isInMember = false
  }
}
