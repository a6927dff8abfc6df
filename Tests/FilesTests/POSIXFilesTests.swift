// The disk through our own calls: what is read is what was written, and nothing else is touched.

import Files
import SyncModel
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

struct POSIXFilesTests {
  let files = POSIXFiles()
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  @Test(arguments: [0, 1, 65_536, 3_000_000])
  func `what was replaced is read back`(size: Int) throws {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try files.replace(scratch("a"), with: bytes, mode: 0o644)
    #expect(try files.read(scratch("a")) == bytes)
    #expect(try files.info(scratch("a"))?.size == Int64(size))
    #expect(try files.list(scratch.path) == ["a"])
  }

  @Test func `a missing file is nil everywhere`() throws {
    #expect(try files.read(scratch("none")) == nil)
    #expect(try files.info(scratch("none")) == nil)
    #expect(try files.realPath(scratch("none")) == nil)
    #expect(try files.list(scratch("none")) == [])
    try files.remove(scratch("none"))
    try files.removeFolder(scratch("none"))
  }

  @Test func `a secret file is never readable for others`() throws {
    try files.replace(scratch("key"), with: [1], mode: 0o600)
    #expect(scratch.permissions("key") == 0o600)
    try files.replace(scratch("key"), with: [2], mode: 0o600)
    #expect(scratch.permissions("key") == 0o600)
  }

  @Test func `links are replaced, not followed`() throws {
    try files.replace(scratch("elsewhere"), with: [1], mode: 0o644)
    #expect(symlink(scratch("elsewhere"), scratch("link")) == 0)
    #expect(try files.info(scratch("link"))?.kind == .symbolicLink)
    #expect(throws: FileError(path: scratch("link"), reason: .system(ELOOP))) {
      try files.read(scratch("link"))
    }
    #expect(throws: FileError.self) {
      try files.append([9], to: scratch("link"), mode: 0o644)
    }
    try files.replace(scratch("link"), with: [2], mode: 0o644)
    #expect(try files.read(scratch("elsewhere")) == [1])
    #expect(try files.read(scratch("link")) == [2])
  }

  @Test func `only regular files are read`() throws {
    #expect(mkfifo(scratch("pipe"), 0o600) == 0)
    #expect(throws: FileError(path: scratch("pipe"), reason: .system(EINVAL))) {
      try files.read(scratch("pipe"))
    }
    #expect(throws: FileError(path: scratch.path, reason: .system(EISDIR))) {
      try files.read(scratch.path)
    }
  }

  @Test func `appending makes the file and adds to it`() throws {
    try files.append(Array("one\n".utf8), to: scratch("log"), mode: 0o600)
    try files.append(Array("two\n".utf8), to: scratch("log"), mode: 0o600)
    #expect(try files.read(scratch("log")) == Array("one\ntwo\n".utf8))
    #expect(scratch.permissions("log") == 0o600)
  }

  @Test func `folders are made with those above them`() throws {
    try files.makeFolder(scratch("a/b/c"), mode: 0o700)
    try files.makeFolder(scratch("a/b/c"), mode: 0o755)
    #expect(scratch.permissions("a") == 0o700)
    #expect(scratch.permissions("a/b/c") == 0o700)
    try files.removeFolder(scratch("a/b"))
    #expect(try files.list(scratch("a/b")) == ["c"])
    try files.removeFolder(scratch("a/b/c"))
    #expect(try files.list(scratch("a/b")) == [])
  }

  @Test func `a file in the place of a folder is named`() throws {
    try files.replace(scratch("a"), with: [], mode: 0o644)
    #expect(throws: FileError(path: scratch("a"), reason: .notADirectory)) {
      try files.makeFolder(scratch("a"), mode: 0o700)
    }
    #expect(throws: FileError(path: scratch("a/b"), reason: .notADirectory)) {
      try files.read(scratch("a/b"))
    }
  }

  @Test func `a replace that fails leaves the old file and nothing else`() throws {
    try files.makeFolder(scratch("folder/inside"), mode: 0o700)
    #expect(throws: FileError.self) {
      try files.replace(scratch("folder"), with: [1], mode: 0o644)
    }
    #expect(throws: FileError.self) {
      try files.replace(scratch("missing/file"), with: [1], mode: 0o644)
    }
    #expect(try files.list(scratch.path) == ["folder"])
    #expect(try files.list(scratch("folder")) == ["inside"])
  }

  @Test func `names are listed in one order everywhere`() throws {
    for name in ["b", "a", "B", ".hidden", "ä"] {
      try files.replace(scratch(name), with: [], mode: 0o644)
    }
    #expect(try files.list(scratch.path) == [".hidden", "B", "a", "b", "ä"])
  }

  @Test func `the real path has no links in it`() throws {
    try files.makeFolder(scratch("real"), mode: 0o700)
    #expect(symlink("real", scratch("link")) == 0)
    let real = try #require(try files.realPath(scratch("real")))
    #expect(try files.realPath(scratch("link")) == real)
  }

  @Test func `a long name can be written`() throws {
    let name = String(repeating: "n", count: 250)
    try files.replace(scratch(name), with: [7], mode: 0o644)
    #expect(try files.read(scratch(name)) == [7])
  }
}
