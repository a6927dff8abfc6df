// Unpacks a gzip file as a stream (RFC 1952).

import Model
import Platform

/// A gzip file, unpacked. Several members are read as one; bytes after the last are ignored.
final class GzipInput: ByteInput {
  private let source: InputBuffer
  private let budget: UnpackBudget
  private var unpacker: Unpacker
  private var isInMember = false
  private var members = 0
  private var isAtEnd = false

  var consumed: Int64 { source.consumed }

  /// - Throws: `noZlib`.
  init(_ input: any ByteInput, budget: UnpackBudget) throws(ImportError) {
    source = InputBuffer(input)
    self.budget = budget
    unpacker = try Unpacker(budget: budget)
  }

  /// - Throws: `damaged` after the bytes before the damage, and the failures of the input.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
    while !isAtEnd, !buffer.isEmpty {
      if !isInMember {
        try beginMember()
        continue
      }
      let count = try unpacker.read(from: source, into: buffer)
      if count > 0 { return count }
      try endMember()
    }
    return 0
  }

  private func beginMember() throws(ImportError) {
    _ = try source.fill(2)
    if members > 0 {
      guard GzipHeader.isMagic(source.bytes) else {
        // An archive that this file is in has a checksum at its end.
        try source.drain()
        isAtEnd = true
        return
      }
      unpacker = try Unpacker(budget: budget)
    }
    members += 1
    guard members <= ImportLimits.archiveMembers else { throw .unsuitable(.tooMuch) }
    var header = GzipHeader(source: source)
    try header.skip()
    isInMember = true
  }

  private func endMember() throws(ImportError) {
    guard let trailer = try source.take(8), let fields = ZipFields(trailer, count: 8),
      fields.number32(0) == unpacker.checksum,
      fields.number32(4) == UInt32(truncatingIfNeeded: unpacker.count)
    else { throw .damaged(line: nil) }
    isInMember = false
  }
}

/// The header before the deflated data (RFC 1952 §2.3). Nothing of it is needed.
struct GzipHeader {
  /// The largest name and comment, in bytes.
  private static let longestText = 65_536

  let source: InputBuffer
  fileprivate var checksum: UInt32 = 0

  /// Whether bytes begin like gzip.
  static func isMagic(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

  /// - Throws: `damaged` if it is not a header, or if its checksum differs.
  mutating func skip() throws(ImportError) {
    // Magic, method, flags, time (4 bytes), extra flags, system.
    let fixed = try take(10)
    // The only method is deflate; the upper flags are reserved.
    guard Self.isMagic(fixed), fixed[2] == 8, fixed[3] & 0xE0 == 0 else {
      throw .damaged(line: nil)
    }
    let flags = fixed[3]
    if flags & 4 != 0 {
      let size = try take(2)
      _ = try take(Int(size[0]) | Int(size[1]) << 8)
    }
    if flags & 8 != 0 { try skipText() }
    if flags & 16 != 0 { try skipText() }
    if flags & 2 != 0 {
      let expected = UInt16(truncatingIfNeeded: checksum)
      let claimed = try take(2)
      guard UInt16(claimed[0]) | UInt16(claimed[1]) << 8 == expected else {
        throw .damaged(line: nil)
      }
    }
  }

  /// Exactly `count` bytes.
  private mutating func take(_ count: Int) throws(ImportError) -> [UInt8] {
    guard let bytes = try source.take(count) else { throw .damaged(line: nil) }
    bytes.withUnsafeBytes { checksum = Inflater.checksum(checksum, $0) }
    return bytes
  }

  /// A text that ends with a zero.
  private mutating func skipText() throws(ImportError) {
    for _ in 0..<Self.longestText where try take(1) == [0] { return }
    throw .damaged(line: nil)
  }
}
