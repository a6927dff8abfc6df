// File operations on a real disk; `FileCallTests` has the results of all of them.

import Platform
import Support
import Model
import Testing
import CLibrary

@Suite(.blocking) struct POSIXFilesTests {
  let files = POSIXFiles()
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(arguments: [0, 1, 65_536, 300_000])
  func `what was replaced is read back`(words: Int) throws {
    let bytes = Array(String(repeating: "0123456789", count: words).utf8)
    try files.replace(folder / "a", with: bytes, mode: 0o644)
    try expectEqual(files.read(folder / "a"), bytes)
    try expectEqual(files.info(folder / "a")?.size, Int64(bytes.count))
    try expectEqual(Array(files.list(folder.path)), ["a"])
  }

  /// A sparse file takes no disk space but may exceed memory.
  @Test func `a file larger than any memory is an error`() throws {
    let path = folder / "holes"
    let number = open(path, O_WRONLY | O_CREAT, mode_t(0o600))
    try #require(number >= 0 && ftruncate(number, 1 << 40) == 0)
    close(number)
    let tooLarge = FileError(path: path, reason: .tooLarge, isReading: true)
    #expect(throws: tooLarge) { try files.read(path) }
    #expect(throws: tooLarge) { try files.read(path, in: 0..<Int.max) }
    try expectEqual(files.read(path, in: (1 << 40) - 2..<Int.max), [0, 0])
  }

  @Test func `a file beyond a limit is not read`() throws {
    try files.replace(folder / "a", with: [1, 2, 3], mode: 0o644)
    try expectEqual(files.read(folder / "a", upTo: 3), [1, 2, 3])
    #expect(throws: FileError(path: folder / "a", reason: .tooLarge, isReading: true)) {
      try files.read(folder / "a", upTo: 2)
    }
    try expectEqual(files.read(folder / "none", upTo: 2), nil)
  }

  @Test func `a secret file is never readable for others, and may have a long name`() throws {
    let key = folder / String(repeating: "n", count: 250)
    for byte in [1, 2] as [UInt8] {
      try files.replace(key, with: [byte], mode: 0o600)
      try expectEqual(files.read(key), [byte])
      expectEqual(Disk.mode(of: key), 0o600)
    }
  }

  @Test func `a forgotten lock is free`() throws {
    _ = try files.lock(folder / "lock", note: [])
    #expect(try files.lock(folder / "lock", note: []) != nil)
  }
}
