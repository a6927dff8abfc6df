// Threads for blocking work: Swift's own pool is too small for it.

import Platform

/// Runs `body` on a new thread that is never joined and handles no signals.
package func startThread(_ body: @escaping @Sendable () -> Void) {
  precondition(DedicatedThread.start(body), "no thread to be had")
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

/// Runs tasks on a few threads of its own: blocking the pool's would stop all other tests.
package final class ThreadExecutor: TaskExecutor {
  /// More than there are places: a test may wait on one thread for its own task on another.
  package static let shared = ThreadExecutor(threads: 2 * Places.count)

  private let jobs = Monitor<[UnownedJob]>([])

  init(threads: Int) {
    for _ in 0..<threads {
      startThread { [self] in
        while true {
          let job = jobs.waitForever { jobs in jobs.isEmpty ? nil : jobs.removeFirst() }
          job.runSynchronously(on: asUnownedTaskExecutor())
        }
      }
    }
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }
}
