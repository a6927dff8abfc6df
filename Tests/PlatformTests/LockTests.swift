// The advisory lock: one holder at a time, released only by its holder or its death.

import Platform
import Support
import Model
import Testing

@Suite(.blocking) struct LockTests {
  let files = POSIXFiles()
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `the second one finds it taken and the note in place`() throws {
    let first = try #require(try files.lock(folder / "lock", note: Array("first".utf8)))
    #expect(try files.lock(folder / "lock", note: Array("second".utf8)) == nil)
    try expectEqual(files.read(folder / "lock"), Array("first".utf8))
    first.release()
  }

  @Test func `a released lock is free and its file stays`() throws {
    let first = try #require(try files.lock(folder / "lock", note: Array("a long note".utf8)))
    first.release()
    try expectEqual(files.info(folder / "lock")?.kind, .file)
    let second = try #require(try files.lock(folder / "lock", note: Array("next".utf8)))
    try expectEqual(files.read(folder / "lock"), Array("next".utf8))
    // A second release must not affect the next holder.
    first.release()
    #expect(try files.lock(folder / "lock", note: []) == nil)
    second.release()
  }

  @Test func `a forgotten lock is free`() throws {
    do {
      _ = try files.lock(folder / "lock", note: [])
    }
    #expect(try files.lock(folder / "lock", note: []) != nil)
  }
}
