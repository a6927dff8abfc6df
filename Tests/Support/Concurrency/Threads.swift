// Operating system threads for blocking work: Swift's own pool is too small for it.

import CLibrary

/// Runs `body` on a new thread that is never joined.
package func startThread(_ body: @escaping @Sendable () -> Void) {
  let box = Unmanaged.passRetained(ThreadBody(body)).toOpaque()
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  #if canImport(Darwin)
    var thread: pthread_t?
    let code = pthread_create(&thread, &attributes, { runThreadBody($0) }, box)
  #else
    var thread = pthread_t()
    let code = pthread_create(&thread, &attributes, { $0.flatMap { runThreadBody($0) } }, box)
  #endif
  pthread_attr_destroy(&attributes)
  precondition(code == 0, "no thread to be had: \(code)")
}

/// Runs blocking work on a new thread and awaits it, so that no thread of Swift's pool is blocked:
/// two blocked ones would stop every other task on a machine with two cores.
package func onThread<Result: Sendable>(
  _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    startThread { continuation.resume(with: Swift.Result { try body() }) }
  }
}

/// Blocks a signal for the calling thread.
func blockSignal(_ number: Int32) {
  var set = sigset_t()
  sigemptyset(&set)
  sigaddset(&set, number)
  pthread_sigmask(SIG_BLOCK, &set, nil)
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func runThreadBody(_ box: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  Unmanaged<ThreadBody>.fromOpaque(box).takeRetainedValue().run()
  return nil
}
