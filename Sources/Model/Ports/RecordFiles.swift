// The ports for files that a person names: those that grow during a run, and those that are read.

/// An open file that is appended to.
package protocol RecordFile: Sendable {
  /// Appends all bytes, in one write if the system accepts them at once.
  func append(_ bytes: [UInt8]) throws(FileError)

  /// Whether it is the same regular file as the one at `path`: reading that one would never end
  /// while this one grows.
  func isFile(at path: String) -> Bool

  /// Whether it is the same regular file as the one a descriptor of this process reads from.
  func isFile(_ descriptor: Int32) -> Bool
}

/// The files that a person names: runs are recorded to and replayed from them, and pictures are
/// saved in them. All paths are absolute.
package protocol RecordFiles: Sendable {
  /// Opens a file for appending and creates it if needed. Pipes, devices and symbolic links are
  /// accepted, because the path comes from the person.
  func openRecord(_ path: String, mode: UInt32) throws(FileError) -> any RecordFile

  /// Writes bytes to a path that a person named; follows symbolic links. A regular file keeps its
  /// owner and mode and is replaced in one step where the system can, so that a reader sees the old
  /// bytes or the new ones; anything else, such as a device or a pipe, is written into. A new file
  /// gets the mode 0644.
  func write(_ bytes: [UInt8], toNamed path: String) throws(FileError)

  /// The file that a descriptor of this process writes to.
  func record(_ descriptor: Int32) -> any RecordFile

  /// Opens a file, a pipe or a device for reading; follows symbolic links. Never waits for a
  /// writer. nil when there is none.
  func openInput(_ path: String) throws(FileError) -> (any InputFile)?

  /// The input that a descriptor of this process reads from.
  func input(_ descriptor: Int32) throws(FileError) -> any InputFile

  /// Renames a file and replaces any file of that name.
  func rename(_ path: String, to other: String) throws(FileError)
}

/// Something open for reading.
package protocol InputFile: Sendable {
  var descriptor: Int32 { get }
  var kind: InputKind { get }
  /// The number of bytes in a regular file.
  var size: Int64 { get }

  /// Reads bytes of a regular file into a buffer, from `offset` bytes after the starting position.
  ///
  /// - Returns: the number of bytes; fewer than fit only at the end of the file.
  func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int
}

extension InputFile {
  /// Reads at most `count` bytes of a regular file, from `offset` bytes after the starting
  /// position; fewer only at its end.
  package func read(at offset: Int64, count: Int) throws(FileError) -> [UInt8] {
    var failure: FileError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
      do throws(FileError) {
        length = try read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }
}

/// The kind of an input.
package enum InputKind: Hashable, Sendable {
  /// A regular file, which can be read at any position.
  case file
  /// A pipe or a socket, which delivers bytes as they arrive.
  case pipe
  /// A terminal, or any other device.
  case device
}
