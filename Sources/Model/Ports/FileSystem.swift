// The disk as a port, so that every disk error can be tested.

/// The metadata of a file.
package struct FileInfo: Hashable, Sendable {
  package enum Kind: Hashable, Sendable { case file, directory, symbolicLink, other }

  package let kind: Kind
  package let size: Int64
  /// Modification time, nanoseconds since 1970.
  package let modified: Int64
  /// Permission bits.
  package let mode: UInt32
  /// Whether the file belongs to the user of this process.
  package let isOurs: Bool
  /// Identifies the file on its disk, whatever its name.
  package let inode: UInt64

  package init(
    kind: Kind, size: Int64, modified: Int64, mode: UInt32, isOurs: Bool, inode: UInt64 = 0
  ) {
    (self.kind, self.size, self.modified) = (kind, size, modified)
    (self.mode, self.isOurs, self.inode) = (mode, isOurs, inode)
  }
}

/// What a file looks like without reading it. Equal stamps mean that nobody has changed it.
package struct FileStamp: Equatable, Sendable {
  package var size: Int64
  /// Nanoseconds since 1970.
  package var modified: Int64
  /// Identifies the file on its disk; 0 in a stamp of a year file that was kept in a file, which is
  /// also right for a copy of the store.
  package var inode: UInt64

  package init(size: Int64, modified: Int64, inode: UInt64 = 0) {
    (self.size, self.modified, self.inode) = (size, modified, inode)
  }

  package init(_ info: FileInfo) {
    self.init(size: info.size, modified: info.modified, inode: info.inode)
  }

  package static func == (one: FileStamp, other: FileStamp) -> Bool {
    one.size == other.size && one.modified == other.modified
      && (one.inode == other.inode || one.inode == 0 || other.inode == 0)
  }
}

/// A lock that is released when its holder releases it or dies.
package protocol FileLock: Sendable {
  /// Whether it keeps others out; false on a file system without locks.
  var isExclusive: Bool { get }

  func release()
}

/// The disk. All paths are absolute.
package protocol FileSystem: Sendable {
  /// The whole file; nil when there is none. Never follows a symbolic link in the last component.
  func read(_ path: String) throws(FileError) -> [UInt8]?

  /// Some bytes of a file, fewer at its end; nil when there is no file. Never follows a symbolic
  /// link in the last component.
  func read(_ path: String, in range: Range<Int>) throws(FileError) -> [UInt8]?

  /// Whether this process may change a file, or make it with the folders that it lacks. The root
  /// folder gets no new ones.
  func mayWrite(_ path: String) -> Bool

  /// nil when there is no such file. Does not follow a symbolic link in the last component.
  func info(_ path: String) throws(FileError) -> FileInfo?

  /// The names in a folder, sorted by bytes, without `.` and `..`; empty when there is no such
  /// folder.
  func list(_ folder: String) throws(FileError) -> [String]

  /// Creates a folder and its missing parents with these permission bits.
  func makeFolder(_ path: String, mode: UInt32) throws(FileError)

  /// Replaces a file durably: a temporary file in the same folder, write, fsync, rename, fsync of
  /// the folder. A reader sees the old bytes or the new ones, and after a return the new ones
  /// survive a power cut.
  func replace(_ path: String, with bytes: [UInt8], mode: UInt32) throws(FileError)

  /// Creates a file durably, at once with all its bytes; does nothing when there is one.
  func create(_ path: String, with bytes: [UInt8], mode: UInt32) throws(FileError)

  /// Overwrites the beginning of an existing file, durably. Only for when `replace` fails: a power
  /// cut during the write leaves neither the old bytes nor the new ones.
  func overwrite(_ path: String, with bytes: [UInt8]) throws(FileError)

  /// Appends bytes, in one write if the system accepts them at once; creates the file if needed.
  /// Not durable until the next `replace`.
  func append(_ bytes: ArraySlice<UInt8>, to path: String, mode: UInt32) throws(FileError)

  /// Removes a file durably; does nothing when there is none.
  func remove(_ path: String) throws(FileError)

  /// Removes an empty folder; does nothing when there is none or it is not empty.
  func removeFolder(_ path: String) throws(FileError)

  /// The path of an existing file or folder with symbolic links resolved; nil when there is none.
  func realPath(_ path: String) throws(FileError) -> String?

  /// Takes the lock of a file without waiting and writes `note` into it; nil when another process
  /// holds it. The file is created if needed and never removed. A lock that is not exclusive has no
  /// note.
  func lock(_ path: String, note: [UInt8]) throws(FileError) -> (any FileLock)?

  /// Takes the lock of an existing file without waiting, and leaves the file as it is; nil when
  /// another process holds it.
  func lock(_ path: String) throws(FileError) -> (any FileLock)?
}

/// Why a disk operation failed.
package struct FileError: Error, Hashable, Sendable {
  package let path: String
  package let reason: StorageFailure.Reason
  /// Whether it failed while reading.
  package let isReading: Bool

  package init(path: String, reason: StorageFailure.Reason, isReading: Bool = false) {
    (self.path, self.reason, self.isReading) = (path, reason, isReading)
  }
}

extension FileSystem {
  /// The whole file; nil when there is none.
  ///
  /// - Parameter limit: the largest size in bytes; a larger file is an error, and is not read.
  package func read(_ path: String, upTo limit: Int64) throws(FileError) -> [UInt8]? {
    if let info = try info(path), info.size > limit {
      throw FileError(path: path, reason: .tooLarge, isReading: true)
    }
    return try read(path)
  }
}

extension FileError {
  /// The failure when the process, not the file, is the cause: it has no file descriptors left.
  package var exhaustion: SyncFailure? { reason == .tooManyFiles ? .exhausted(.descriptors) : nil }
}

extension SyncFailure {
  /// A disk error as the failure of a run.
  package init(_ error: FileError) {
    self =
      error.exhaustion
      ?? .storage(
        StorageFailure(
          path: DisplayText(error.path), reason: error.reason, isReading: error.isReading))
  }
}

/// Does work on files, and throws a disk error as the failure of a run.
package func fileWork<Result>(
  _ body: () throws(FileError) -> Result
) throws(SyncFailure) -> Result {
  do {
    return try body()
  } catch {
    throw SyncFailure(error)
  }
}
