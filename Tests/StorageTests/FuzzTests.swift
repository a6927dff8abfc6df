// Damage of every kind gives a record or a clear answer, never a crash and never silence.

import Platform
import Storage
import Support
import Model
import Testing

@Suite(.blocking) struct FuzzTests {
  @Test(arguments: Tier.cases(0..<8, quick: 2))
  func `flipped bytes in a store are records or bad input`(seed: UInt64) async throws {
    let scratch = try Scratch()
    let account = Account(activities: rides(6))
    try await sync(store(scratch), [account])
    let path = scratch.data + "/activities/strava/2026.ndjson"
    let clean = try POSIXFiles().read(path) ?? []
    var random = SeededRandom(seed: seed)
    for _ in 0..<Tier.rounds(60) {
      var bytes = clean
      for _ in 0...Int(random.next() % 3) {
        let position = Int(random.next() % UInt64(bytes.count))
        bytes[position] ^= UInt8(1 << (random.next() % 8))
      }
      try POSIXFiles().replace(path, with: bytes, mode: 0o644)
      do {
        let rides = try await store(scratch, mode: .readOnly).activities()
        #expect(rides.count <= 9)
      } catch {
        let lines = (1...9).map { SyncFailure.badInput(file: DisplayText(path), line: $0) }
        #expect(lines.contains(error))
      }
    }
    // Whatever became of it, the account brings it back.
    try POSIXFiles().replace(path, with: Array(clean.prefix(clean.count / 2 + 7)), mode: 0o644)
    await #expect(throws: SyncFailure.self) { try await sync(store(scratch), [account]) }
    try POSIXFiles().remove(path)
    try await sync(store(scratch), [account])
    try expectEqual(POSIXFiles().read(path), clean)
  }

  @Test(arguments: Tier.cases(0..<4, quick: 1))
  func `flipped bytes in the state folder cost a listing at most`(seed: UInt64) async throws {
    let scratch = try Scratch()
    var account = Account(activities: rides(30), pageSize: 10)
    try await sync(store(scratch), [account])
    let expected = try scratch.contents(of: scratch.data)
    account.pagesBeforeFailure = 1
    try await sync(store(scratch), [account], full: true)
    account.pagesBeforeFailure = nil
    var random = SeededRandom(seed: seed)
    for _ in 0..<10 {
      for name in try scratch.contents(of: scratch.state).keys {
        let path = scratch.state + "/" + name
        var bytes = try POSIXFiles().read(path) ?? []
        guard !bytes.isEmpty else { continue }
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
        try POSIXFiles().replace(path, with: bytes, mode: 0o600)
      }
      do {
        try await sync(store(scratch), [account])
      } catch {
        expectEqual(error.code, "config")
        for name in try scratch.contents(of: scratch.state).keys where name.contains("cursor") {
          try POSIXFiles().remove(scratch.state + "/" + name)
        }
      }
    }
    try await sync(store(scratch), [account], full: true)
    try expectEqual(scratch.contents(of: scratch.data), expected)
  }
}
