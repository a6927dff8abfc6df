// The libcurl implementation of `Transport`.

package import Model

/// Settings that apply to all transfers of a transport.
struct CurlSettings: Sendable {
  let limits: TransportLimits
  /// A custom bundle of trusted certificates.
  let caFile: String?
  let userAgent: String
}

/// Sends requests with the system's libcurl, opened on first use. Connections are kept alive and
/// shared. Proxies come from the environment by libcurl's rules. Only https is allowed, except for
/// loopback addresses.
///
/// Does not delay process exit.
package final class CurlTransport: Transport {
  private let driver: CurlDriver
  private let limits: TransportLimits
  private let time: any Time

  /// - Parameters:
  ///   - caFile: a custom bundle of trusted certificates (`VELO_SYNC_CA_FILE`).
  ///   - userAgent: the User-Agent header, as `name/version`.
  package init(
    time: any Time, limits: TransportLimits = TransportLimits(), caFile: String? = nil,
    userAgent: String = "velo-sync"
  ) {
    driver = CurlDriver(CurlSettings(limits: limits, caFile: caFile, userAgent: userAgent))
    self.limits = limits
    self.time = time
  }

  deinit { driver.end(.cancelled) }

  package func send(_ request: Request) async throws(TransportFailure) -> Reply {
    guard request.isWellFormed, WebAddress(request.url)?.isAllowed == true else {
      throw .unsendable
    }
    if Task.isCancelled { throw .cancelled }
    let driver = driver
    let id = driver.newID()
    let watchdog = watch(id)
    defer { watchdog.cancel() }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        driver.start(id, request, continuation)
        // The cancellation handler may have run before the request was started.
        if Task.isCancelled { driver.abandon(id, .cancelled) }
      }
    } onCancel: {
      driver.abandon(id, .cancelled)
    }
    return try result.get()
  }

  /// Abandons the request if libcurl misses its own timeout.
  private func watch(_ id: Int) -> Task<Void, Never> {
    let (driver, time, patience) = (driver, time, limits.total + .seconds(1))
    return Task(executorPreference: CurrentWork.executor) {
      do {
        try await time.sleep(for: patience)
        driver.abandon(id, .timeout)
      } catch {
        // Cancelled: the response arrived.
      }
    }
  }
}
