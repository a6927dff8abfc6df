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
final class FaultyFiles: FileSystem, @unchecked Sendable {
  // One run at a time uses it, from the store's actor; only files are read side by side.
  private let real = POSIXFiles()
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

  func read(_ path: String) throws(FileError) -> [UInt8]? {
    try alive(path)
    turn.withLock { _ in reads.append(path) }
    try beforeRead?()
    return try real.read(path)
  }

  func read(_ path: String, in range: Range<Int>) throws(FileError) -> [UInt8]? {
    try alive(path)
    return try real.read(path, in: range)
  }

  func info(_ path: String) throws(FileError) -> FileInfo? {
    try alive(path)
    return try real.info(path)
  }

  func list(_ folder: String) throws(FileError) -> [String] {
    try alive(folder)
    return try real.list(folder)
  }

  func realPath(_ path: String) throws(FileError) -> String? {
    try alive(path)
    return try real.realPath(path)
  }

  func makeFolder(_ path: String, mode: UInt32) throws(FileError) {
    try step("makeFolder", path)
    try real.makeFolder(path, mode: mode)
  }

  func replace(
    _ path: String, with bytes: [UInt8], mode: UInt32
  ) throws(FileError) {
    try step("replace", path) {
      let slash = path.lastIndex(of: "/") ?? path.startIndex
      let name = String(path[path.index(after: slash)...])
      let orphan = String(path[...slash]) + TemporaryName.make(for: name)
      try? self.real.append(bytes.prefix(bytes.count / 2), to: orphan, mode: mode)
    }
    try real.replace(path, with: bytes, mode: mode)
    turn.withLock { _ in durable[path] = nil }
  }

  func overwrite(_ path: String, with bytes: [UInt8]) throws(FileError) {
    try step("overwrite", path)
    try real.overwrite(path, with: bytes)
  }

  func append(_ bytes: ArraySlice<UInt8>, to path: String, mode: UInt32) throws(FileError) {
    let before = Int(try real.info(path)?.size ?? 0)
    if durable[path] == nil { durable[path] = before }
    try step("append", path) {
      try? self.real.append(bytes.prefix(bytes.count / 2), to: path, mode: mode)
    }
    try real.append(bytes, to: path, mode: mode)
  }

  func remove(_ path: String) throws(FileError) {
    guard try info(path) != nil else { return }
    try step("remove", path)
    try real.remove(path)
    durable[path] = nil
  }

  func removeFolder(_ path: String) throws(FileError) {
    try step("removeFolder", path)
    try real.removeFolder(path)
  }

  func lock(_ path: String, note: [UInt8]) throws(FileError) -> (any FileLock)? {
    try step("lock", path)
    return try real.lock(path, note: note)
  }

  func lock(_ path: String) throws(FileError) -> (any FileLock)? {
    try step("lock", path)
    return try real.lock(path)
  }

  func create(_ path: String, with bytes: [UInt8], mode: UInt32) throws(FileError) {
    try step("create", path)
    try real.create(path, with: bytes, mode: mode)
  }

  private func alive(_ path: String) throws(FileError) {
    if isDead { throw FileError(path: path, reason: .system(-1)) }
  }

  private func step(_ name: String, _ path: String, half: () -> Void = {}) throws(FileError) {
    try alive(path)
    let number = turn.withLock { _ in
      operations.append("\(name) \(path.split(separator: "/").suffix(3).joined(separator: "/"))")
      return operations.count - 1
    }
    let isRefused = name == "replace" && refusedFile.map { path.hasSuffix("/" + $0) } ?? false
    if isRefused || isFull && (name == "replace" || name == "append") {
      throw FileError(path: path, reason: .diskFull)
    }
    guard number == victim else { return }
    switch fault {
    case .failure(let reason): throw FileError(path: path, reason: reason)
    case .killed: break
    case .killedHalfway: half()
    case .powerCut:
      half()
      for (path, length) in durable { _ = truncate(path, off_t(length)) }
    }
    isDead = true
    throw FileError(path: path, reason: .system(-1))
  }
}
