// Descriptors 0, 1 and 2 exist, whatever the parent left us.

package import Model

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Descriptors as the process was born with them.
package enum StandardDescriptors {
  /// Opens those that are closed (`>&-`) on /dev/null: otherwise the next file that is opened, the
  /// one with the tokens maybe, would become standard output. To be called before any other open.
  ///
  /// - Returns: the outputs that were closed.
  package static func openClosed() -> Set<OutputStream> {
    var closed: Set<OutputStream> = []
    for (descriptor, stream) in [
      (0, nil), (1, OutputStream.standardOutput), (2, .standardError),
    ] as [(Int32, OutputStream?)] where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
      // `open` takes the lowest free number, which is this one.
      while open("/dev/null", O_RDWR) == -1 && errno == EINTR {}
      if let stream { closed.insert(stream) }
    }
    return closed
  }

  /// Keeps a descriptor from the children of this process.
  package static func keep(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// Whether a descriptor was given to this process.
  package static func isOpen(_ descriptor: Int32) -> Bool {
    fcntl(descriptor, F_GETFD) != -1
  }
}
