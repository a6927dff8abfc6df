// A file system in memory that behaves like the real one and fails where a test says so.

package import Model
import Synchronization
import CLibrary

/// Folders, files, links and pipes by absolute path. `MemoryFilesTests` compares it with the real
/// file system, except for the umask, permissions and what only a crash would show.
package final class MemoryFiles: FileSystem {
  package typealias Reason = StorageFailure.Reason

  /// What a test can let fail.
  package enum Operation: String, Sendable {
    case read, makeFolder, replace, overwrite, append, remove, removeFolder
    case lock, unlock, create
  }

  /// A changing operation that succeeded.
  package struct Change: Hashable, Sendable {
    package let operation: Operation
    package let path: String
  }

  fileprivate enum Content: Hashable {
    case file([UInt8])
    case folder
    case link(String)
    case pipe
  }

  fileprivate struct Item {
    var content: Content
    var mode: UInt32
    var modified: Int64
    var inode: UInt64
  }

  fileprivate struct State {
    var items = ["/": Item(content: .folder, mode: 0o755, modified: 0, inode: 0)]
    var ticks: Int64 = 0
    var held: Set<String> = []
    var changes: [Change] = []
    var fault: @Sendable (Operation, String) -> Reason? = { _, _ in nil }
    /// The number of calls for which a lock is still held by another process, and its note.
    var busy: (calls: Int, note: [UInt8]) = (0, [])
    /// Whether locks keep nobody out, as on some network file systems.
    var hasNoLocks = false
  }

  private let state = Mutex(State())

  package init() {}

  // MARK: What tests do

  /// From now on an operation fails if `fault` has a reason.
  package func fail(_ fault: @escaping @Sendable (Operation, String) -> Reason?) {
    state.withLock { $0.fault = fault }
  }

  /// From now on these operations fail on paths that contain `part`.
  package func fail(
    _ operations: Set<Operation>, on part: String = "", with reason: Reason = .diskFull
  ) {
    fail { operations.contains($0) && $1.contains(part) ? reason : nil }
  }

  /// From now on nothing fails.
  package func work() { fail { _, _ in nil } }

  /// Another process with this note holds the lock for so many calls.
  package func keepLocked(calls: Int, note: String) {
    state.withLock { $0.busy = (calls, Array(note.utf8)) }
  }

  /// From now on a lock keeps nobody out.
  package func forgetLocks(_ hasNoLocks: Bool = true) {
    state.withLock { $0.hasNoLocks = hasNoLocks }
  }

  /// The changes since the last `forgetChanges`, in order.
  package var changes: [Change] { state.withLock(\.changes) }
  package func forgetChanges() { state.withLock { $0.changes = [] } }

  /// Writes a file and makes the folders above it, as another program would.
  package func put(_ text: String, at path: String, mode: UInt32 = 0o644) {
    place(.file(Array(text.utf8)), at: path, mode: mode)
  }
  package func putLink(to target: String, at path: String) {
    place(.link(target), at: path, mode: 0o777)
  }
  package func putPipe(at path: String) { place(.pipe, at: path, mode: 0o600) }

  /// A file's text; nil when there is none.
  package func text(_ path: String) -> String? {
    files(below: "")[path].map { String(decoding: $0, as: UTF8.self) }
  }

  /// All files whose path begins with `folder`, by path.
  package func files(below folder: String) -> [String: [UInt8]] {
    state.withLock { state in
      state.items.filter { $0.key.hasPrefix(folder) }.compactMapValues { item in
        if case .file(let bytes) = item.content { bytes } else { nil }
      }
    }
  }

  private func place(_ content: Content, at path: String, mode: UInt32) {
    state.withLock { state in
      var above = ""
      for name in path.split(separator: "/").dropLast() {
        above += "/" + name
        if state.items[above] == nil { state.put(.folder, at: above, mode: 0o755) }
      }
      state.put(content, at: path, mode: mode)
    }
  }

  // MARK: Reading

  package func read(_ path: String) throws(FileError) -> [UInt8]? {
    try look(path) { (state) throws(Reason) in
      if let reason = state.fault(.read, path) { throw reason }
      return try state.bytes(at: try state.locate(path))
    }
  }

  package func read(_ path: String, in range: Range<Int>) throws(FileError) -> [UInt8]? {
    try read(path).map { Array($0[range.clamped(to: $0.indices)]) }
  }

  package func info(_ path: String) throws(FileError) -> FileInfo? {
    try look(path) { (state) throws(Reason) in
      guard let item = state.items[try state.locate(path)] else { throw .missingFolder }
      let (kind, size): (FileInfo.Kind, Int) =
        switch item.content {
        case .file(let bytes): (.file, bytes.count)
        case .folder: (.directory, 0)
        case .link(let target): (.symbolicLink, target.utf8.count)
        case .pipe: (.other, 0)
        }
      return FileInfo(
        kind: kind, size: Int64(size), modified: item.modified, mode: item.mode, isOurs: true,
        inode: item.inode)
    }
  }

  package func list(_ folder: String) throws(FileError) -> [String] {
    try look(folder) { (state) throws(Reason) in
      let folder = try state.folder(try state.locate(folder, following: true))
      return Array(state.names(in: folder))
    } ?? []
  }

  package func realPath(_ path: String) throws(FileError) -> String? {
    try look(path) { (state) throws(Reason) in
      let place = try state.locate(path, following: true)
      return state.items[place] == nil ? nil : place
    }
  }

  // MARK: Changing

  package func makeFolder(_ path: String, mode: UInt32) throws(FileError) {
    let parent = parts(path).folder
    if isMissing(path), parent != path { try makeFolder(parent, mode: mode) }
    try change(.makeFolder, path) { (state) throws(Reason) in
      let place = try state.locate(path, following: true)
      if let item = state.items[place] {
        guard item.content == .folder else { throw .notADirectory }
        return false
      }
      state.put(.folder, at: place, mode: mode)
      return true
    }
  }

  /// False also for a path that cannot be followed.
  private func isMissing(_ path: String) -> Bool {
    state.withLock { state in
      do throws(Reason) {
        return state.items[try state.locate(path, following: true)] == nil
      } catch {
        return error == .missingFolder
      }
    }
  }

  package func replace(
    _ path: String, with bytes: [UInt8], mode: UInt32
  ) throws(FileError) {
    try change(.replace, path) { (state) throws(Reason) in
      try state.replace(path, with: bytes, mode: mode)
    }
  }

  package func create(_ path: String, with bytes: [UInt8], mode: UInt32) throws(FileError) {
    try change(.create, path) { (state) throws(Reason) in
      if try state.existing(path) != nil { return false }
      return try state.replace(path, with: bytes, mode: mode)
    }
  }

  package func overwrite(_ path: String, with bytes: [UInt8]) throws(FileError) {
    try change(.overwrite, path) { (state) throws(Reason) in
      let place = try state.locate(path)
      let old = try state.bytes(at: place)
      let rest = [UInt8](repeating: 0x20, count: max(0, old.count - bytes.count))
      state.write(bytes + rest, at: place)
      return true
    }
  }

  package func append(
    _ bytes: ArraySlice<UInt8>, to path: String, mode: UInt32
  ) throws(FileError) {
    try change(.append, path) { (state) throws(Reason) in
      let place = try state.locate(path)
      if state.items[place]?.content == .pipe { throw .noReader }
      if state.items[place] == nil { state.put(.file([]), at: place, mode: mode) }
      state.write(try state.bytes(at: place) + bytes, at: place)
      return true
    }
  }

  package func remove(_ path: String) throws(FileError) {
    try change(.remove, path) { (state) throws(Reason) in
      guard let place = try state.existing(path) else { return false }
      if state.items[place]?.content == .folder { throw .isADirectory }
      state.items[place] = nil
      return true
    }
  }

  package func removeFolder(_ path: String) throws(FileError) {
    try change(.removeFolder, path) { (state) throws(Reason) in
      guard let place = try state.existing(path) else { return false }
      guard state.names(in: try state.folder(place)).isEmpty else { return false }
      state.items[place] = nil
      return true
    }
  }

  package func lock(_ path: String, note: [UInt8]) throws(FileError) -> (any FileLock)? {
    var isTaken = false
    let hasNoLocks = state.withLock(\.hasNoLocks)
    try change(.lock, path) { (state) throws(Reason) in
      let place = try state.locate(path)
      if state.items[place] == nil { state.put(.file([]), at: place, mode: 0o600) }
      _ = try state.bytes(at: place)
      if state.busy.calls > 0 {
        state.busy.calls -= 1
        state.write(state.busy.note, at: place)
      } else if state.hasNoLocks || state.held.insert(place).inserted {
        if !state.hasNoLocks { state.write(note, at: place) }
        isTaken = true
      }
      return isTaken
    }
    return isTaken ? Lock(disk: self, path: path, isExclusive: !hasNoLocks) : nil
  }

  package func lock(_ path: String) throws(FileError) -> (any FileLock)? {
    var isTaken = false
    let hasNoLocks = state.withLock(\.hasNoLocks)
    try change(.lock, path) { (state) throws(Reason) in
      let place = try state.locate(path)
      if state.items[place]?.content != .pipe { _ = try state.bytes(at: place) }
      isTaken = state.hasNoLocks || state.held.insert(place).inserted
      return isTaken
    }
    return isTaken ? Lock(disk: self, path: path, isExclusive: !hasNoLocks) : nil
  }

  private final class Lock: FileLock {
    private let disk: MemoryFiles
    private let path: String
    let isExclusive: Bool
    private let isHeld = Mutex(true)

    init(disk: MemoryFiles, path: String, isExclusive: Bool = true) {
      (self.disk, self.path, self.isExclusive) = (disk, path, isExclusive)
    }

    deinit { release() }

    func release() {
      let wasHeld = isHeld.withLock { isHeld in
        defer { isHeld = false }
        return isHeld
      }
      if !wasHeld { return }
      disk.state.withLock { state in
        if let place = try? state.locate(path) { state.held.remove(place) }
        state.changes.append(Change(operation: .unlock, path: path))
      }
    }
  }

  // MARK: Errors

  /// Nil when there is nothing at the path.
  private func look<Result>(
    _ path: String, _ body: (borrowing State) throws(Reason) -> Result?
  ) throws(FileError) -> Result? {
    do throws(Reason) {
      return try state.withLock { (state) throws(Reason) in try body(state) }
    } catch {
      if error == .missingFolder { return nil }
      throw FileError(path: path, reason: error, isReading: true)
    }
  }

  /// - Parameter body: returns whether it changed anything.
  private func change(
    _ operation: Operation, _ path: String, _ body: (inout State) throws(Reason) -> Bool
  ) throws(FileError) {
    do throws(Reason) {
      try state.withLock { (state) throws(Reason) in
        if let reason = state.fault(operation, path) { throw reason }
        if try body(&state) { state.changes.append(Change(operation: operation, path: path)) }
      }
    } catch {
      throw FileError(path: path, reason: error)
    }
  }
}

