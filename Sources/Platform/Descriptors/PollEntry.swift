// poll(2), with select(2) for the devices that poll does not support on Darwin.

import CLibrary

/// A descriptor to wait for, and the result of the last wait.
package struct PollEntry {
  package enum Interest {
    /// Readable: bytes, the end, or an error.
    case reading
    case writing
    /// The reader has closed the pipe. Linux always reports POLLHUP, Darwin only on request.
    case hangup
  }

  fileprivate(set) var entry: pollfd

  /// - Parameter descriptor: -1 is ignored.
  package init(_ descriptor: Int32, _ interest: Interest) {
    let events =
      switch interest {
      case .reading: POLLIN
      case .writing: POLLOUT
      case .hangup: POLLHUP
      }
    entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
  }

  /// -1 is ignored.
  package var descriptor: Int32 {
    get { entry.fd }
    set { entry.fd = newValue }
  }

  /// Whether the last wait reported an event for this descriptor.
  package var isReady: Bool { entry.revents != 0 }

  /// The `revents` of the last wait.
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

  /// Waits until a descriptor is ready. Falls back to select(2) if `poll` reports POLLNVAL, because
  /// Darwin's poll(2) does not support some devices, /dev/tty among them.
  ///
  /// - Parameter timeout: milliseconds; -1 waits without limit.
  /// - Returns: the number of ready descriptors.
  package static func wait(
    for entries: inout [PollEntry], timeout: Int32
  ) -> Result<Int, SystemError> {
    entries.withUnsafeMutableBytes {
      wait(for: $0.bindMemory(to: pollfd.self), timeout: timeout)
    }
  }

  private static func wait(
    for entries: UnsafeMutableBufferPointer<pollfd>, timeout: Int32
  ) -> Result<Int, SystemError> {
    let count = poll(entries.baseAddress, nfds_t(entries.count), timeout)
    if count < 0 { return .failure(.last) }
    guard count > 0, entries.contains(where: { $0.revents & Int16(POLLNVAL) != 0 }) else {
      return .success(Int(count))
    }
    return select(entries, timeout: timeout)
  }

  /// Waits with select(2) only, for entries that wait to be read.
  static func select(
    _ entries: inout [PollEntry], timeout: Int32
  ) -> Result<Int, SystemError> {
    entries.withUnsafeMutableBytes {
      select($0.bindMemory(to: pollfd.self), timeout: timeout)
    }
  }

  /// Entries that select(2) does not support keep the result of `poll`: closed descriptors, which
  /// Linux would ignore, and those above FD_SETSIZE.
  private static func select(
    _ entries: UnsafeMutableBufferPointer<pollfd>, timeout: Int32
  ) -> Result<Int, SystemError> {
    let selected = entries.indices.filter {
      (0..<Int32(FD_SETSIZE)).contains(entries[$0].fd) && entries[$0].events & Int16(POLLIN) != 0
        && RawDescriptor.isOpen(entries[$0].fd)
    }
    let hasOtherResults = entries.indices.contains {
      entries[$0].revents & (selected.contains($0) ? ~Int16(POLLNVAL) : -1) != 0
    }
    var readable = fd_set()
    withUnsafeMutableBytes(of: &readable) { bits in
      for index in selected { bits[Int(entries[index].fd) / 8] |= bit(entries[index].fd) }
    }
    let limit = hasOtherResults ? 0 : timeout
    var time = timeval()
    time.tv_sec = time_t(max(0, limit) / 1000)
    time.tv_usec = .init(max(0, limit) % 1000 * 1000)
    let highest = selected.map { entries[$0].fd }.max() ?? -1
    let count =
      limit < 0
      ? CLibrary.select(highest + 1, &readable, nil, nil, nil)
      : CLibrary.select(highest + 1, &readable, nil, nil, &time)
    if count < 0 {
      let error = SystemError.last
      return error.isInterruption ? .failure(error) : .success(entries.count { $0.revents != 0 })
    }
    withUnsafeBytes(of: &readable) { bits in
      for index in selected {
        let isReadable = bits[Int(entries[index].fd) / 8] & bit(entries[index].fd) != 0
        entries[index].revents = isReadable ? Int16(POLLIN) : 0
      }
    }
    return .success(entries.count { $0.revents != 0 })
  }

  /// An fd_set is an array of bits in the platform's byte order.
  private static func bit(_ descriptor: Int32) -> UInt8 { 1 << UInt8(descriptor % 8) }
}
