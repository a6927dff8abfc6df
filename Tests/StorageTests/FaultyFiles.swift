// A disk that fails on purpose, or loses its power.

import Platform
import Support
import Model
import CLibrary

/// What happens to the operation that was picked.
enum Fault: Hashable, Sendable {
  /// It fails, and nothing comes of it.
  case failure(StorageFailure.Reason)
  /// The process dies before it.
  case killed
  /// The process dies in its middle: half of what it wrote is there.
  case killedHalfway
  /// As `killedHalfway`, and everything that was appended and not forced to disk is gone.
  case powerCut
}

/// The real disk, on which one changing operation has a fault. After a death nothing works.
final class FaultyFiles: WatchedFiles, @unchecked Sendable {
  // One run at a time uses it, from the store's actor; only files are read side by side.
  let root = ""
  private let victim: Int
  private let fault: Fault
  private(set) var operations: [String] = []
  private(set) var reads: [String] = []
  private(set) var isDead = false
  private let turn = Monitor(())
  /// Whether nothing can be written for the moment.
  var isFull = false
  /// What happens just before a whole file is read.
  var beforeRead: (() throws(FileError) -> Void)?
  /// A file that cannot be replaced for the moment.
  var refusedFile: String?
  /// Lengths of files that are certainly on the disk, for those that have more.
  private var durable: [String: Int] = [:]

  /// - Parameter victim: which changing operation fails, from 0; -1 for none.
  init(failing victim: Int, with fault: Fault) {
    self.victim = victim
    self.fault = fault
  }

  func begin(
    _ operation: FileOperation, _ path: String, writing bytes: ArraySlice<UInt8>
  ) throws(FileError) {
    let dead = FileError(path: path, reason: .system(-1))
    if isDead { throw dead }
    switch operation {
    case .look, .list, .readPart: return
    case .read:
      turn.withLock { _ in reads.append(path) }
      try beforeRead?()
      return
    case .remove where !Disk.exists(path): return
    case .append where durable[path] == nil:
      durable[path] = Int(try POSIXFiles().info(path)?.size ?? 0)
    default: break
    }
    let number = turn.withLock { _ in
      let end = path.split(separator: "/").suffix(3).joined(separator: "/")
      operations.append("\(operation) \(end)")
      return operations.count - 1
    }
    let isRefused = operation == .replace && refusedFile.map { path.hasSuffix("/" + $0) } ?? false
    if isRefused || isFull && [.replace, .append].contains(operation) {
      throw FileError(path: path, reason: .diskFull)
    }
    guard number == victim else { return }
    if case .failure(let reason) = fault { throw FileError(path: path, reason: reason) }
    if fault != .killed { writeHalf(operation, path, bytes) }
    if fault == .powerCut {
      for (path, length) in durable { _ = truncate(path, off_t(length)) }
    }
    isDead = true
    throw dead
  }

  func end(_ operation: FileOperation, _ path: String, hasChanged: Bool) {
    if [.replace, .remove].contains(operation) { turn.withLock { _ in durable[path] = nil } }
  }

  /// Half of what would have been written: of a file to be replaced, in a temporary one.
  private func writeHalf(_ operation: FileOperation, _ path: String, _ bytes: ArraySlice<UInt8>) {
    guard [.replace, .append].contains(operation) else { return }
    let slash = path.lastIndex(of: "/") ?? path.startIndex
    let name = String(path[path.index(after: slash)...])
    let half = operation == .append ? path : String(path[...slash]) + TemporaryName.make(for: name)
    try? POSIXFiles().append(bytes.prefix(bytes.count / 2), to: half, mode: 0o600)
  }
}
