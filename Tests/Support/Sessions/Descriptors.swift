// Pipes and descriptors that no child process inherits by accident.

import CLibrary

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
  closeDescriptor(descriptor)
  return high
}

func setNonBlocking(_ descriptor: Int32) {
  _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
}

/// `read`, under a name that methods called `read` do not hide.
func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, bytes, count)
}

/// `write`, likewise.
func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

/// Writes everything to a descriptor that waits; false when it cannot.
func writeAll(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Bool {
  var rest = Array(bytes)[...]
  while !rest.isEmpty {
    let count = interruptible {
      rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
    }
    guard count > 0 else { return false }
    rest.removeFirst(count)
  }
  return true
}