extension StorageFailure.Reason: Error {}

extension MemoryFiles.State {
  /// The path without links above the last component, and with `following` without any.
  ///
  /// - Throws: if something above it is missing or no folder.
  fileprivate func locate(
    _ path: String, following: Bool = false
  ) throws(MemoryFiles.Reason) -> String {
    var place = "/"
    var names = path.split(separator: "/")[...]
    var links = 0
    while let name = names.popFirst() {
      if name == "." { continue }
      let folder = try folder(place)
      if name == ".." {
        place = parts(folder).folder
        continue
      }
      let next = place == "/" ? "/" + name : place + "/" + name
      guard case .link(let target) = items[next]?.content, following || !names.isEmpty else {
        place = next
        continue
      }
      links += 1
      if links > 40 { throw .system(ELOOP) }
      if target.hasPrefix("/") { place = "/" }
      names = (target.split(separator: "/").map { Substring($0) } + names)[...]
    }
    return place
  }

  /// - Throws: if there is no folder.
  fileprivate func folder(_ place: String) throws(MemoryFiles.Reason) -> String {
    guard let item = items[place] else { throw .missingFolder }
    guard item.content == .folder else { throw .notADirectory }
    return place
  }

  /// Nil when there is nothing.
  fileprivate func existing(_ path: String) throws(MemoryFiles.Reason) -> String? {
    do throws(MemoryFiles.Reason) {
      let place = try locate(path)
      return items[place] == nil ? nil : place
    } catch {
      if error == .missingFolder { return nil }
      throw error
    }
  }

