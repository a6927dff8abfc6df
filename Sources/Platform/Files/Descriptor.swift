// An open file whose reads and writes are complete or fail, and whose close is checked.

import CLibrary
import Model

/// An open descriptor with a single owner. Its deinit closes without a check, which is correct only
/// after a failure or if nothing was written.
struct Descriptor: ~Copyable {
  let number: Int32
  let path: String
  private var isOpen = true

  /// Opens `path` close-on-exec, without following a symbolic link in the last component.
  ///
  /// - Returns: nil if the file does not exist and `flags` lack O_CREAT.
  static func open(
    _ path: String, _ flags: Int32, mode: UInt32 = 0
  ) throws(FileError) -> Descriptor? {
    let number = retrying {
      CLibrary.open(path.cPath, flags | O_CLOEXEC | O_NOFOLLOW, mode_t(truncatingIfNeeded: mode))
    }
    if number >= 0 { return Descriptor(number: number, path: path) }
    if errno == ENOENT, flags & O_CREAT == 0 { return nil }
    throw .last(path)
  }

  private init(number: Int32, path: String) { (self.number, self.path) = (number, path) }

  deinit { if isOpen { _ = CLibrary.close(number) } }

  /// The size of the file in bytes.
  ///
  /// - Throws: if it is not a regular file.
  func regularSize() throws(FileError) -> Int {
    var status = stat()
    guard retrying({ fstat(number, &status) }) == 0 else { throw .last(path) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return max(0, Int(status.st_size))
    case S_IFDIR: throw FileError(path: path, reason: .isADirectory)
    default: throw FileError(path: path, reason: .system(EINVAL))
    }
  }

  /// All bytes up to the end of the file; `size` is only a hint.
  func readAll(size: Int) throws(FileError) -> [UInt8] {
    var end = size + 1
    var all = try bytes(in: 0..<end)
    // It has grown.
    while all.count == end {
      end += 65_536
      all += try bytes(in: all.count..<end)
    }
    return all
  }

  /// The bytes of a range; fewer at the end of the file.
  func bytes(in range: Range<Int>) throws(FileError) -> [UInt8] {
    var failure: FileError?
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, length in
      let all = UnsafeMutableRawBufferPointer(buffer)
      if !readFully(number, at: Int64(range.lowerBound), into: all, &length) {
        failure = .last(path)
      }
    }
    if let failure { throw failure }
    return bytes
  }

  func rewind() throws(FileError) {
    guard lseek(number, 0, SEEK_SET) == 0 else { throw .last(path) }
  }

  /// Truncates the file or extends it with zeros.
  func truncate(to size: Int) throws(FileError) {
    guard retrying({ ftruncate(number, off_t(size)) }) == 0 else { throw .last(path) }
  }

  /// Writes all bytes at the descriptor's position.
  func writeAll(_ bytes: ArraySlice<UInt8>) throws(FileError) {
    let written = transferAll(bytes) { write(number, $0.baseAddress, $0.count) }
    if !written { throw .last(path) }
  }

  /// Flushes data and metadata to the disk, including its cache where supported.
  func synchronize() throws(FileError) {
    #if canImport(Darwin)
      if retrying({ fcntl(number, F_FULLFSYNC) }) != -1 { return }
    #endif
    guard retrying({ fsync(number) }) == 0 else { throw .last(path) }
  }

  /// Closes it; some file systems report a failed write only here.
  mutating func close() throws(FileError) {
    isOpen = false
    // After EINTR the descriptor is closed, and its number may be reused.
    if CLibrary.close(number) != 0, errno != EINTR { throw .last(path) }
  }
}

/// Darwin rejects larger transfers, Linux shortens them.
let largestTransfer = 1 << 30

/// Reads until a buffer is full or the file ends.
///
/// - Parameter count: from 0; becomes the number of bytes read.
/// - Returns: false if a read failed; `errno` is set.
func readFully(
  _ descriptor: Int32, at offset: Int64, into buffer: UnsafeMutableRawBufferPointer,
  _ count: inout Int
) -> Bool {
  while count < buffer.count {
    let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...].prefix(largestTransfer))
    let at = off_t(offset) + off_t(count)
    let got = retrying { pread(descriptor, rest.baseAddress, rest.count, at) }
    if got <= 0 { return got == 0 }
    count += got
  }
  return true
}

/// Calls `write` until all bytes are written.
///
/// - Parameter write: writes some bytes and returns their number, or -1 with `errno` set.
/// - Returns: false if `write` failed; `errno` is set.
func transferAll(_ bytes: ArraySlice<UInt8>, write: (UnsafeRawBufferPointer) -> Int) -> Bool {
  bytes.withUnsafeBytes { buffer in
    var rest = buffer[...]
    while !rest.isEmpty {
      let chunk = UnsafeRawBufferPointer(rebasing: rest.prefix(largestTransfer))
      let count = retrying { write(chunk) }
      if count == 0 { errno = EIO }
      if count <= 0 { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

extension String {
  /// The bytes of a path, with a NUL at the end.
  var cPath: [CChar] { pathBytes.map { CChar(bitPattern: $0) } + [0] }

  /// The text of a path that the C library returned.
  init(cPath: UnsafePointer<CChar>) {
    self.init(pathBytes: UnsafeRawBufferPointer(start: cPath, count: strlen(cPath)))
  }
}
