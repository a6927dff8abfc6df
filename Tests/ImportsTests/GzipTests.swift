// Unpacks gzip files of all forms, whole and damaged.

import Model
import Support
import Testing

@testable import Imports

/// A gzip member, field by field (RFC 1952).
struct GzipFile {
  static let flags: [UInt8] = Array(0..<32)

  var content = noise(3000)
  var flags: UInt8 = 0
  var method: UInt8 = 8
  var toldHeaderChecksum: UInt16?
  var toldChecksum: UInt32?
  var toldSize: UInt32?

  func header() -> [UInt8] {
    var header: [UInt8] = [0x1F, 0x8B, method, flags, 1, 2, 3, 4, 0, 3]
    if flags & 4 != 0 { header += [3, 1] + [UInt8](repeating: 0, count: 259) }
    if flags & 8 != 0 { header += Array("2026-03-14 ride.fit".utf8) + [0] }
    if flags & 16 != 0 { header += Array("a comment".utf8) + [0] }
    if flags & 2 != 0 {
      let sum = toldHeaderChecksum ?? UInt16(truncatingIfNeeded: Deflate.checksum(header))
      header += [UInt8(truncatingIfNeeded: sum), UInt8(truncatingIfNeeded: sum >> 8)]
    }
    return header
  }

  func bytes() throws -> [UInt8] {
    let words = [
      toldChecksum ?? Deflate.checksum(content),
      toldSize ?? UInt32(truncatingIfNeeded: content.count),
    ]
    return try header() + Deflate.pack(content)
      + words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
  }
}

@Suite(.blocking) struct GzipTests {
  private func unpacked(
    _ bytes: [UInt8], piece: Int = 4096, buffer: Int = 1000
  ) throws -> Unpacked {
    Unpacked(try GzipInput(MemoryInput(bytes, piece: piece), budget: UnpackBudget()), piece: buffer)
  }

  @Test(arguments: Tier.cases(GzipFile.flags, quick: 12))
  func `every header is skipped`(_ flags: UInt8) throws {
    let file = GzipFile(flags: flags)
    for piece in [1, 100, 4096] {
      try expectEqual(unpacked(file.bytes(), piece: piece), Unpacked(bytes: file.content))
    }
  }

  /// Buffers of a few bytes make zlib hold back output.
  @Test(arguments: [1, 3, 65_536, 1_000_000])
  func `any buffer is filled`(_ size: Int) throws {
    let content = Array(repeatElement(Array("velo".utf8), count: 10_000).joined()) + noise(80_000)
    let bytes = try Deflate.gzip(content)
    try expectEqual(unpacked(bytes, buffer: size), Unpacked(bytes: content))
    try expectEqual(
      unpacked(bytes.dropLast(8), buffer: size),
      Unpacked(bytes: content, fault: .damaged(line: nil)))
  }

  @Test func `members are one file`() throws {
    // One of them alone is empty.
    for parts in [[noise(500), [], noise(70_000, seed: 2), [9]], [[]]] {
      let bytes = try parts.enumerated().flatMap { index, part in
        try GzipFile(content: part, flags: UInt8(index)).bytes()
      }
      for piece in [1, 4096] {
        try expectEqual(unpacked(bytes, piece: piece), Unpacked(bytes: Array(parts.joined())))
      }
    }
  }

  @Test(arguments: [[0], [UInt8](repeating: 0, count: 70_000), Array("\u{1F}more".utf8)])
  func `bytes after the last member are ignored`(_ rest: [UInt8]) throws {
    let file = GzipFile()
    let bytes = try file.bytes() + rest
    let input = MemoryInput(bytes, piece: 100)
    let gzip = try GzipInput(input, budget: UnpackBudget())
    expectEqual(Unpacked(gzip), Unpacked(bytes: file.content))
    expectEqual(gzip.consumed, Int64(bytes.count))
    // Not silently: the file that they are in may be damaged.
    let faulty = FaultyInput(bytes)
    expectEqual(
      Unpacked(try GzipInput(faulty, budget: UnpackBudget())),
      Unpacked(bytes: file.content, fault: .damaged(line: nil)))
  }

