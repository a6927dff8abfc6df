// Opens files and pipes to read from.

import CLibrary
package import Model

extension POSIXFiles {
  package func openInput(_ path: String) throws(FileError) -> (any InputFile)? {
    try reading { () throws(FileError) in
      // Without O_NONBLOCK, opening a named pipe would block until it has a writer.
      let descriptor = retrying { open(path.cPath, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
      if descriptor < 0 {
        if errno == ENOENT { return nil }
        throw .last(path)
      }
      return try OpenInput(descriptor, path: path, isOwned: true)
    }
  }

  package func input(_ descriptor: Int32) throws(FileError) -> any InputFile {
    try reading { () throws(FileError) in
      try OpenInput(descriptor, path: "standard input", isOwned: false)
    }
  }
}

private final class OpenInput: InputFile {
  let descriptor: Int32
  let kind: InputKind
  let size: Int64
  private let path: String
  private let isOwned: Bool
  /// The start offset: a shell may have read from the file before.
  private let start: Int64

  init(_ descriptor: Int32, path: String, isOwned: Bool) throws(FileError) {
    self.descriptor = descriptor
    self.path = path
    self.isOwned = isOwned
    var status = stat()
    guard retrying({ fstat(descriptor, &status) }) == 0 else {
      kind = .device
      (start, size) = (0, 0)
      throw .last(path)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .file
    case S_IFIFO, S_IFSOCK: kind = .pipe
    default: kind = .device
    }
    start = kind == .file ? max(0, Int64(lseek(descriptor, 0, SEEK_CUR))) : 0
    size = kind == .file ? max(0, Int64(status.st_size) - start) : 0
    if status.st_mode & S_IFMT == S_IFDIR { throw FileError(path: path, reason: .isADirectory) }
  }

  deinit { if isOwned { _ = close(descriptor) } }

  func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    // A damaged file may contain any offset; avoid overflow.
    guard offset >= 0, offset <= Int64.max - start - Int64(buffer.count) else { return 0 }
    var count = 0
    return try reading { () throws(FileError) in
      guard readFully(descriptor, at: start + offset, into: buffer, &count) else {
        throw .last(path)
      }
      return count
    }
  }
}
