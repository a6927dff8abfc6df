// Pipes and descriptors that no child process inherits by accident, and bytes in bytes.

import CLibrary
import Platform

/// A pipe, both ends closed on exec and out of the way of a child's own descriptors.
func makePipe() throws -> (reading: Int32, writing: Int32) {
  var ends: [Int32] = [-1, -1]
  guard pipe(&ends) == 0 else { throw SystemFailure("pipe") }
  return (try raised(ends[0]), try raised(ends[1]))
}

/// Opens a file for a child, closed on exec and out of the way of the child's own descriptors.
func openFile(_ path: String, _ flags: Int32) throws -> Int32 {
  let descriptor = open(path, flags)
  guard descriptor >= 0 else { throw SystemFailure("open \(path)") }
  return try raised(descriptor)
}

/// Moves a descriptor above those of a child, so that none of them replaces it too early.
private func raised(_ descriptor: Int32) throws -> Int32 {
  let high = fcntl(descriptor, F_DUPFD_CLOEXEC, 100)
  guard high >= 0 else { throw SystemFailure("fcntl") }
  RawDescriptor.close(descriptor)
  return high
}

func setNonBlocking(_ descriptor: Int32) {
  _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
}

/// The next bytes of a descriptor: empty at its end, nil when it fails, with `errno` set.
func readBytes(_ descriptor: Int32, atMost most: Int = 1 << 16) -> [UInt8]? {
  var count = 0
  let bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, initialized in
    count = interruptible { read(descriptor, buffer.baseAddress, most) }
    initialized = max(0, count)
  }
  return count < 0 ? nil : bytes
}

/// Writes everything; false when it cannot.
///
/// - Parameter write: a call like `write`.
func writeAll(
  _ bytes: some Collection<UInt8>, by write: (UnsafeRawPointer?, Int) -> Int
) -> Bool {
  var rest = Array(bytes)[...]
  while !rest.isEmpty {
    let count = interruptible { rest.withUnsafeBytes { write($0.baseAddress, $0.count) } }
    guard count > 0 else { return false }
    rest.removeFirst(count)
  }
  return true
}

/// Writes everything to a descriptor that waits; false when it cannot.
@discardableResult
func writeAll(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Bool {
  writeAll(bytes) { write(descriptor, $0, $1) }
}

/// Repeats a call that a signal interrupted.
func interruptible(_ call: () -> Int) -> Int {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}

extension [UInt8] {
  /// Where `pattern` begins, looking from an offset on; nil when it is nowhere. Quick even in long
  /// transcripts.
  package func firstIndex(of pattern: [UInt8], from start: Int = 0) -> Int? {
    guard let head = pattern.first else { return start <= count ? start : nil }
    return withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return nil }
      var offset = start
      while offset + pattern.count <= bytes.count {
        let rest = bytes.count - pattern.count - offset + 1
        guard let found = memchr(base + offset, Int32(head), rest) else { return nil }
        offset = UnsafeRawPointer(found) - base
        if memcmp(base + offset, pattern, pattern.count) == 0 { return offset }
        offset += 1
      }
      return nil
    }
  }
}
