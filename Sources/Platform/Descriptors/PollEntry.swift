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
    var entries = [self]
    defer { self = entries[0] }
    return Self.wait(for: &entries, timeout: timeout)
  }

  /// Waits until a descriptor is ready. Falls back to select(2) if `poll` reports POLLNVAL, because
  /// Darwin's poll(2) does not support some devices, /dev/tty among them.
  ///
  /// - Parameter timeout: milliseconds; -1 waits without limit.
  /// - Returns: the number of ready descriptors.
  package static func wait(
    for entries: inout [PollEntry], timeout: Int32
  ) -> Result<Int, SystemError> {
    let count = entries.withUnsafeMutableBytes { bytes in
      poll(bytes.bindMemory(to: pollfd.self).baseAddress, nfds_t(bytes.count / stride), timeout)
    }
    if count < 0 { return .failure(.last) }
    guard count > 0, entries.contains(where: { $0.found & POLLNVAL != 0 }) else {
      return .success(Int(count))
    }
    return select(&entries, timeout: timeout)
  }

  private static let stride = MemoryLayout<pollfd>.stride

  /// Waits with select(2) only, for entries that wait to be read.
  ///
  /// Entries that select(2) does not support keep the result of `poll`: closed descriptors, which
  /// Linux would ignore, and those above FD_SETSIZE.
  static func select(_ entries: inout [PollEntry], timeout: Int32) -> Result<Int, SystemError> {
    let selected = entries.indices.filter {
      (0..<Int32(FD_SETSIZE)).contains(entries[$0].descriptor)
        && entries[$0].entry.events & Int16(POLLIN) != 0
        && RawDescriptor.isOpen(entries[$0].descriptor)
    }
    let hasOtherResults = entries.indices.contains {
      entries[$0].found & (selected.contains($0) ? ~POLLNVAL : -1) != 0
    }
    var readable = fd_set()
    withUnsafeMutableBytes(of: &readable) { bits in
      for index in selected {
        bits[Int(entries[index].descriptor) / 8] |= bit(entries[index].descriptor)
      }
    }
    let limit = hasOtherResults ? 0 : timeout
    var time = timeval()
    time.tv_sec = time_t(max(0, limit) / 1000)
    time.tv_usec = .init(max(0, limit) % 1000 * 1000)
    let highest = selected.map { entries[$0].descriptor }.max() ?? -1
    let count =
      limit < 0
      ? CLibrary.select(highest + 1, &readable, nil, nil, nil)
      : CLibrary.select(highest + 1, &readable, nil, nil, &time)
    if count < 0 {
      let error = SystemError.last
      return error.isInterruption ? .failure(error) : .success(entries.count(where: \.isReady))
    }
    withUnsafeBytes(of: &readable) { bits in
      for index in selected {
        let isReadable =
          bits[Int(entries[index].descriptor) / 8] & bit(entries[index].descriptor) != 0
        entries[index].found = isReadable ? POLLIN : 0
      }
    }
    return .success(entries.count(where: \.isReady))
  }

  /// An fd_set is an array of bits in the platform's byte order.
  private static func bit(_ descriptor: Int32) -> UInt8 { 1 << UInt8(descriptor % 8) }
}
