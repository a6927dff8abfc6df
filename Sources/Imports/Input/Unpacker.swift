// Unpacks the data of a zip or gzip member, and counts and verifies it; a gzip file as a stream
// (RFC 1952).

import Model
import Platform

/// Unpacks one member's data.
struct Unpacker: ~Copyable {
  /// What the unpacked data must be.
  typealias Claim = (size: Int64, checksum: UInt32)

  enum Packing { case stored, deflated, gzip }

  /// Packed bytes taken of the source.
  private(set) var taken: Int64 = 0
  /// Unpacked bytes.
  private(set) var count: Int64 = 0
  /// CRC-32 of the unpacked bytes; 0 for gzip, whose own zlib verifies.
  private(set) var checksum: UInt32 = 0
  /// Whether there is damage after the bytes that were read.
  private(set) var isDamaged = false

  private let packing: Packing
  private let packedSize: Int64?
  private let claim: Claim?
  private let budget: UnpackBudget
  private var inflater: Inflater?
  private var isAtEnd = false

  /// - Parameter packedSize: the packed bytes in the file; nil if only the end of the data tells.
  /// - Throws: `noZlib`; `unsuitable` without a descriptor to open zlib with.
  init(
    _ packing: Packing, packedSize: Int64? = nil, claim: Claim? = nil, budget: UnpackBudget
  ) throws(ImportError) {
    // zlib is also needed for the checksum.
    guard let inflater = Inflater(isGzip: packing == .gzip) else {
      throw SystemLimit.reached == .descriptors ? .unsuitable(.unreadable(.tooManyFiles)) : .noZlib
    }
    (self.packing, self.packedSize) = (packing, packedSize)
    (self.claim, self.budget) = (claim, budget)
    if packing != .stored { self.inflater = consume inflater }
  }

  /// Unpacks some bytes.
  ///
  /// - Returns: the number of bytes; 0 only at the end.
  /// - Throws: `damaged` after the bytes before the damage, and if the data is not as claimed; the
  ///   failures of the source and of the budget.
  mutating func read(
    from source: InputBuffer, into buffer: UnsafeMutableRawBufferPointer
  ) throws(ImportError) -> Int {
    var more = 0
    while more == 0, !isAtEnd, !isDamaged, !buffer.isEmpty {
      more = try step(source, buffer)
    }
    if let claim, Int64(more) > claim.size - count {
      more = Int(claim.size - count)
      isDamaged = true
    }
    count += Int64(more)
    if packing != .gzip {
      checksum = Inflater.checksum(checksum, UnsafeRawBufferPointer(rebasing: buffer[..<more]))
    }
    if more > 0 { try budget.add(more, unpacked: count, packed: taken) }
    if isAtEnd {
      if let packedSize, taken != packedSize { isDamaged = true }
      if let claim, count != claim.size || checksum != claim.checksum { isDamaged = true }
    }
    if more == 0, isDamaged { throw .damaged(line: nil) }
    return more
  }

  /// Unpacks what the source has in its buffer, and lets it read if that gives nothing.
  private mutating func step(
    _ source: InputBuffer, _ buffer: UnsafeMutableRawBufferPointer
  ) throws(ImportError) -> Int {
    var packed = source.bytes
    if let packedSize, Int64(packed.count) > packedSize - taken {
      packed = UnsafeRawBufferPointer(rebasing: packed.prefix(Int(packedSize - taken)))
    }
    let before = taken
    // Also without packed bytes: zlib may hold back output that did not fit before.
    let more = inflater == nil ? copy(packed, to: buffer) : inflate(packed, to: buffer)
    source.advance(Int(taken - before))
    if more == 0, taken == before, !isAtEnd, !isDamaged {
      let isComplete = packedSize.map { taken == $0 } ?? false
      if isComplete || !packed.isEmpty {
        isDamaged = true
      } else if try !source.fill(1) {
        isDamaged = true
      }
    }
    return more
  }

  private mutating func inflate(
    _ packed: UnsafeRawBufferPointer, to buffer: UnsafeMutableRawBufferPointer
  ) -> Int {
    var input = packed.bindMemory(to: UInt8.self)
    var left = buffer.bindMemory(to: UInt8.self)
    switch inflater?.run(&input, into: &left) ?? .damaged {
    case .end: isAtEnd = true
    case .damaged: isDamaged = true
    case .more: break
    }
    taken += Int64(packed.count - input.count)
    return buffer.count - left.count
  }

  private mutating func copy(
    _ packed: UnsafeRawBufferPointer, to buffer: UnsafeMutableRawBufferPointer
  ) -> Int {
    let piece = UnsafeRawBufferPointer(rebasing: packed.prefix(buffer.count))
    buffer.copyMemory(from: piece)
    taken += Int64(piece.count)
    isAtEnd = taken == packedSize
    return piece.count
  }
}

/// The bytes that one import may unpack, shared by all its archives and their members. Archives in
/// archives multiply their ratios, so that each file of the import has its own share as well.
final class UnpackBudget {
  /// The size from which the ratio is checked, in bytes.
  private static let ratioThreshold: Int64 = 10_000_000
  /// What a file may unpack in all, however small it is.
  private static let leastOfFile: Int64 = 64_000_000

  private var left: Int64
  private var leftOfFile = Int64.max
  private let isStopped: () -> Bool

  /// - Parameters:
  ///   - most: the unpacked bytes of all levels together.
  ///   - isStopped: whether the import was cancelled. Asked at every level: a few bytes of the file
  ///     may take minutes to unpack.
  init(most: Int64 = ImportLimits.unpackedBytes, isStopped: @escaping () -> Bool = { false }) {
    left = most
    self.isStopped = isStopped
  }

  /// Begins the share of a file of this size.
  func begin(_ size: Int64) {
    let ratio = ImportLimits.unpackedRatio
    leftOfFile = Self.leastOfFile + min(size, ImportLimits.unpackedBytes / ratio) * ratio
  }

  /// Counts `count` more bytes of a member that was unpacked from `packed` bytes to `unpacked`.
  ///
  /// - Throws: `unsuitable` if these are too many, `stopped`.
  func add(_ count: Int, unpacked: Int64, packed: Int64) throws(ImportError) {
    if isStopped() { throw .stopped }
    left = max(-1, left - Int64(count))
    leftOfFile = max(-1, leftOfFile - Int64(count))
    guard left >= 0, leftOfFile >= 0,
      unpacked < Self.ratioThreshold || unpacked / ImportLimits.unpackedRatio <= packed
    else { throw .unsuitable(.tooMuch) }
  }
}

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
