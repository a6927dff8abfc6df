// poll(2), for devices that it refuses, too.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A descriptor to wait for, and what the wait has found.
package struct PollEntry {
  package enum Interest {
    /// Something can be read: bytes, the end, or an error.
    case reading
    case writing
    /// The reader has left. Linux tells this unasked, Darwin only those who ask for POLLHUP.
    case hangup
  }

  fileprivate(set) var entry: pollfd

  /// - Parameter descriptor: -1 is not waited for.
  package init(_ descriptor: Int32, _ interest: Interest) {
    let events =
      switch interest {
      case .reading: POLLIN
      case .writing: POLLOUT
      case .hangup: POLLHUP
      }
    entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
  }

  /// -1 is not waited for.
  package var descriptor: Int32 {
    get { entry.fd }
    set { entry.fd = newValue }
  }

  /// Whether the last wait found something for this descriptor.
  package var isReady: Bool { entry.revents != 0 }

  /// What the last wait found, as `poll` reports it.
  var found: Int32 {
    get { Int32(entry.revents) }
    set { entry.revents = Int16(truncatingIfNeeded: newValue) }
  }

  /// Waits for one descriptor; see `wait(for:timeout:)`.
  package mutating func wait(timeout: Int32) -> Result<Int, SystemError> {
    withUnsafeMutablePointer(to: &entry) {
      Self.wait(for: UnsafeMutableBufferPointer(start: $0, count: 1), timeout: timeout)
    }
  }

  /// Waits until one of the descriptors is ready. Darwin's poll(2) calls some devices, /dev/tty among
  /// them, invalid: select(2) knows those, and takes its place when one is asked about.
  ///
  /// - Parameter timeout: milliseconds; -1 waits for as long as it takes.
  /// - Returns: how many are ready.
  package static func wait(
    for entries: inout [PollEntry], timeout: Int32
  ) -> Result<Int, SystemError> {
    entries.withUnsafeMutableBytes {
      wait(for: $0.bindMemory(to: pollfd.self), timeout: timeout)
    }
  }

  private static func wait(
    for places: UnsafeMutableBufferPointer<pollfd>, timeout: Int32
  ) -> Result<Int, SystemError> {
    let count = poll(places.baseAddress, nfds_t(places.count), timeout)
    if count < 0 { return .failure(.last) }
    guard count > 0, places.contains(where: { $0.revents & Int16(POLLNVAL) != 0 }) else {
      return .success(Int(count))
    }
    return select(places, timeout: timeout)
  }

  /// The same by select(2) alone, for the entries that wait to be read.
  static func select(
    _ entries: inout [PollEntry], timeout: Int32
  ) -> Result<Int, SystemError> {
    entries.withUnsafeMutableBytes {
      select($0.bindMemory(to: pollfd.self), timeout: timeout)
    }
  }

  /// Those that select(2) cannot ask about keep the answer of `poll`: closed descriptors, which Linux
  /// would ignore and wait on, and those too high for a set.
  private static func select(
    _ places: UnsafeMutableBufferPointer<pollfd>, timeout: Int32
  ) -> Result<Int, SystemError> {
    let asked = places.indices.filter {
      (0..<Int32(FD_SETSIZE)).contains(places[$0].fd) && places[$0].events & Int16(POLLIN) != 0
        && RawDescriptor.isOpen(places[$0].fd)
    }
    let isAnswered = places.indices.contains {
      places[$0].revents & (asked.contains($0) ? ~Int16(POLLNVAL) : -1) != 0
    }
    var readable = fd_set()
    withUnsafeMutableBytes(of: &readable) { bits in
      for index in asked { bits[Int(places[index].fd) / 8] |= bit(places[index].fd) }
    }
    let limit = isAnswered ? 0 : timeout
    var time = timeval()
    time.tv_sec = time_t(max(0, limit) / 1000)
    time.tv_usec = .init(max(0, limit) % 1000 * 1000)
    let highest = asked.map { places[$0].fd }.max() ?? -1
    let count =
      limit < 0
      ? systemSelect(highest + 1, &readable, nil)
      : systemSelect(highest + 1, &readable, &time)
    if count < 0 {
      let error = SystemError.last
      return error.isInterruption ? .failure(error) : .success(places.count { $0.revents != 0 })
    }
    withUnsafeBytes(of: &readable) { bits in
      for index in asked {
        let isReadable = bits[Int(places[index].fd) / 8] & bit(places[index].fd) != 0
        places[index].revents = isReadable ? Int16(POLLIN) : 0
      }
    }
    return .success(places.count { $0.revents != 0 })
  }

  /// A set is an array of bits, on every platform of the same order of bytes as this one.
  private static func bit(_ descriptor: Int32) -> UInt8 { 1 << UInt8(descriptor % 8) }
}

private func systemSelect(
  _ count: Int32, _ readable: UnsafeMutablePointer<fd_set>, _ time: UnsafeMutablePointer<timeval>?
) -> Int32 {
  select(count, readable, nil, nil, time)
}
