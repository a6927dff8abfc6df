// The platform's libcurl as two types: one transfer, and the driver of many.

import CPlatform

/// One transfer (an easy handle). Setters return false when libcurl refuses; then the transfer is not to
/// be started.
package final class CurlHandle {
  /// Tells transfers apart.
  package let id: OpaquePointer
  private var lines: OpaquePointer?
  fileprivate weak var receiver: (any CurlReceiver)?

  /// nil when libcurl makes no more. Redirects, cookies, netrc, HTTP/0.9 and users in a URL are off.
  package init?() {
    guard let handle = http_transfer_make() else { return nil }
    id = handle
    if !http_transfer_prepare(handle) { return nil }
  }

  deinit {
    http_transfer_free(id)
    http_lines_free(lines)
  }

  /// - Parameter allowsPlain: whether http is good enough.
  package func setURL(_ url: String, allowsPlain: Bool) -> Bool {
    http_transfer_set_url(id, url, allowsPlain)
  }

  package func setMethod(_ method: String) -> Bool { http_transfer_set_method(id, method) }

  /// The bytes are copied; the method becomes POST.
  package func setBody(_ body: String) -> Bool {
    http_transfer_set_body(id, body, Int64(body.utf8.count))
  }

  package func setHeaders(_ headers: [String]) -> Bool {
    for header in headers {
      guard let longer = http_lines_add(lines, header) else { return false }
      lines = longer
    }
    return http_transfer_set_headers(id, lines)
  }

  package func setUserAgent(_ name: String) -> Bool { http_transfer_set_user_agent(id, name) }

  /// Trusts the certificates of this file alone.
  package func setCertificates(_ path: String) -> Bool { http_transfer_set_ca_file(id, path) }

  /// Opens a connection for this transfer alone.
  package func setFreshConnection() -> Bool { http_transfer_set_fresh(id) }

  /// - Parameters:
  ///   - connect: milliseconds to connect.
  ///   - total: milliseconds in all.
  ///   - idle: seconds without a byte.
  ///   - bytes: of the body, at most.
  package func setLimits(connect: Int64, total: Int64, idle: Int64, bytes: Int64) -> Bool {
    http_transfer_set_limits(id, connect, total, idle, bytes)
  }

  /// Where header lines and the body go while the transfer runs.
  ///
  /// - Parameter receiver: not retained.
  package func setReceiver(_ receiver: any CurlReceiver) -> Bool {
    self.receiver = receiver
    return http_transfer_set_sinks(
      id, { receive($3, $0, $1 * $2) { $0.takeHeader($1) } },
      { receive($3, $0, $1 * $2) { $0.takeBody($1) } }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// The status of the answer; 0 without one.
  package var status: Int { Int(http_transfer_status(id)) }

  /// The status of the proxy's answer to CONNECT; 0 without one.
  package var proxyStatus: Int { Int(http_transfer_proxy_status(id)) }

  /// Whether libcurl says (from 7.84 on) that it was built without certificates, or with some that are
  /// not on this system.
  package var lacksCertificates: Bool { http_transfer_lacks_certificates(id) }
}

/// Takes what a transfer brings, on the driver's thread.
package protocol CurlReceiver: AnyObject {
  /// - Returns: false to end the transfer.
  func takeHeader(_ line: UnsafeRawBufferPointer) -> Bool

  /// - Returns: false to end the transfer.
  func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool
}

private func receive(
  _ context: UnsafeMutableRawPointer?, _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int,
  _ take: (any CurlReceiver, UnsafeRawBufferPointer) -> Bool
) -> Int {
  guard let context,
    let receiver = Unmanaged<CurlHandle>.fromOpaque(context).takeUnretainedValue().receiver
  else { return 0 }
  return take(receiver, UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
}

/// Drives transfers (a multi handle). Everything but `wake` is for the thread that made it.
package final class CurlMulti: @unchecked Sendable {
  private let handle: OpaquePointer

  /// Whether the system has a libcurl; it is opened with the first call.
  package static var isAvailable: Bool { http_open() }

  /// nil when the process has no descriptors left.
  package init?() {
    guard let handle = http_driver_make() else { return nil }
    self.handle = handle
  }

  deinit {
    http_driver_free(handle)
  }

  package func add(_ transfer: CurlHandle) -> Bool { http_driver_add(handle, transfer.id) }

  package func remove(_ transfer: CurlHandle) { http_driver_remove(handle, transfer.id) }

  /// Does what can be done without waiting; false when libcurl is at its end.
  package func perform() -> Bool { http_driver_perform(handle) }

  /// Sleeps until a socket is ready, a timer is due, somebody wakes it, or the time is up; false when
  /// libcurl is at its end.
  package func wait(milliseconds: Int32) -> Bool { http_driver_poll(handle, milliseconds) }

  /// Ends the present sleep, or the next one; from any thread.
  package func wake() { http_driver_wake(handle) }

  /// The next transfer that is over, and 0 or libcurl's code of what went wrong.
  package func next() -> (id: OpaquePointer, code: Int32)? {
    var ending = http_ending()
    return http_driver_next(handle, &ending) ? (ending.transfer, ending.code) : nil
  }
}
