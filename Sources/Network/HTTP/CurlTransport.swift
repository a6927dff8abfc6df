// The transport's libcurl form.

package import Model

/// What holds for every transfer of a transport.
struct CurlSettings: Sendable {
  let limits: TransportLimits
  /// Another bundle of trusted certificates.
  let caFile: String?
  let userAgent: String
}

/// Sends requests through the system's libcurl, which is opened with the first one. Connections are
/// kept and shared. Proxies come from the environment by libcurl's own rules. https only, but for
/// loopback addresses.
///
/// Leaving the process waits for nothing here.
package final class CurlTransport: Transport {
  private let driver: CurlDriver
  private let limits: TransportLimits
  private let time: any Time

  /// - Parameters:
  ///   - caFile: another bundle of trusted certificates (`VELO_SYNC_CA_FILE`).
  ///   - userAgent: who we say we are, as `name/version`.
  package init(
    time: any Time, limits: TransportLimits = TransportLimits(), caFile: String? = nil,
    userAgent: String = "velo-sync"
  ) {
    driver = CurlDriver(CurlSettings(limits: limits, caFile: caFile, userAgent: userAgent))
    self.limits = limits
    self.time = time
  }

  deinit {
    driver.stop()
  }

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
        // The handler below may have run before there was anything to abandon.
        if Task.isCancelled { driver.abandon(id, .cancelled) }
      }
    } onCancel: {
      driver.abandon(id, .cancelled)
    }
    return try result.get()
  }

  /// Ends the request when libcurl should have ended it and did not.
  private func watch(_ id: Int) -> Task<Void, Never> {
    let (driver, time, patience) = (driver, time, limits.total + .seconds(1))
    return Task(executorPreference: CurrentWork.executor) {
      do {
        try await time.sleep(for: patience)
        driver.abandon(id, .timeout)
      } catch {
        // Cancelled: the answer came.
      }
    }
  }
}
