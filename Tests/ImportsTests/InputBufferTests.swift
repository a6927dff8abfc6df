// Examines the first bytes of an input before they are read.

import Model
import Support
import Testing

@testable import Imports

@Suite struct InputBufferTests {
  @Test(arguments: [1, 7, 4096, 100_000])
  func `examined bytes are read again`(_ piece: Int) throws {
    let bytes = noise(10_000)
    let input = InputBuffer(MemoryInput(bytes, piece: piece))
    try expectEqual(input.head(4), Array(bytes[..<4]))
    try expectEqual(input.head(0), [])
    try expectEqual(input.head(2), Array(bytes[..<2]))
    try expectEqual(input.head(300), Array(bytes[..<300]))
    expectEqual(Unpacked(input), Unpacked(bytes: bytes))
    expectEqual(input.consumed, 10_000)
  }

  @Test func `at most the buffer is examined`() throws {
    for (bytes, most) in [(noise(300_000), 262_144), ([1, 2, 3], 3)] {
      let input = InputBuffer(MemoryInput(bytes, piece: 10_000))
      try expectEqual(input.head(262_144), Array(bytes[..<most]))
      expectEqual(Unpacked(input, piece: 100), Unpacked(bytes: bytes))
      try expectEqual(input.head(4), [])
    }
  }

  @Test func `what follows bytes that were read is examined`() throws {
    let bytes = noise(50)
    let input = InputBuffer(MemoryInput(bytes))
    _ = try input.head(20)
    var start = [UInt8](repeating: 0, count: 15)
    let count = try start.withUnsafeMutableBytes { try input.read(into: $0) }
    expectEqual(count, 15)
    expectEqual(start, Array(bytes[..<15]))
    try expectEqual(input.head(10), Array(bytes[15..<25]))
    expectEqual(Unpacked(input), Unpacked(bytes: Array(bytes[15...])))
  }

  @Test func `damage is met where it is`() throws {
    let bytes = noise(50)
    let input = InputBuffer(FaultyInput(bytes, piece: 13))
    try expectEqual(input.head(100), bytes)
    try expectEqual(input.head(10), Array(bytes[..<10]))
    expectEqual(Unpacked(input), Unpacked(bytes: bytes, fault: .damaged(line: nil)))
  }

  @Test(arguments: [ImportError.stopped, .noZlib, .unsuitable(.encrypted)])
  func `other faults end the examination`(_ fault: ImportError) {
    let input = InputBuffer(FaultyInput([1, 2], then: fault))
    #expect(throws: fault) { _ = try input.head(4) }
    expectEqual(Unpacked(input), Unpacked(bytes: [1, 2], fault: fault))
  }

  @Test(arguments: [[], [0xEF], [0xEF, 0xBB], [0xEF, 0xBB, 0x61], [0xEF, 0xBB, 0xBF, 0xEF]])
  func `only a whole byte order mark is skipped`(_ bytes: [UInt8]) throws {
    let input = InputBuffer(MemoryInput(bytes, piece: 1))
    try input.skipByteOrderMark()
    let isMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    expectEqual(Unpacked(input), Unpacked(bytes: isMark ? Array(bytes[3...]) : bytes))
  }
}