  @Test func `wrong trailers are damage after the bytes`() throws {
    for file in [GzipFile(toldChecksum: 1), GzipFile(toldSize: 2999), GzipFile(toldSize: 3001)] {
      try expectEqual(
        unpacked(file.bytes(), buffer: 10_000),
        Unpacked(bytes: file.content, fault: .damaged(line: nil)))
    }
  }

  @Test(arguments: [
    GzipFile(flags: 0x20), GzipFile(flags: 0x40), GzipFile(flags: 0x80), GzipFile(method: 7),
    GzipFile(flags: 2, toldHeaderChecksum: 0),
  ])
  func `wrong headers are damage`(_ file: GzipFile) throws {
    let damage = Unpacked(bytes: [], fault: .damaged(line: nil))
    try expectEqual(unpacked(file.bytes()), damage)
    // Also of a later member.
    try expectEqual(
      unpacked(GzipFile(content: [1, 2]).bytes() + file.bytes()),
      Unpacked(bytes: [1, 2], fault: .damaged(line: nil)))
  }

  @Test(arguments: [[], [0x1F], [0x1F, 0x8B], Array("hello, world".utf8)])
  func `what is no gzip is damage`(_ bytes: [UInt8]) throws {
    try expectEqual(unpacked(bytes), Unpacked(bytes: [], fault: .damaged(line: nil)))
    expectEqual(GzipInput.isMagic(bytes), (bytes.count == 2))
  }

  @Test func `every cut gives the bytes before it`() throws {
    let file = GzipFile(flags: 31)
    let whole = try file.bytes()
    let data = file.header().count..<whole.count - 8
    var last = 0
    for length in Tier.cases(0..<whole.count, quick: 800) {
      let cut = try unpacked(Array(whole[..<length]), piece: 64)
      expectEqual(cut.fault, .damaged(line: nil))
      #expect(file.content.starts(with: cut.bytes))
      #expect(cut.bytes.count >= last)
      last = cut.bytes.count
      if length <= data.lowerBound { expectEqual(last, 0) }
      if length >= data.upperBound { expectEqual(last, file.content.count) }
      // The rest cannot hold more than its bits: all but the code table is given.
      if data.contains(length) { #expect(last >= (length - data.lowerBound - 150)) }
    }
  }

  @Test func `wrong data gives the bytes before it`() throws {
    let first = GzipFile(content: noise(100_000))
    // A block of no known type.
    let bytes = try first.bytes() + GzipFile().header() + [7]
    try expectEqual(
      unpacked(bytes, buffer: 1 << 20), Unpacked(bytes: first.content, fault: .damaged(line: nil)))
  }

  @Test(arguments: [ImportError.stopped, .damaged(line: nil), .unsuitable(.encrypted)])
  func `faults of the file are passed on`(_ fault: ImportError) throws {
    let file = GzipFile()
    let input = FaultyInput(try file.bytes().dropLast(8), then: fault, piece: 11)
    let gzip = try GzipInput(input, budget: UnpackBudget())
    expectEqual(Unpacked(gzip), Unpacked(bytes: file.content, fault: fault))
    #expect(throws: fault) { try gzip.drain() }
  }

  /// Damage never goes unnoticed.
  @Test(arguments: Mutations.seeds) func `mutations are unpacked or refused`(_ seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let file = GzipFile(content: noise(300), flags: UInt8(seed * 4 % 32))
    let whole = try file.bytes()
    var refused = 0
    for _ in 0..<Mutations.count {
      let bytes = random.mutated(whole)
      let budget = UnpackBudget(most: 100_000)
      let result = Unpacked(try GzipInput(MemoryInput(bytes, piece: 64), budget: budget))
      if result.fault == nil {
        expectEqual(result.bytes, file.content)
      } else {
        expectEqual(result.fault, .damaged(line: nil))
        refused += 1
      }
    }
    #expect(refused > 400)
  }
}
