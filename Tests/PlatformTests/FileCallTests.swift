// What every file operation does with every kind of file: `FileCalls.txt`.

import Platform
import Support
import Model
import Testing
import CLibrary

@Suite(.blocking) struct FileCallTests {
  /// A call on a disk, with a result as text. Paths are relative to a folder.
  enum Call: Sendable {
    case read(String)
    case readRange(String, Range<Int>)
    case info(String)
    case list(String)
    case real(String)
    case makeFolder(String)
    case replace(String, String)
    case create(String, String)
    case overwrite(String, String)
    case append(String, String)
    case remove(String)
    case removeFolder(String)
    /// Takes a lock, tries to take it a second time, and releases it.
    case lock(String)
    /// Does the same with the lock of an existing file.
    case lockExisting(String)

    func result(on disk: any FileSystem, in folder: String) -> String {
      func path(_ name: String) -> String { name.isEmpty ? folder : folder + "/" + name }
      func text(_ bytes: [UInt8]?) -> String {
        bytes.map { String(decoding: $0, as: UTF8.self).debugDescription } ?? "none"
      }
      do throws(FileError) {
        switch self {
        case .read(let name): return text(try disk.read(path(name)))
        case .readRange(let name, let range): return text(try disk.read(path(name), in: range))
        case .info(let name):
          guard let info = try disk.info(path(name)) else { return "none" }
          let size = info.kind == .file ? info.size : 0
          // The umask may take the rights of others.
          return "\(info.kind) \(size) \(String(info.mode & 0o700, radix: 8)) \(info.isOurs)"
        case .list(let name): return "\(Array(try disk.list(path(name))))"
        case .real(let name):
          return "\(try disk.realPath(path(name))?.dropFirst(folder.count) ?? "none")"
        case .makeFolder(let name): try disk.makeFolder(path(name), mode: 0o700)
        case .replace(let name, let text):
          try disk.replace(path(name), with: Array(text.utf8), mode: 0o600)
        case .create(let name, let text):
          try disk.create(path(name), with: Array(text.utf8), mode: 0o600)
        case .overwrite(let name, let text):
          try disk.overwrite(path(name), with: Array(text.utf8))
        case .append(let name, let text):
          try disk.append(Array(text.utf8)[...], to: path(name), mode: 0o600)
        case .remove(let name): try disk.remove(path(name))
        case .removeFolder(let name): try disk.removeFolder(path(name))
        case .lock(let name):
          guard let lock = try disk.lock(path(name), note: Array("me".utf8)) else { return "held" }
          let other = try disk.lock(path(name), note: Array("you".utf8))
          let note = text(try disk.read(path(name)))
          lock.release()
          let next = try disk.lock(path(name), note: [])
          // A second release must not free the next holder's lock.
          lock.release()
          let last = try disk.lock(path(name), note: [])
          next?.release()
          return "\(other == nil) \(note) \(next != nil) \(last == nil)"
        case .lockExisting(let name):
          guard let lock = try disk.lock(path(name)) else { return "held" }
          let other = try disk.lock(path(name))
          lock.release()
          let next = try disk.lock(path(name))
          next?.release()
          return
            "\(lock.isExclusive) \(other == nil) \(next != nil) \(text(try disk.read(path(name))))"
        }
        return "done"
      } catch {
        let reason =
          switch error.reason {
          // Their numbers differ between systems.
          case .system(ELOOP): "ELOOP"
          case .system(EINVAL): "EINVAL"
          case let other: "\(other)"
          }
        return
          "\(error.path.dropFirst(folder.count)) \(reason)\(error.isReading ? " (reading)" : "")"
      }
    }
  }

  /// Every kind of thing under every call, and then what is left.
  static let calls: [Call] = {
    let names = [
      "", "file", "empty", "full", "full/inside", "pipe", "none", "none/below", "file/below",
      "toFile", "toFolder", "toFolder/inside", "toNothing", "loop", "loop/below",
      "toFolder/../file", "./file", "ä",
    ]
    let looks: [Call] = names.flatMap { name -> [Call] in
      [
        .read(name), .readRange(name, 1..<3), .readRange(name, 9..<12), .info(name), .list(name),
        .real(name),
      ]
    }
    let changes: [Call] =
      // A link in place of a folder, dangling or in a loop, is nobody's data folder.
      names.filter { $0 != "toNothing" && !$0.hasPrefix("loop") }.map { .makeFolder($0 + "/new") }
      + names.map { .overwrite($0, "x") } + names.map { .overwrite($0, "longer than before") }
      + names.map { .append($0, "more") } + names.map { .lockExisting($0) }
      + names.map { .lock($0) }
      + names.filter { !$0.isEmpty }.map { .create($0, "created") }
      + names.filter { !$0.isEmpty }.map { .replace($0, "replaced") }
      // Darwin has another error for a folder.
      + ["file", "none", "pipe", "full/inside", "file/below", "none/below", "loop/below", "loop"]
      .map { .remove($0) }
      + names.filter { !$0.isEmpty }.map { .removeFolder($0) }
    return looks + changes + looks
  }()

  /// On a disk, and on the one that tests of other parts let fail.
  @Test func `every call has its result`() throws {
    let folder = try TemporaryFolder()
    try folder.write("12345", to: "file", mode: 0o600)
    try folder.write("", to: "full/inside", mode: 0o600)
    try Disk.makeFolder(folder / "empty")
    expectEqual(mkfifo(folder / "pipe", 0o600), 0)
    let memory = MemoryFiles()
    memory.put("12345", at: "/a/file", mode: 0o600)
    memory.put("", at: "/a/full/inside", mode: 0o600)
    memory.putPipe(at: "/a/pipe")
    try memory.makeFolder("/a/empty", mode: 0o755)
    for (name, target) in [
      ("toFile", "file"), ("toFolder", "/full"), ("toNothing", "none"), ("loop", "loop"),
    ] {
      let isAbsolute = target.hasPrefix("/")
      try Disk.link(folder / name, to: isAbsolute ? folder.path + target : target)
      memory.putLink(to: isAbsolute ? "/a" + target : target, at: "/a/\(name)")
    }
    func results(on disk: any FileSystem, in folder: String) -> String {
      Self.calls.map { "\($0): \($0.result(on: disk, in: folder))\n" }.joined()
    }
    let real = results(on: POSIXFiles(), in: folder.path)
    try Golden.compare("Tests/PlatformTests/FileCalls.txt", with: real)
    expectEqual(results(on: memory, in: "/a"), real)
  }
}
