// Files whose paths a person named keep their kind, their owner and their mode.

import Platform
import Support
import Model
import Testing
import CLibrary

@Suite(.blocking) struct NamedFileTests {
  let files = POSIXFiles()
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `a new file holds the bytes and has no neighbours`() throws {
    try files.write([1, 2, 3], toNamed: folder / "new")
    try expectEqual(Disk.read(folder / "new"), [1, 2, 3])
    expectEqual(Disk.names(in: folder.path), ["new"])
    // As the umask allows.
    let other = open(folder / "other", O_WRONLY | O_CREAT, mode_t(0o644))
    close(other)
    expectEqual(Disk.mode(of: folder / "new"), Disk.mode(of: folder / "other"))
  }

  @Test(arguments: [0o600, 0o640, 0o755] as [UInt32])
  func `a file keeps its mode`(mode: UInt32) throws {
    try Disk.write([UInt8](repeating: 7, count: 100), to: folder / "old", mode: mode)
    try files.write([1, 2, 3], toNamed: folder / "old")
    try expectEqual(Disk.read(folder / "old"), [1, 2, 3])
    expectEqual(Disk.mode(of: folder / "old"), mode)
    expectEqual(Disk.names(in: folder.path), ["old"])
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a file away"))
  func `a file keeps its owner`() throws {
    try Disk.write([], to: folder / "old")
    expectEqual(chown(folder / "old", 1234, 2345), 0)
    try files.write([1, 2, 3], toNamed: folder / "old")
    var status = stat()
    #expect(stat(folder / "old", &status) == 0 && status.st_uid == 1234 && status.st_gid == 2345)
  }

  @Test func `a link stays, and the file it points to is replaced`() throws {
    try Disk.makeFolder(folder / "far")
    try Disk.write([9], to: folder / "far/file", mode: 0o600)
    expectEqual(symlink("far/file", folder / "link"), 0)
    try files.write([1, 2, 3], toNamed: folder / "link")
    expectEqual(Disk.entry(folder / "link")?.kind, .symbolicLink)
    try expectEqual(Disk.read(folder / "far/file"), [1, 2, 3])
    expectEqual(Disk.mode(of: folder / "far/file"), 0o600)
    expectEqual(Disk.names(in: folder / "far"), ["file"])
    // A link to a file that does not exist creates it.
    expectEqual(symlink("file", folder / "other"), 0)
    try files.write([1, 2, 3], toNamed: folder / "other")
    try expectEqual(Disk.read(folder / "file"), [1, 2, 3])
    expectEqual(Disk.entry(folder / "other")?.kind, .symbolicLink)
  }

  @Test func `a device is written into`() throws {
    expectEqual(symlink("/dev/null", folder / "null"), 0)
    try files.write([1, 2, 3], toNamed: folder / "null")
    expectEqual(Disk.entry(folder / "null")?.kind, .symbolicLink)
    expectEqual(Disk.entry("/dev/null")?.kind, .other)
  }

  @Test func `a pipe passes the bytes to its reader`() throws {
    expectEqual(mkfifo(folder / "pipe", 0o600), 0)
    let nobody = FileError(path: folder / "pipe", reason: .noReader)
    #expect(throws: nobody) { try files.write([1], toNamed: folder / "pipe") }
    let reader = open(folder / "pipe", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    try #require(reader >= 0)
    defer { close(reader) }
    try files.write([1, 2, 3], toNamed: folder / "pipe")
    var bytes = [UInt8](repeating: 0, count: 8)
    #expect(read(reader, &bytes, bytes.count) == 3 && bytes.prefix(3) == [1, 2, 3])
    expectEqual(Disk.entry(folder / "pipe")?.kind, .other)
  }

  @Test func `a recording waits for the reader of its pipe`() throws {
    expectEqual(mkfifo(folder / "pipe", 0o600), 0)
    let reader = try Program("/bin/cat", [folder / "pipe"], environment: [:]).start()
    do { try files.openRecord(folder / "pipe", mode: 0o600).append(Array("news".utf8)) }
    try expectEqual(reader.wait().output, "news")
  }

  @Test func `folders and missing folders are errors`() throws {
    #expect(throws: FileError(path: folder.path, reason: .isADirectory)) {
      try files.write([1], toNamed: folder.path)
    }
    #expect(throws: FileError.self) { try files.write([1], toNamed: folder / "none/file") }
    expectEqual(Disk.names(in: folder.path), [])
  }
}
