// A ledger whose checksum is right and whose rows make no sense is not used.

import Model
import Support
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

  @Test(
    arguments: [
      (1, 1_790_003_600, "7", 1),
      // A local start before all days; the last row is the one that is not counted.
      (0, .min, "7", nil), (1, .min, "7", nil),
      // Without an id its record could not be read back from a year file.
      (1, 1_790_003_600, "", nil),
    ] as [(Int64, Int64, String, Int?)])
  func onlyRowsThatMakeSenseAreRead(
    _ count: Int64, _ localStart: Int64, _ id: String, _ found: Int?
  ) throws {
    let ledger = try ledger(count: count, localStart: localStart, id: id)
    let year = ledger.year(2026, stamp: FileStamp(size: 1000, modified: 5), source: .strava)
    expectEqual(year?.count, found)
  }
}
