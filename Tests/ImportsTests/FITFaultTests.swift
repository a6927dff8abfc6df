// Reads FIT files that are cut off, damaged or hostile.

import Model
import Support
import Testing

@testable import Imports

@Suite(.blocking) struct FITFaultTests {
  @Test func `a cut file keeps its whole records`() throws {
    let whole = SmallFIT(seconds: 60).writer.file()
    var last = 0
    for length in 14..<whole.count {
      let content = try #require(try content(Array(whole[..<length])))
      #expect(content.isDamaged)
      let count = content.samples.list.count
      #expect(count == last || count == last + 1)
      last = count
      expectEqual(
        content.samples.list.last?.time, (count > 0 ? SmallFIT.start + Int64(count) - 1 : nil))
    }
    expectEqual(last, 60)
  }

  @Test func `less than a minute of a damaged file is refused`() throws {
    let whole = SmallFIT(local: nil, hasSession: false).writer.file()
    let isEnough = try (0..<180).map { seconds in
      let length = whole.count - 2 - 27 * (180 - seconds)
      let content = try #require(try content(Array(whole[..<length])))
      return (try? rides(content)) != nil
    }
    expectEqual(isEnough, (0..<180).map { $0 > 60 })
  }

  /// A wrong checksum, and a file that its recorder did not finish.
  @Test(arguments: [
    SmallFIT().writer.file().dropLast() + [0x55], SmallFIT().writer.file(hasSize: false),
  ])
  func `a damaged frame keeps all records`(_ file: [UInt8]) throws {
    let content = try #require(try content(file))
    #expect(content.isDamaged)
    expectEqual(content.samples.list.count, 180)
  }

  @Test(arguments: [[], Array("hello".utf8), [UInt8](repeating: 0, count: 5_000)])
  func `what is no FIT file is refused`(_ bytes: [UInt8]) {
    #expect(throws: ImportError.damaged(line: nil)) { _ = try content(bytes) }
  }

  /// Such a ride is whole, and not damaged.
  @Test func `more records than memory allows are kept at half the rate`() throws {
    var fit = SmallFIT.empty()
    fit.define(1, as: 20, [(253, .u32(0))])
    for second in 0..<ImportLimits.samples + 10 {
      fit.add(1, [SmallFIT.stamp(second)])
    }
    let content = try #require(try content(fit.file()))
    expectEqual(content.isDamaged, false)
    let times = content.samples.list.map { $0.time - SmallFIT.start }
    expect(times.dropLast().enumerated().allSatisfy { $1 == 2 * $0 })
    // The last one as well, which ends the ride.
    expectEqual(
      times.suffix(2), [Int64(ImportLimits.samples) + 8, Int64(ImportLimits.samples) + 9])
  }

  @Test func `more sessions or pauses than memory allows are damage`() throws {
    for extra in 0...1 {
      var (sessions, pauses) = (SmallFIT.empty(), SmallFIT.empty())
      sessions.define(1, as: 18, [(253, .u32(0)), (2, .u32(0))])
      for second in 0..<ImportLimits.sessions + extra {
        sessions.add(1, [SmallFIT.stamp(second), SmallFIT.stamp(second)])
      }
      pauses.define(1, as: 21, [(253, .u32(0)), (0, .u8(0)), (1, .u8(0))])
      for second in 0..<2 * (ImportLimits.pauses + extra) {
        pauses.add(1, [SmallFIT.stamp(second), .u8(0), .u8(second % 2 == 0 ? 4 : 0)])
      }
      pauses.add(2, message: 20, [(253, SmallFIT.stamp())])
      let contents = try [sessions, pauses].map { try #require(try content($0.file())) }
      expectEqual(contents.map(\.isDamaged), [extra > 0, extra > 0])
      expectEqual(contents[0].sessions.count, ImportLimits.sessions)
      expectEqual(contents[1].pauses.count, ImportLimits.pauses)
    }
  }

  /// Definitions of all sizes: 255 fields of 255 bytes, twice.
  @Test func `the largest message is skipped`() throws {
    var fit = SmallFIT.empty()
    let big = (0..<255).map { (UInt8($0), FITValue.bytes([UInt8](repeating: 1, count: 255))) }
    fit.define(1, as: 9_999, big, developer: (0..<255).map { (UInt8($0), 255, 0) })
    fit.add(1, big.map(\.1) + big.map(\.1))
    fit.add(2, message: 20, [(253, SmallFIT.stamp())])
    let content = try #require(try content(fit.file()))
    #expect(!content.isDamaged)
    expectEqual(content.samples.list.count, 1)
  }

  /// Mutations of files of every form.
  @Test(arguments: Mutations.seeds) func `mutations are read or refused`(_ seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    var small = SmallFIT(seconds: 20)
    small.isBigEndian = seed % 2 == 1
    var fit = small.writer
    fit.add(
      message: 206,
      [(0, .u8(0)), (1, .u8(9)), (2, .u8(0x84)), (14, .u16(20)), (15, .u8(7)), (6, .u8(1))])
    fit.define(5, as: 20, [(253, .u32(0)), (8, .bytes([0, 0, 0]))], developer: [(9, 2, 0)])
    for second in 20..<30 {
      let time = FITWriter.stamp(SmallFIT.start + Int64(second))
      fit.add(5, [.u32(time), .bytes([1, 2, 3]), .u16(200)])
    }
    let time = SmallFIT.stamp()
    fit.add(6, message: 132, [(253, time), (0, .u16(0)), (6, .u8(100)), (9, .u32s([5_000]))])
    let whole = fit.file()
    var refused = 0
    for _ in 0..<Mutations.count {
      let bytes = random.mutated(whole)
      do {
        guard let content = try content(bytes, piece: 64) else { continue }
        #expect(content.samples.list.count <= ImportLimits.samples)
        for ride in try rides(content) { #expect(RideLimits.times.contains(ride.start.seconds)) }
      } catch is ImportError {
        refused += 1
      }
    }
    #expect(refused > 0)
  }
}
