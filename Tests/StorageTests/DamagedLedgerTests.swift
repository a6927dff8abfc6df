// A ledger whose checksum is right and whose rows make no sense is not used.

import Model
import Testing

@testable import Storage

@Suite struct DamagedLedgerTests {
  /// A ledger with one row, of a ride with a local start.
  private func ledger(count: Int64, localStart: Int64, id name: String = "7") throws -> Ledger {
    let row: [Int64] = [0, 100, 5, 1_790_000_000, 1]
    let id = [UInt8(name.utf8.count)] + Array(name.utf8)
    let head: [Int64] = [2026, 1000, 5, count, Int64(row.count * 8 + id.count + 8)]
    let body =
      Array("VELDGR02".utf8) + (head + row).flatMap(bytes) + id + bytes(localStart)
    let sum = Digest.of(body[...])
    return try #require(Ledger(body + bytes(Int64(bitPattern: sum))))
  }

  private func bytes(_ number: Int64) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  private let stamp = FileStamp(size: 1000, modified: 5)

  @Test func aRowThatMakesSenseIsRead() throws {
    let year = try ledger(count: 1, localStart: 1_790_003_600)
      .year(2026, stamp: stamp, source: .strava)
    #expect(year?.count == 1)
  }

  /// The last row is the one that is not counted.
  @Test(arguments: [0, 1] as [Int64]) func aLocalStartBeforeAllDaysIsNot(_ count: Int64) throws {
    let year = try ledger(count: count, localStart: .min)
      .year(2026, stamp: stamp, source: .strava)
    #expect(year?.count == nil)
  }

  /// Its record could not be read back from a year file.
  @Test func aRowWithoutAnIDIsNot() throws {
    let year = try ledger(count: 1, localStart: 1_790_003_600, id: "")
      .year(2026, stamp: stamp, source: .strava)
    #expect(year?.count == nil)
  }
}
