// File operations on a real disk.

import Platform
import Support
import Model
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite(.blocking) struct POSIXFilesTests {
  let files = POSIXFiles()
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(arguments: [0, 1, 65_536, 3_000_000])
  func `what was replaced is read back`(size: Int) throws {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try files.replace(folder / "a", with: bytes, mode: 0o644)
    try expectEqual(files.read(folder / "a"), bytes)
    try expectEqual(files.info(folder / "a")?.size, Int64(size))
    try expectEqual(files.list(folder.path), ["a"])
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

  @Test func `an offset out of reach reads nothing`() throws {
    try files.replace(folder / "a", with: [1, 2, 3], mode: 0o644)
    let input = try #require(try files.openInput(folder / "a"))
    try expectEqual(input.read(at: 2, count: 5), [3])
    try expectEqual(input.read(at: .max, count: 5), [])
    try expectEqual(input.read(at: .min, count: 5), [])
  }

  @Test func `a missing file is nil everywhere`() throws {
    try expectEqual(files.read(folder / "none"), nil)
    try expectEqual(files.info(folder / "none"), nil)
    try expectEqual(files.realPath(folder / "none"), nil)
    try expectEqual(files.list(folder / "none"), [])
    try files.remove(folder / "none")
    try files.removeFolder(folder / "none")
  }

  @Test func `a secret file is never readable for others`() throws {
    try files.replace(folder / "key", with: [1], mode: 0o600)
    expectEqual(Disk.mode(of: folder / "key"), 0o600)
    try files.replace(folder / "key", with: [2], mode: 0o600)
    expectEqual(Disk.mode(of: folder / "key"), 0o600)
  }

  @Test func `links are replaced, not followed`() throws {
    try files.replace(folder / "elsewhere", with: [1], mode: 0o644)
    expectEqual(symlink(folder / "elsewhere", folder / "link"), 0)
    try expectEqual(files.info(folder / "link")?.kind, .symbolicLink)
    #expect(throws: FileError(path: folder / "link", reason: .system(ELOOP), isReading: true)) {
      try files.read(folder / "link")
    }
    #expect(throws: FileError.self) {
      try files.append([9], to: folder / "link", mode: 0o644)
    }
    try files.replace(folder / "link", with: [2], mode: 0o644)
    try expectEqual(files.read(folder / "elsewhere"), [1])
    try expectEqual(files.read(folder / "link"), [2])
  }

  @Test func `only regular files are read`() throws {
    expectEqual(mkfifo(folder / "pipe", 0o600), 0)
    #expect(throws: FileError(path: folder / "pipe", reason: .system(EINVAL), isReading: true)) {
      try files.read(folder / "pipe")
    }
    #expect(throws: FileError(path: folder.path, reason: .isADirectory, isReading: true)) {
      try files.read(folder.path)
    }
  }

  @Test func `appending makes the file and adds to it`() throws {
    try files.append(Array("one\n".utf8)[...], to: folder / "log", mode: 0o600)
    try files.append(Array("two\n".utf8)[...], to: folder / "log", mode: 0o600)
    try expectEqual(files.read(folder / "log"), Array("one\ntwo\n".utf8))
    expectEqual(Disk.mode(of: folder / "log"), 0o600)
  }

  @Test func `some bytes of a file are read, as far as it has them`() throws {
    try files.replace(folder / "a", with: Array("0123456789".utf8), mode: 0o600)
    try expectEqual(files.read(folder / "a", in: 3..<6), Array("345".utf8))
    try expectEqual(files.read(folder / "a", in: 8..<20), Array("89".utf8))
    try expectEqual(files.read(folder / "a", in: 20..<30), [])
    try expectEqual(files.read(folder / "b", in: 0..<1), nil)
    #expect(throws: FileError(path: folder.path, reason: .isADirectory, isReading: true)) {
      try files.read(folder.path, in: 0..<1)
    }
  }

  @Test func `folders are made with those above them`() throws {
    try files.makeFolder(folder / "a/b/c", mode: 0o700)
    try files.makeFolder(folder / "a/b/c", mode: 0o755)
    expectEqual(Disk.mode(of: folder / "a"), 0o700)
    expectEqual(Disk.mode(of: folder / "a/b/c"), 0o700)
    try files.removeFolder(folder / "a/b")
    try expectEqual(files.list(folder / "a/b"), ["c"])
    try files.removeFolder(folder / "a/b/c")
    try expectEqual(files.list(folder / "a/b"), [])
  }

  @Test func `a file in the place of a folder is named`() throws {
    try files.replace(folder / "a", with: [], mode: 0o644)
    #expect(throws: FileError(path: folder / "a", reason: .notADirectory)) {
      try files.makeFolder(folder / "a", mode: 0o700)
    }
    #expect(throws: FileError(path: folder / "a/b", reason: .notADirectory, isReading: true)) {
      try files.read(folder / "a/b")
    }
  }

  @Test func `a replace that fails leaves the old file and nothing else`() throws {
    try files.makeFolder(folder / "folder/inside", mode: 0o700)
    #expect(throws: FileError.self) {
      try files.replace(folder / "folder", with: [1], mode: 0o644)
    }
    #expect(throws: FileError.self) {
      try files.replace(folder / "missing/file", with: [1], mode: 0o644)
    }
    try expectEqual(files.list(folder.path), ["folder"])
    try expectEqual(files.list(folder / "folder"), ["inside"])
  }

  @Test func `names are listed in one order everywhere`() throws {
    for name in ["b", "a", "B", ".hidden", "ä"] {
      try files.replace(folder / name, with: [], mode: 0o644)
    }
    try expectEqual(files.list(folder.path), [".hidden", "B", "a", "b", "ä"])
  }

  @Test func `the real path has no links in it`() throws {
    try files.makeFolder(folder / "real", mode: 0o700)
    expectEqual(symlink("real", folder / "link"), 0)
    let real = try #require(try files.realPath(folder / "real"))
    try expectEqual(files.realPath(folder / "link"), real)
  }

  @Test func `a long name can be written`() throws {
    let name = String(repeating: "n", count: 250)
    try files.replace(folder / name, with: [7], mode: 0o644)
    try expectEqual(files.read(folder / name), [7])
  }
}
