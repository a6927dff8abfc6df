// Files that grow while a run lasts, as a port.

/// An open file that takes lines at its end.
package protocol RecordFile: Sendable {
  /// Writes all bytes at the end, with one write where the system takes them at once.
  func append(_ bytes: [UInt8]) throws(FileError)

  /// Whether it is the regular file that `path` leads to: whoever reads that one never comes to its
  /// end while this one grows.
  func isFile(at path: String) -> Bool

  /// Whether it is the regular file that a descriptor of this process reads from.
  func isFile(_ descriptor: Int32) -> Bool
}

/// Where records of runs are kept. All paths are absolute.
package protocol RecordFiles: Sendable {
  /// Opens a file to append to, and makes it if needed. It may be a pipe or a device as well, and a
  /// symbolic link is followed: a person has named it.
  func openRecord(_ path: String, mode: UInt32) throws(FileError) -> any RecordFile

  /// What a descriptor of this process writes to.
  func record(_ descriptor: Int32) -> any RecordFile

  /// Opens a file, a pipe or a device to read from; a symbolic link is followed. Never waits for a
  /// writer. nil when there is none.
  func openInput(_ path: String) throws(FileError) -> (any InputFile)?

  /// What a descriptor of this process reads from.
  func input(_ descriptor: Int32) throws(FileError) -> any InputFile

  /// Gives a file another name in the place of whatever had it.
  func rename(_ path: String, to other: String) throws(FileError)
}

/// Something open to be read from.
package protocol InputFile: Sendable {
  var descriptor: Int32 { get }
  var kind: InputKind { get }
  /// How many bytes there are to read, of a regular file.
  var size: Int64 { get }

  /// Reads from a regular file, at most `count` bytes that begin `offset` bytes behind where reading
  /// begins; fewer only at its end.
  func read(at offset: Int64, count: Int) throws(FileError) -> [UInt8]
}

/// What is read from.
package enum InputKind: Hashable, Sendable {
  /// A regular file, which can be read from anywhere.
  case file
  /// A pipe or a socket, which gives bytes when it has some.
  case pipe
  /// A terminal, or any other device.
  case device
}
