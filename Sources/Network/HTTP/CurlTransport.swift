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
  private let time: any Time
  /// Longer than libcurl's own timeout.
  private let patience: Duration

  /// - Parameters:
  ///   - caFile: a custom bundle of trusted certificates (`VELO_SYNC_CA_FILE`).
  ///   - userAgent: the User-Agent header, as `name/version`.
  package init(
    time: any Time, limits: TransportLimits = TransportLimits(), caFile: String? = nil,
    userAgent: String = "velo-sync"
  ) {
    driver = CurlDriver(CurlSettings(limits: limits, caFile: caFile, userAgent: userAgent))
    self.time = time
    patience = limits.total + .seconds(1)
  }

  deinit { driver.end(.cancelled) }

  package func send(_ request: Request) async throws(TransportFailure) -> Reply {
    guard request.isWellFormed, WebAddress(request.url)?.isAllowed == true else {
      throw .unsendable
    }
    if Task.isCancelled { throw .cancelled }
    let id = driver.newID()
    // Abandons the request if libcurl misses its own timeout; cancelled once the response is here.
    let watchdog = Task(executorPreference: CurrentWork.executor) { [driver, time, patience] in
      if (try? await time.sleep(for: patience)) != nil { driver.abandon(id, .timeout) }
    }
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
}
