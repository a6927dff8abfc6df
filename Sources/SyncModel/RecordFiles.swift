// Files that grow while a run lasts, as a port.

/// An open file that takes lines at its end.
package protocol RecordFile: Sendable {
  /// Writes all bytes at the end, with one write where the system takes them at once.
  func append(_ bytes: [UInt8]) throws(FileError)
}

/// Where records of runs are kept. All paths are absolute.
package protocol RecordFiles: Sendable {
  /// Opens a file to append to, and makes it if needed. It may be a pipe or a device as well, and a
  /// symbolic link is followed: a person has named it.
  func openRecord(_ path: String, mode: UInt32) throws(FileError) -> any RecordFile

  /// Gives a file another name in the place of whatever had it.
  func rename(_ path: String, to other: String) throws(FileError)
}
