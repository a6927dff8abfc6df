// poll(2) for devices that it refuses, too.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Waits for descriptors.
enum Readiness {
  /// poll(2). Darwin's calls some devices, /dev/tty among them, invalid: select(2) knows those, and
  /// takes its place where one is asked about.
  ///
  /// - Parameters:
  ///   - places: what is asked about. Those of -1 are passed over.
  ///   - timeout: milliseconds; -1 waits for as long as it takes.
  /// - Returns: how many have something to tell; -1 with `errno` set when the call failed.
  static func wait(for places: inout [pollfd], timeout: Int32) -> Int32 {
    let count = poll(&places, nfds_t(places.count), timeout)
    guard count > 0, places.contains(where: { $0.revents & Int16(POLLNVAL) != 0 }) else {
      return count
    }
    return select(&places, timeout: timeout)
  }

  /// select(2) for the places that wait to be read. Those that it cannot ask about keep the answer of
  /// `poll`: closed descriptors, which Linux would ignore and wait on, and those too high for a set.
  static func select(_ places: inout [pollfd], timeout: Int32) -> Int32 {
    let asked = places.indices.filter {
      (0..<Int32(FD_SETSIZE)).contains(places[$0].fd) && places[$0].events & Int16(POLLIN) != 0
        && fcntl(places[$0].fd, F_GETFD) != -1
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
    if count < 0 { return errno == EINTR ? -1 : Int32(places.count { $0.revents != 0 }) }
    withUnsafeBytes(of: &readable) { bits in
      for index in asked {
        let isReadable = bits[Int(places[index].fd) / 8] & bit(places[index].fd) != 0
        places[index].revents = isReadable ? Int16(POLLIN) : 0
      }
    }
    return Int32(places.count { $0.revents != 0 })
  }

  /// A set is an array of bits, on every platform of the same order of bytes as this one.
  private static func bit(_ descriptor: Int32) -> UInt8 { 1 << UInt8(descriptor % 8) }
}

private func systemSelect(
  _ count: Int32, _ readable: UnsafeMutablePointer<fd_set>, _ time: UnsafeMutablePointer<timeval>?
) -> Int32 {
  select(count, readable, nil, nil, time)
}
