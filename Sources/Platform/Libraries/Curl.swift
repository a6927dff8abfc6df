// Swift wrappers for libcurl's easy and multi handles.

import CPlatform

/// A transfer (an easy handle).
package final class CurlHandle {
  /// Identifies the transfer.
  package let id: OpaquePointer
  private var lines: OpaquePointer?
  fileprivate weak var receiver: (any CurlReceiver)?

  /// nil if libcurl cannot create a handle.
  package init?() {
    guard let handle = http_transfer_make() else { return nil }
    id = handle
  }

  deinit {
    http_transfer_free(id)
    http_lines_free(lines)
  }

  /// Sets up the transfer; call once. Redirects, cookies, netrc, HTTP/0.9 and user names in URLs
  /// are disabled.
  ///
  /// - Parameters:
  ///   - allowsPlain: whether http is allowed besides https.
  ///   - method: nil for GET, or for POST with a body.
  ///   - certificates: the file of the only trusted ones; nil for libcurl's own.
  ///   - otherCertificates: for a libcurl without any of its own.
  ///   - isFresh: whether to use a new connection for this transfer only.
  ///   - limits: timeouts for connecting and in total in milliseconds, without received data in
  ///     seconds, and the maximum size of the body in bytes.
  ///   - receiver: of header lines and body data; not retained.
  /// - Returns: false if libcurl rejects an option: do not start the transfer then.
  package func prepare(
    _ url: String, allowsPlain: Bool, method: String?, headers: [String], body: String?,
    userAgent: String, certificates: String?, otherCertificates: String?, isFresh: Bool,
    limits: (connect: Int64, total: Int64, idle: Int64, bytes: Int64), receiver: any CurlReceiver
  ) -> Bool {
    self.receiver = receiver
    for header in headers {
      guard let longer = http_lines_add(lines, header) else { return false }
      lines = longer
    }
    var options = http_options(
      plain_allowed: allowsPlain, fresh: isFresh, body_count: Int64(body?.utf8.count ?? 0),
      connect_ms: limits.connect, total_ms: limits.total, idle_s: limits.idle,
      most_bytes: limits.bytes, headers: lines,
      header_sink: { receive($3, $0, $1 * $2) { $0.takeHeader($1) } },
      body_sink: { receive($3, $0, $1 * $2) { $0.takeBody($1) } },
      context: Unmanaged.passUnretained(self).toOpaque())
    return http_transfer_prepare(
      id, url, method, body, userAgent, certificates, otherCertificates, &options)
  }

  /// The status of the response; 0 without one.
  package var status: Int { Int(http_transfer_status(id)) }

  /// The status of the proxy's response to CONNECT; 0 without one.
  package var proxyStatus: Int { Int(http_transfer_proxy_status(id)) }
}

/// Receives the data of a transfer, on the driver's thread.
package protocol CurlReceiver: AnyObject {
  /// - Returns: false to abort the transfer.
  func takeHeader(_ line: UnsafeRawBufferPointer) -> Bool

  /// - Returns: false to abort the transfer.
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

/// Ends the waits of a `CurlMulti` from any thread. Owns libcurl's multi handle, which lives as
/// long as either of them.
package final class CurlWaker: @unchecked Sendable {
  fileprivate let handle: OpaquePointer

  fileprivate init(_ handle: OpaquePointer) { self.handle = handle }

  deinit { http_driver_free(handle) }

  /// Ends the current or the next `wait`. The only call of libcurl for a multi handle that may be
  /// made beside another.
  package func wake() { http_driver_wake(handle) }
}

/// Runs transfers (a multi handle) on the thread that created it.
package final class CurlMulti {
  package let waker: CurlWaker

  private var handle: OpaquePointer { waker.handle }

  /// Whether libcurl is installed; opened on first use.
  package static var isAvailable: Bool { http_open() }

  /// nil if the process has no descriptors left.
  package init?() {
    guard let handle = http_driver_make() else { return nil }
    waker = CurlWaker(handle)
  }

  package func add(_ transfer: CurlHandle) -> Bool { http_driver_add(handle, transfer.id) }

  package func remove(_ transfer: CurlHandle) { http_driver_remove(handle, transfer.id) }

  /// Runs all transfers without blocking; false on a fatal libcurl error.
  package func perform() -> Bool { http_driver_perform(handle) }

  /// Waits for a socket, a timer, the waker or the timeout; false on a fatal libcurl error.
  package func wait(milliseconds: Int32) -> Bool { http_driver_poll(handle, milliseconds) }

  /// The next completed transfer with libcurl's result code; 0 is success.
  package func next() -> (id: OpaquePointer, code: Int32)? {
    var ending = http_ending()
    return http_driver_next(handle, &ending) ? (ending.transfer, ending.code) : nil
  }
}
