// The disk as a port, so that every trouble it can make has a test.

/// What is known about a file without reading it.
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

  package init(kind: Kind, size: Int64, modified: Int64, mode: UInt32, isOurs: Bool) {
    self.kind = kind
    self.size = size
    self.modified = modified
    self.mode = mode
    self.isOurs = isOurs
  }
}

/// A lock that is free again when its holder releases it or dies.
package protocol FileLock: Sendable {
  func release()
}

/// A temporary file that will replace another one. Its space is on the disk already, so that a disk
/// that fills up meanwhile does no harm. Without `replace` it is removed with the object.
package protocol PreparedFile: Sendable {
  /// Replaces the file as `FileSystem.replace` does. More bytes than were reserved need more space.
  func replace(with bytes: [UInt8]) throws(FileError)

  /// Removes the temporary file and gives its space back.
  func discard()
}

/// The disk. All paths are absolute. Every function throws `StorageTrouble`-like errors as
/// `FileError`.
package protocol FileSystem: Sendable {
  /// The whole file; nil when there is none. Never follows a symbolic link in the last component.
  func read(_ path: String) throws(FileError) -> [UInt8]?

  /// Some bytes of a file, fewer where it ends before them; nil when there is none. Never follows a
  /// symbolic link in the last component.
  func read(_ path: String, in range: Range<Int>) throws(FileError) -> [UInt8]?

  /// nil when there is no such file. Does not follow a symbolic link in the last component.
  func info(_ path: String) throws(FileError) -> FileInfo?

  /// The names in a folder, sorted, without `.` and `..`; empty when there is no such folder.
  func list(_ folder: String) throws(FileError) -> [String]

  /// Makes a folder and those above it that are missing, with these permission bits.
  func makeFolder(_ path: String, mode: UInt32) throws(FileError)

  /// Replaces a file durably: a temporary file beside it, write, fsync, rename, fsync of the folder.
  /// A reader sees the old bytes or the new ones, and after a return the new ones survive a power cut.
  func replace(_ path: String, with bytes: [UInt8], mode: UInt32) throws(FileError)

  /// Begins to replace a file whose new bytes are not known yet: makes the temporary file, and
  /// reserves `size` bytes of the disk for it.
  func prepare(_ path: String, size: Int, mode: UInt32) throws(FileError) -> any PreparedFile

  /// Writes bytes over those of an existing file, durably. Only for when `replace` fails: a power cut
  /// in the middle leaves neither the old bytes nor the new ones.
  func overwrite(_ path: String, with bytes: [UInt8]) throws(FileError)

  /// Appends bytes with one write where the system takes them at once; makes the file if needed.
  /// Not durable before the next `replace` or `synchronize`.
  func append(_ bytes: ArraySlice<UInt8>, to path: String, mode: UInt32) throws(FileError)

  /// Removes a file durably; nothing happens when there is none.
  func remove(_ path: String) throws(FileError)

  /// Removes an empty folder; nothing happens when there is none or it is not empty.
  func removeFolder(_ path: String) throws(FileError)

  /// The real path of an existing file or folder, symbolic links resolved; nil when there is none.
  func realPath(_ path: String) throws(FileError) -> String?

  /// Takes the lock of a file without waiting and writes `note` into it; nil when somebody else
  /// holds it. The file is made if needed and never removed.
  func lock(_ path: String, note: [UInt8]) throws(FileError) -> (any FileLock)?
}

/// Why the disk said no.
package struct FileError: Error, Hashable, Sendable {
  package let path: String
  package let reason: StorageTrouble.Reason
  /// Whether it happened while looking, and nothing was to be written.
  package let isReading: Bool

  package init(path: String, reason: StorageTrouble.Reason, isReading: Bool = false) {
    self.path = path
    self.reason = reason
    self.isReading = isReading
  }
}

extension FileSystem {
  /// The whole file; nil when there is none.
  ///
  /// - Parameter limit: bytes; a larger file is an error before any of it is read.
  package func read(_ path: String, upTo limit: Int64) throws(FileError) -> [UInt8]? {
    if let info = try info(path), info.size > limit {
      throw FileError(path: path, reason: .tooLarge, isReading: true)
    }
    return try read(path)
  }
}

extension FileError {
  /// The failure, when the process has run out of something and the file is not to blame.
  package var exhaustion: SyncFailure? {
    reason == .tooManyFiles ? .exhausted(.descriptors) : nil
  }
}

extension SyncFailure {
  /// A disk's trouble as a run's failure.
  package init(_ error: FileError) {
    self =
      error.exhaustion
      ?? .storage(
        StorageTrouble(
          path: DisplayText(error.path), reason: error.reason, isReading: error.isReading))
  }
}
