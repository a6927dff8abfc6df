// Files that fail where a test says so.

package import Model
import Platform
import Synchronization
import CLibrary

/// A folder that is a whole disk to its users: the real file system with paths that begin there, in
/// memory where the machine has one. The clock of its files moves with every change, and only then.
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

  private struct State {
    var ticks: Int64 = 0
    var changes: [Change] = []
    var fault: @Sendable (Operation, String) -> Reason? = { _, _ in nil }
    /// The number of calls for which a lock is still held by another process, and its note.
    var busy: (calls: Int, note: [UInt8]) = (0, [])
    /// Whether locks keep nobody out, as on some network file systems.
    var hasNoLocks = false
  }

  private let state = Mutex(State())
  private let disk = POSIXFiles()
  private let folder: TemporaryFolder

  package init() {
    do { folder = try TemporaryFolder(inMemory: true) } catch { preconditionFailure("\(error)") }
  }

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
    place(path) { try Disk.write(Array(text.utf8), to: $0, mode: mode) }
  }
  package func putLink(to target: String, at path: String) {
    place(path) { try Disk.link($0, to: target.hasPrefix("/") ? folder.path + target : target) }
  }
  package func putPipe(at path: String) {
    place(path) { if mkfifo($0, 0o600) != 0 { throw SystemFailure("mkfifo") } }
  }

  /// A file's text; nil when there is none.
  package func text(_ path: String) -> String? {
    (try? Disk.read(folder.path + path)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// All files whose path begins with `start`, by path.
  package func files(below start: String) -> [String: [UInt8]] {
    let all = (try? folder.snapshot()) ?? [:]
    return Dictionary(
      uniqueKeysWithValues: all.filter { $1.kind == .file }.map { ("/" + $0, $1.bytes) }
    ).filter { $0.key.hasPrefix(start) }
  }

  /// Makes something in place of what is there.
  private func place(_ path: String, _ make: (String) throws -> Void) {
    let path = folder.path + path
    Disk.remove(path)
    do {
      try Disk.makeFolders(above: path)
      try make(path)
    } catch {
      preconditionFailure("\(error)")
    }
    touch(path)
  }

  // MARK: Reading

  package func read(_ path: String) throws(FileError) -> [UInt8]? {
    try look(path, as: .read) { path throws(FileError) in try disk.read(path) }
  }

  package func read(_ path: String, in range: Range<Int>) throws(FileError) -> [UInt8]? {
    try look(path, as: .read) { path throws(FileError) in try disk.read(path, in: range) }
  }

  package func info(_ path: String) throws(FileError) -> FileInfo? {
    try look(path) { path throws(FileError) in try disk.info(path) }
  }

  package func list(_ folder: String) throws(FileError) -> [String] {
    try look(folder) { path throws(FileError) in try disk.list(path) }
  }

  package func realPath(_ path: String) throws(FileError) -> String? {
    try look(path) { path throws(FileError) in try disk.realPath(path) }.map {
      $0 == folder.path ? "/" : String($0.dropFirst(folder.path.count))
    }
  }

  // MARK: Changing

  package func makeFolder(_ path: String, mode: UInt32) throws(FileError) {
    try change(.makeFolder, path) { path throws(FileError) in
      let isNew = !Disk.exists(path)
      try disk.makeFolder(path, mode: mode)
      return isNew
    }
  }

  package func replace(_ path: String, with bytes: [UInt8], mode: UInt32) throws(FileError) {
    try change(.replace, path) { path throws(FileError) in
      try disk.replace(path, with: bytes, mode: mode)
      return true
    }
  }

  package func create(_ path: String, with bytes: [UInt8], mode: UInt32) throws(FileError) {
    try change(.create, path) { path throws(FileError) in
      let isNew = !Disk.exists(path)
      try disk.create(path, with: bytes, mode: mode)
      return isNew
    }
  }

  package func overwrite(_ path: String, with bytes: [UInt8]) throws(FileError) {
    try change(.overwrite, path) { path throws(FileError) in
      try disk.overwrite(path, with: bytes)
      return true
    }
  }

  package func append(_ bytes: ArraySlice<UInt8>, to path: String, mode: UInt32) throws(FileError) {
    try change(.append, path) { path throws(FileError) in
      try disk.append(bytes, to: path, mode: mode)
      return true
    }
  }

  package func remove(_ path: String) throws(FileError) {
    try change(.remove, path) { path throws(FileError) in
      let isThere = Disk.exists(path)
      try disk.remove(path)
      return isThere
    }
  }

  package func removeFolder(_ path: String) throws(FileError) {
    try change(.removeFolder, path) { path throws(FileError) in
      let isThere = Disk.exists(path)
      try disk.removeFolder(path)
      return isThere && !Disk.exists(path)
    }
  }

  package func lock(_ path: String, note: [UInt8]) throws(FileError) -> (any FileLock)? {
    try lock(path) { path throws(FileError) in
      let (other, hasNoLocks) = state.withLock { state -> ([UInt8]?, Bool) in
        defer { state.busy.calls = max(0, state.busy.calls - 1) }
        return (state.busy.calls > 0 ? state.busy.note : nil, state.hasNoLocks)
      }
      if let other {
        try disk.replace(path, with: other, mode: 0o600)
        return nil
      }
      guard hasNoLocks else { return try disk.lock(path, note: note) }
      try disk.append([], to: path, mode: 0o600)
      return NoLock()
    }
  }

  package func lock(_ path: String) throws(FileError) -> (any FileLock)? {
    try lock(path) { path throws(FileError) in
      let lock = try disk.lock(path)
      return state.withLock(\.hasNoLocks) ? NoLock() : lock
    }
  }

  private func lock(
    _ path: String, _ take: (String) throws(FileError) -> (any FileLock)?
  ) throws(FileError) -> (any FileLock)? {
    var lock: (any FileLock)?
    try change(.lock, path) { path throws(FileError) in
      lock = try take(path)
      return lock != nil
    }
    return lock.map { lock in Lock(lock) { self.note(.unlock, path) } }
  }

  /// What a file system without locks gives.
  private struct NoLock: FileLock {
    var isExclusive: Bool { false }

    func release() {}
  }

  /// Tells when it is released.
  private final class Lock: FileLock {
    private let lock: any FileLock
    private let tell: @Sendable () -> Void
    private let isHeld = Mutex(true)

    init(_ lock: any FileLock, _ tell: @escaping @Sendable () -> Void) {
      (self.lock, self.tell) = (lock, tell)
    }

    deinit { release() }

    var isExclusive: Bool { lock.isExclusive }

    func release() {
      let wasHeld = isHeld.withLock { isHeld in
        defer { isHeld = false }
        return isHeld
      }
      if !wasHeld { return }
      lock.release()
      tell()
    }
  }

  // MARK: Faults and paths

  private func look<Result>(
    _ path: String, as operation: Operation? = nil,
    _ body: (String) throws(FileError) -> Result
  ) throws(FileError) -> Result {
    if let operation, let reason = state.withLock({ $0.fault(operation, path) }) {
      throw FileError(path: path, reason: reason, isReading: true)
    }
    do {
      return try body(path == "/" ? folder.path : folder.path + path)
    } catch {
      throw FileError(
        path: String(error.path.dropFirst(folder.path.count)), reason: error.reason,
        isReading: error.isReading)
    }
  }

  /// - Parameter body: returns whether it changed anything.
  private func change(
    _ operation: Operation, _ path: String, _ body: (String) throws(FileError) -> Bool
  ) throws(FileError) {
    if let reason = state.withLock({ $0.fault(operation, path) }) {
      throw FileError(path: path, reason: reason)
    }
    if try look(path, body) { note(operation, path) }
  }

  private func note(_ operation: Operation, _ path: String) {
    touch(folder.path + path)
    state.withLock { $0.changes.append(Change(operation: operation, path: path)) }
  }

  /// Times that the machine gives may be equal for changes that follow each other.
  private func touch(_ path: String) {
    let tick = state.withLock { state in
      state.ticks += 1
      return state.ticks
    }
    // Fails for what was removed, and for links without a target.
    try? Disk.setModified(path, to: tick)
  }
}
