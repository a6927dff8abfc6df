// An open file: reads and writes that are complete or fail, and a close that is checked.

import Model

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An open descriptor with one owner. Going out of scope closes it without a check, which is right
/// only where something has failed already or nothing was written.
struct Descriptor: ~Copyable {
  let number: Int32
  let path: String
  private var isOpen = true

  /// Opens `path`. Links in the last component are refused, and no child process inherits it.
  ///
  /// - Returns: nil when there is no such file and `flags` do not ask to make it.
  static func open(
    _ path: String, _ flags: Int32, mode: UInt32 = 0
  ) throws(FileError) -> Descriptor? {
    let number = retrying {
      systemOpen(path, flags | O_CLOEXEC | O_NOFOLLOW, mode_t(truncatingIfNeeded: mode))
    }
    if number >= 0 { return Descriptor(number: number, path: path) }
    if errno == ENOENT, flags & O_CREAT == 0 { return nil }
    throw .last(path)
  }

  private init(number: Int32, path: String) {
    self.number = number
    self.path = path
  }

  deinit {
    if isOpen { _ = systemClose(number) }
  }

  /// The size of the file.
  ///
  /// - Throws: when it is anything but a regular file.
  func regularSize() throws(FileError) -> Int {
    var status = stat()
    guard retrying({ fstat(number, &status) }) == 0 else { throw .last(path) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return max(0, Int(status.st_size))
    case S_IFDIR: throw FileError(path: path, reason: .isADirectory)
    default: throw FileError(path: path, reason: .system(EINVAL))
    }
  }

  /// Everything up to the end of the file; `size` is only a first guess.
  func readAll(size: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var room = size + 1
    while true {
      var failure: FileError?
      var count = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: min(room, largestTransfer)) {
        buffer, length in
        expectToFill(UnsafeMutableRawBufferPointer(buffer))
        count = retrying { read(number, buffer.baseAddress, buffer.count) }
        if count < 0 { failure = .last(path) }
        length = max(count, 0)
      }
      if let failure { throw failure }
      if count == 0 { return bytes }
      if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
      room = max(size + 1 - bytes.count, 65_536)
    }
  }

  /// The bytes of a range; fewer when the file ends before them.
  func bytes(in range: Range<Int>) throws(FileError) -> [UInt8] {
    var failure: FileError?
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, length in
      while length < buffer.count {
        let rest = UnsafeMutableBufferPointer(rebasing: buffer[length...].prefix(largestTransfer))
        let at = off_t(range.lowerBound + length)
        let count = retrying { pread(number, rest.baseAddress, rest.count, at) }
        if count < 0 { failure = .last(path) }
        if count <= 0 { return }
        length += count
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Goes to the beginning of the file.
  func rewind() throws(FileError) {
    guard lseek(number, 0, SEEK_SET) == 0 else { throw .last(path) }
  }

  /// Cuts the file, or lengthens it with zeros.
  func truncate(to size: Int) throws(FileError) {
    guard retrying({ ftruncate(number, off_t(size)) }) == 0 else { throw .last(path) }
  }

  /// Writes all bytes at the descriptor's position.
  func writeAll(_ bytes: ArraySlice<UInt8>) throws(FileError) {
    let written = transferAll(bytes) { write(number, $0.baseAddress, $0.count) }
    if !written { throw .last(path) }
  }

  /// Forces bytes and metadata to the disk itself, past its cache where the system can.
  func synchronize() throws(FileError) {
    #if canImport(Darwin)
      if retrying({ fcntl(number, F_FULLFSYNC) }) != -1 { return }
    #endif
    guard retrying({ fsync(number) }) == 0 else { throw .last(path) }
  }

  /// Closes it; some file systems report a failed write only here.
  mutating func close() throws(FileError) {
    isOpen = false
    // After EINTR the descriptor is closed already, and its number may belong to somebody else.
    if systemClose(number) != 0, errno != EINTR { throw .last(path) }
  }
}

/// More than this at once is refused by Darwin, and cut short by Linux.
private let largestTransfer = 1 << 30

/// Hands `bytes` to `write`, piece by piece, until all are taken.
///
/// - Parameter write: takes some of the bytes and returns how many, or -1 with `errno` set.
/// - Returns: false when `write` failed; `errno` says why.
func transferAll(_ bytes: ArraySlice<UInt8>, write: (UnsafeRawBufferPointer) -> Int) -> Bool {
  bytes.withUnsafeBytes { buffer in
    var rest = buffer[...]
    while !rest.isEmpty {
      let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(largestTransfer))
      let count = retrying { write(piece) }
      if count == 0 { errno = EIO }
      if count <= 0 { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  open(path, flags, mode)
}

private func systemClose(_ number: Int32) -> Int32 {
  close(number)
}

/// Says that all of a piece of memory is about to be filled. Where the system has large pages and gives
/// them on request, it makes hundreds of pages at a time then; a hint, and nothing else.
func expectToFill(_ room: UnsafeMutableRawBufferPointer) {
  #if os(Linux)
    guard let start = room.baseAddress else { return }
    // What a large page is on most machines.
    let page = 2 << 20
    let first = start.alignedUp(toMultipleOf: page)
    let last = (start + room.count).alignedDown(toMultipleOf: page)
    if first < last { _ = madvise(first, last - first, MADV_HUGEPAGE) }
  #endif
}
