// Files that fail where a test says so.

package import Model
import Platform
import Synchronization
import CLibrary

/// A folder that is a whole disk to its users, in memory where the machine can. The clock of its
/// files moves with every change, and only then.
package final class MemoryFiles: WatchedFiles {
  package typealias Operation = FileOperation

  /// A changing operation that succeeded.
  package struct Change: Hashable, Sendable {
    package let operation: Operation
    package let path: String
  }

  private struct State {
    var ticks: Int64 = 0
    var changes: [Change] = []
    var fault: @Sendable (Operation, String) -> StorageFailure.Reason? = { _, _ in nil }
    /// The number of calls for which a lock is still held by another process, and its note.
    var busy: (calls: Int, note: [UInt8]) = (0, [])
    /// Whether locks keep nobody out, as on some network file systems.
    var hasNoLocks = false
  }

  private let state = Mutex(State())
  private let folder: TemporaryFolder
  package var root: String { folder.path }

  package init() {
    do { folder = try TemporaryFolder(inMemory: true) } catch { preconditionFailure("\(error)") }
  }

  /// From now on an operation fails if `fault` has a reason.
  package func fail(_ fault: @escaping @Sendable (Operation, String) -> StorageFailure.Reason?) {
    state.withLock { $0.fault = fault }
  }

  /// From now on these operations fail on paths that contain `part`.
  package func fail(
    _ operations: Set<Operation>, on part: String = "",
    with reason: StorageFailure.Reason = .diskFull
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
    place(path) { try Disk.link($0, to: target.hasPrefix("/") ? root + target : target) }
  }
  package func putPipe(at path: String) { place(path) { precondition(mkfifo($0, 0o600) == 0) } }

  package func text(_ path: String) -> String? {
    (try? Disk.read(root + path)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// All files whose path begins with `start`, by path.
  package func files(below start: String) -> [String: [UInt8]] {
    let all = ((try? folder.snapshot()) ?? [:]).filter {
      $1.kind == .file && "/\($0)".hasPrefix(start)
    }
    return Dictionary(uniqueKeysWithValues: all.map { ("/" + $0, $1.bytes) })
  }

  /// Makes something in place of what is there.
  private func place(_ path: String, _ make: (String) throws -> Void) {
    let path = root + path
    Disk.remove(path)
    do {
      try Disk.makeFolders(above: path)
      try make(path)
    } catch {
      preconditionFailure("\(error)")
    }
    touch(path)
  }

  package func lock(_ path: String, note: [UInt8]) throws(FileError) -> (any FileLock)? {
    try hold(path) { place, hasNoLocks in
      let other = state.withLock { state in
        defer { state.busy.calls = max(0, state.busy.calls - 1) }
        return state.busy.calls > 0 ? state.busy.note : nil
      }
      if let other {
        try POSIXFiles().replace(place, with: other, mode: 0o600)
        return nil
      }
      if !hasNoLocks { return try POSIXFiles().lock(place, note: note).map { Lock($0) } }
      try POSIXFiles().append([], to: place, mode: 0o600)
      return Lock(nil)
    }
  }

  package func lock(_ path: String) throws(FileError) -> (any FileLock)? {
    try hold(path) { place, hasNoLocks in
      let lock = try POSIXFiles().lock(place)
      return hasNoLocks ? Lock(nil) : lock.map { Lock($0) }
    }
  }

  private func hold(
    _ path: String, _ take: (_ place: String, _ hasNoLocks: Bool) throws -> Lock?
  ) throws(FileError) -> (any FileLock)? {
    let hasNoLocks = state.withLock(\.hasNoLocks)
    guard let lock = try watch(.lock, path, { try take($0, hasNoLocks) }) else { return nil }
    note(.lock, path)
    lock.tell.withLock { $0 = { self.note(.unlock, path) } }
    return lock
  }

  /// Tells when it is released. A file system without locks has none inside.
  private final class Lock: FileLock {
    private let lock: (any FileLock)?
    let tell = Mutex<(@Sendable () -> Void)?>(nil)

    init(_ lock: (any FileLock)?) { self.lock = lock }

    deinit { release() }

    var isExclusive: Bool { lock?.isExclusive ?? false }

    func release() {
      guard let tell = tell.withLock({ $0.take() }) else { return }
      lock?.release()
      tell()
    }
  }

  package func begin(
    _ operation: Operation, _ path: String, writing bytes: ArraySlice<UInt8>
  ) throws(FileError) {
    let isReading = [.read, .readPart].contains(operation)
    if let reason = state.withLock({ $0.fault(isReading ? .read : operation, path) }) {
      throw FileError(path: path, reason: reason, isReading: isReading)
    }
  }

  package func end(_ operation: Operation, _ path: String, hasChanged: Bool) {
    if hasChanged, operation != .lock { note(operation, path) }
  }

  private func note(_ operation: Operation, _ path: String) {
    touch(root + path)
    state.withLock { $0.changes.append(Change(operation: operation, path: path)) }
  }

  /// Times that the machine gives may be equal for changes that follow each other.
  private func touch(_ path: String) {
    state.withLock { state in
      state.ticks += 1
      // Fails for what was removed, and for links without a target.
      try? Disk.setModified(path, to: state.ticks)
    }
  }
}
