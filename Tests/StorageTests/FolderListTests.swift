// The list of connected folders, which several commands may change at once.

import Model
import Storage
import Support
import Testing

/// A clock that leaps, and something that happens while it is waited for.
private struct EventfulTime: Time {
  let clock = ManualTime(.leap)
  let happens: @Sendable () -> Void

  func moment() -> Moment { clock.moment() }
  func wallClock() -> Timestamp { clock.wallClock() }
  func localOffset(at stamp: Timestamp) -> Int { 0 }
  func sleep(until moment: Moment) async throws(CancellationError) {
    happens()
    try await clock.sleep(until: moment)
  }
}

@Suite struct FolderListTests {
  private let disk = MemoryFiles()

  private func list(_ happens: @escaping @Sendable () -> Void = {}) -> FolderList {
    FolderList(stateFolder: "/state", files: disk, time: EventfulTime(happens: happens))
  }

  private func put(_ folders: String) {
    disk.put(#"{"folders":[\#(folders)]}"#, at: "/state/folders.json")
  }

  /// What another command writes while it has the lock is read afterwards.
  @Test func `a command waits for another one and keeps what it has written`() async throws {
    put(#""/a""#)
    let waiting = list { [disk] in
      disk.put(#"{"folders":["/a","/b"]}"#, at: "/state/folders.json")
    }
    disk.keepLocked(calls: 1, note: "")
    try await waiting.connect(["/c", "/b"])
    try expectEqual(list().folders(), ["/a", "/b", "/c"])
    disk.keepLocked(calls: 1, note: "")
    try await waiting.disconnect(["/a"])
    try expectEqual(list().folders(), ["/b"])
    try await list().disconnect(["/b"])
    expectEqual(disk.text("/state/folders.json"), nil)
    // Who removes a damaged line leaves the end of it.
    disk.put("\n", at: "/state/folders.json")
    try expectEqual(list().folders(), [])
  }

  @Test func `a lock that stays busy is said, and nothing is written`() async throws {
    put(#""/a""#)
    let before = disk.files(below: "/state/folders.json")
    disk.keepLocked(calls: .max, note: "")
    let busy = SyncFailure.locked(LockHolder(process: nil, since: nil))
    await #expect(throws: busy) { try await list().connect(["/b"]) }
    await #expect(throws: busy) { try await list().disconnect(["/a"]) }
    await #expect(throws: busy) { try await list().disconnect(nil) }
    expectEqual(disk.files(below: "/state/folders.json"), before)
  }

  @Test func `a damaged list is forgotten with all folders, and else refused`() async throws {
    put("1")
    let damaged = SyncFailure.badInput(file: "/state/folders.json", line: 1)
    await #expect(throws: damaged) { try await list().connect(["/b"]) }
    try await list().disconnect(nil)
    try expectEqual(list().folders(), [])
  }

  /// Each temporary file is removed under the lock of its own file: another one may be in use.
  @Test func `temporary files of other lists stay`() async throws {
    disk.put("", at: "/state/.folders.json.1-a.part")
    disk.put("", at: "/state/.credentials.json.1-a.part")
    try await list().connect(["/a"])
    let names = disk.files(below: "/state/.").keys
    expectEqual(names.sorted(), ["/state/.credentials.json.1-a.part"])
    let run = Store(root: "/data", stateFolder: "/state", files: disk, time: ManualTime())
    try await expectEqual(run.lock(), nil)
    await run.unlock()
    let folder = try #require(try disk.list("/state/stores").first)
    let temporary = ["credentials.json", "folders.json", "cursor-strava.json"].map {
      "/state/stores/\(folder)/.\($0).1-a.part"
    }
    for path in temporary { disk.put("", at: path) }
    try await expectEqual(run.lock(), nil)
    expectEqual(
      disk.files(below: "/state/stores/\(folder)/.").keys.sorted(), Array(temporary.prefix(2)))
  }
}