  fileprivate func names(in folder: String) -> [String] {
    items.keys.filter { $0 != "/" && parts($0).folder == folder }.map { parts($0).name }.sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
  }

  /// - Throws: if there is no regular file.
  fileprivate func bytes(at place: String) throws(MemoryFiles.Reason) -> [UInt8] {
    switch items[place]?.content {
    case .file(let bytes): return bytes
    case .folder: throw .isADirectory
    case .link: throw .system(ELOOP)
    case .pipe: throw .system(EINVAL)
    case nil: throw .missingFolder
    }
  }

  fileprivate mutating func replace(
    _ path: String, with bytes: [UInt8], mode: UInt32
  ) throws(MemoryFiles.Reason) -> Bool {
    let place = try locate(path)
    if items[place]?.content == .folder { throw .isADirectory }
    put(.file(bytes), at: place, mode: mode)
    return true
  }

  /// Makes an item, in place of any other.
  fileprivate mutating func put(
    _ content: MemoryFiles.Content, at place: String, mode: UInt32
  ) {
    ticks += 1
    items[place] = MemoryFiles.Item(
      content: content, mode: mode, modified: ticks, inode: UInt64(ticks))
  }

  fileprivate mutating func write(_ bytes: [UInt8], at place: String) {
    ticks += 1
    items[place]?.content = .file(bytes)
    items[place]?.modified = ticks
  }
}

/// The folder and the last component of an absolute path.
private func parts(_ path: String) -> (folder: String, name: String) {
  guard let slash = path.lastIndex(of: "/") else { return ("/", path) }
  let folder = String(path[..<slash])
  return (folder.isEmpty ? "/" : folder, String(path[path.index(after: slash)...]))
}
