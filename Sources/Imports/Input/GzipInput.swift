// Unpacks a gzip file as a stream (RFC 1952).

import Model

/// A gzip file, unpacked. Several members are read as one; bytes after the last are ignored.
final class GzipInput: ByteInput {
  private let source: InputBuffer
  private let budget: UnpackBudget
  private var unpacker: Unpacker
  private var members = 1
  private var isAtEnd = false

  var consumed: Int64 { source.consumed }

  /// Whether bytes begin like gzip.
  static func isMagic(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

  /// - Throws: `noZlib`.
  init(_ input: any ByteInput, budget: UnpackBudget) throws(ImportError) {
    source = InputBuffer(input)
    self.budget = budget
    unpacker = try Unpacker(.gzip, budget: budget)
  }

  /// - Throws: `damaged` after the bytes before the damage, and the failures of the input.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
    while !isAtEnd, !buffer.isEmpty {
      let count = try unpacker.read(from: source, into: buffer)
      if count > 0 { return count }
      guard try source.fill(2), Self.isMagic(source.bytes) else {
        // An archive that this file is in has a checksum at its end.
        try source.drain()
        isAtEnd = true
        break
      }
      members += 1
      guard members <= ImportLimits.archiveMembers else { throw .unsuitable(.tooMuch) }
      unpacker = try Unpacker(.gzip, budget: budget)
    }
    return 0
  }
}
