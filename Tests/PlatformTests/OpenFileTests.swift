// Files, pipes and devices that a run appends to or reads from, by path or by descriptor.

import Platform
import Support
import Model
import Testing
import CLibrary

@Suite(.blocking) struct OpenFileTests {
  let files = POSIXFiles()
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `a record grows and is recognised`() throws {
    try folder.write("one\n", to: "log", mode: 0o600)
    expectEqual(symlink("log", folder / "link"), 0)
    expectEqual(link(folder / "log", folder / "other"), 0)
    // A path comes from the person: links are followed.
    let record = try files.openRecord(folder / "link", mode: 0o600)
    try record.append(Array("two\n".utf8))
    try record.append([])
    try expectEqual(folder.read("log"), "one\ntwo\n")
    let created = try files.openRecord(folder / "new", mode: 0o600)
    expectEqual(Disk.mode(of: folder / "new"), 0o600)
    expectEqual(
      ["log", "link", "other", "new", "none"].map { record.isFile(at: folder / $0) },
      [true, true, true, false, false])
    let descriptor = open(folder / "log", O_RDWR | O_CLOEXEC)
    defer { close(descriptor) }
    expectEqual(
      [record.isFile(descriptor), created.isFile(descriptor), record.isFile(-1)],
      [true, false, false])
    // Output to a descriptor continues after what is there, if it was opened so.
    expectEqual(lseek(descriptor, 0, SEEK_END), 8)
    try files.record(descriptor).append(Array("three\n".utf8))
    try files.rename(folder / "log", to: folder / "new")
    try expectEqual(folder.read("new"), "one\ntwo\nthree\n")
  }

  /// Devices and pipes are written into, and are no file of ours.
  @Test func `a pipe with a reader takes records`() throws {
    expectEqual(mkfifo(folder / "pipe", 0o600), 0)
    let reader = open(folder / "pipe", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    let record = try files.openRecord(folder / "pipe", mode: 0o600)
    try record.append([1, 2, 3])
    expect(!record.isFile(at: folder / "pipe"))
    var bytes = [UInt8](repeating: 0, count: 8)
    expectEqual(read(reader, &bytes, bytes.count), 3)
    try files.openRecord("/dev/null", mode: 0o600).append([1])
  }

  @Test func `failures to record are named`() throws {
    expectEqual(mkfifo(folder / "pipe", 0o600), 0)
    for (path, reason) in [
      (folder / "pipe", .noReader), (folder.path, .isADirectory),
      (folder / "none/log", .missingFolder),
    ] as [(String, StorageFailure.Reason)] {
      #expect(throws: FileError(path: path, reason: reason)) {
        try files.openRecord(path, mode: 0o600)
      }
    }
    #expect(throws: FileError(path: "descriptor -1", reason: .closed)) {
      try files.record(-1).append([1])
    }
    #expect(throws: FileError(path: folder / "b", reason: .missingFolder)) {
      try files.rename(folder / "a", to: folder / "b")
    }
    #if os(Linux)
      #expect(throws: FileError(path: "/dev/full", reason: .diskFull)) {
        try files.openRecord("/dev/full", mode: 0o600).append([1])
      }
    #endif
  }

  @Test func `inputs have a kind and a size`() throws {
    try folder.write("12345", to: "file")
    expectEqual(mkfifo(folder / "pipe", 0o600), 0)
    expectEqual(symlink("file", folder / "link"), 0)
    for (path, kind, size) in [
      (folder / "file", .file, 5), (folder / "link", .file, 5), (folder / "pipe", .pipe, 0),
      ("/dev/null", .device, 0),
    ] as [(String, InputKind, Int64)] {
      let input = try #require(try files.openInput(path))
      expectEqual(input.kind, kind, "\(path)")
      expectEqual(input.size, size, "\(path)")
    }
    try expectEqual(files.openInput(folder / "none") == nil, true)
    for (path, reason) in [
      (folder.path, .isADirectory), (folder / "file/below", .notADirectory),
    ] as [(String, StorageFailure.Reason)] {
      #expect(throws: FileError(path: path, reason: reason, isReading: true)) {
        try files.openInput(path)
      }
    }
    #expect(throws: FileError(path: "standard input", reason: .closed, isReading: true)) {
      try files.input(-1)
    }
  }

  /// A shell may have read the beginning; a damaged file may name any offset.
  @Test func `an input begins where its descriptor is`() throws {
    try folder.write("0123456789", to: "file")
    let descriptor = open(folder / "file", O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    expectEqual(lseek(descriptor, 4, SEEK_SET), 4)
    let input = try files.input(descriptor)
    expectEqual(input.size, 6)
    for (offset, count, text) in [
      (0, 3, "456"), (2, 9, "6789"), (6, 1, ""), (99, 1, ""), (.max, 5, ""), (-1, 5, ""),
      (.min, 5, ""), (0, 0, ""),
    ] as [(Int64, Int, String)] {
      try expectEqual(input.read(at: offset, count: count), Array(text.utf8), "\(offset)")
    }
    expectEqual(lseek(descriptor, 0, SEEK_CUR), 4)
  }
}
